import type { Programs, Subcommand } from '../engine/table.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  deploys,
  logsIn,
  printsSecrets,
  runsThere,
  stops,
} from './cloud-actions.ts'

const vaultReads: Subcommand = { tier: 'read', does: ['change secrets/read'], singleDash: true, otherOptions: 'plain' }
/** Programs that schedule, configure and store secrets for many machines. */
export const fleet: Programs = {
  nomad: {
    tier: 'execute',
    singleDash: true,
    // That host receives the token.
    options: { '-address=URL': 'connect sends', '-region=NAME -namespace=NAME -token=TOKEN -ca-cert=FILE': 'plain' },
    commands: {
      'status version ui node-status alloc-status server-members': cloudReads,
      node: { commands: { status: cloudReads, 'drain eligibility': stops, purge: deletes } },
      alloc: {
        commands: {
          'status logs checks': cloudReads,
          fs: {
            ...cloudReads,
            singleDash: true,
            operands: { '*secrets/?* *.env* *.pem *.key': 'change secrets/read', '*': 'plain' },
          },
          exec: { tier: 'execute', does: ['opaque a command in a Nomad allocation'] },
          'stop restart signal': stops,
        },
      },
      job: {
        commands: {
          'status inspect history plan validate allocs deployments': { ...cloudReads, singleDash: true },
          'run dispatch scale promote revert eval periodic': deploys,
          stop: { ...stops, singleDash: true, options: { '-purge': 'change cloud/delete' } },
        },
      },
      'plan validate': cloudReads,
      run: deploys,
      stop: stops,
      var: { commands: { list: cloudReads, get: printsSecrets, 'put init': applies, purge: deletes } },
      'namespace acl volume operator system': { tier: 'execute', does: ['change cloud/manage'], otherOptions: 'plain' },
    },
    examples: {
      'nomad job status': [],
      'nomad alloc fs x web/logs': [],
      'nomad alloc fs x web/secrets/a': 'change secrets/read web/secrets/a',
      'nomad job stop -purge web': ['change cloud/stop', 'change cloud/delete'],
    },
  },
  consul: {
    tier: 'execute',
    singleDash: true,
    options: { '-http-addr=URL': 'connect sends', '-token=TOKEN -datacenter=NAME -namespace=NAME': 'plain' },
    commands: {
      'members info version monitor catalog rtt validate': { ...cloudReads, operands: 'plain' },
      kv: {
        commands: { 'get export': { ...printsSecrets, singleDash: true }, 'put import': applies, delete: deletes },
      },
      'services config intention': {
        commands: {
          'read list check get match': cloudReads,
          'register write create': applies,
          'deregister delete': deletes,
        },
      },
      'leave force-leave maint': stops,
      'acl operator snapshot connect': { tier: 'execute', does: ['change cloud/manage'], otherOptions: 'plain' },
      'lock exec watch': { tier: 'execute', does: ['opaque a command started by consul'], otherOptions: 'plain' },
    },
    examples: { 'consul members': [], 'consul kv delete -recurse app': 'change cloud/delete' },
  },
  'vault bao': {
    tier: 'execute',
    singleDash: true,
    options: {
      '-address=URL --address=URL -agent-address=URL': 'connect sends',
      '-namespace=NAME --namespace=NAME -ns=NAME -ca-cert=FILE -header=TEXT -format=FORMAT --format=FORMAT -field=NAME':
        'plain',
      '-tls-skip-verify -help': 'plain',
    },
    commands: {
      print: { ...vaultReads, commands: { token: vaultReads } },
      'status version path-help version-history': { ...cloudReads, singleDash: true, operands: 'plain' },
      'read unwrap': vaultReads,
      list: { ...cloudReads, singleDash: true },
      write: { ...applies, singleDash: true },
      patch: { ...applies, singleDash: true },
      delete: { ...deletes, singleDash: true },
      kv: {
        singleDash: true,
        commands: {
          get: vaultReads,
          list: { ...cloudReads, singleDash: true },
          metadata: {
            singleDash: true,
            commands: {
              get: { ...cloudReads, singleDash: true },
              'put patch': { ...applies, singleDash: true },
              delete: { ...deletes, singleDash: true },
            },
          },
          'put patch undelete rollback enable-versioning': { ...applies, singleDash: true },
          'delete destroy': { ...deletes, singleDash: true },
        },
      },
      login: { ...logsIn, singleDash: true },
      token: {
        singleDash: true,
        commands: {
          'lookup capabilities': { ...cloudReads, singleDash: true },
          'create renew': vaultReads,
          revoke: { ...deletes, singleDash: true },
        },
      },
      'secrets auth audit policy lease plugin namespace': {
        singleDash: true,
        commands: {
          'list read lookup info fmt': { ...cloudReads, singleDash: true },
          'enable tune move write renew register reload create': { ...applies, singleDash: true },
          'disable delete revoke deregister': { ...deletes, singleDash: true },
        },
      },
      operator: { tier: 'execute', singleDash: true, does: ['change cloud/manage'], otherOptions: 'plain' },
      'server agent proxy ssh debug': {
        tier: 'execute',
        singleDash: true,
        does: ['opaque a server started by vault'],
        otherOptions: 'plain',
      },
    },
    examples: {
      'vault status': [],
      'vault status -address=http://e.example': 'connect e.example sends',
      'VAULT_ADDR=http://127.0.0.1:8200 vault status': 'connect 127.0.0.1:8200 sends',
      'vault kv get -field=x secret/app': 'change secrets/read',
      'vault kv metadata delete secret/app': 'change cloud/delete',
      'vault --namespace admin secrets disable kv/': 'change cloud/delete',
    },
  },
  'salt salt-call salt-ssh salt-run': {
    tier: 'execute',
    does: ['change hosts/run'],
    options: { 'test=True': 'plain' },
    otherOptions: 'plain',
    examples: { "salt '*' cmd.run uptime": 'change hosts/run' },
  },
  'chef-client chef-solo chef-apply puppet-agent': {
    tier: 'execute',
    does: ['change hosts/apply'],
    otherOptions: 'plain',
  },
  knife: {
    tier: 'execute',
    options: {
      '-c FILE --config=FILE': 'code',
      '-z --local-mode -y --yes': 'plain',
      '-F FORMAT --format=FORMAT -E NAME --environment=NAME': 'plain',
    },
    commands: {
      'node role environment cookbook client data user': {
        commands: {
          'list show': cloudReads,
          'create edit upload from run_list': { ...applies, operands: 'plain' },
          delete: deletes,
          bag: { commands: { 'list show': printsSecrets, 'create edit from': applies, delete: deletes } },
        },
      },
      'search status': cloudReads,
      'ssh exec bootstrap': runsThere,
    },
    examples: { 'knife node list': [], 'knife node delete web -y': 'change cloud/delete' },
  },
  puppet: {
    tier: 'execute',
    commands: {
      'help facts describe doc': { ...cloudReads, operands: 'plain' },
      parser: { commands: { validate: { ...cloudReads, operands: 'read' }, dump: cloudReads } },
      'apply agent device': {
        tier: 'execute',
        does: ['change hosts/apply'],
        options: { '--noop --test -t': 'plain', '-e CODE --execute=CODE': 'opaque puppet code' },
        otherOptions: 'plain',
      },
      module: {
        commands: {
          'list search': cloudReads,
          'install upgrade': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
          uninstall: { tier: 'execute', does: ['change packages/remove'], otherOptions: 'plain' },
        },
      },
      resource: { tier: 'execute', does: ['change hosts/apply'], otherOptions: 'plain' },
      config: { commands: { print: cloudReads, 'set delete': cloudManages } },
    },
    examples: { 'puppet parser validate site.pp': 'read site.pp', 'puppet apply site.pp': 'change hosts/apply' },
  },
}
