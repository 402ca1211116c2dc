import type { Options, Programs, Subcommand } from '../engine/table.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  deploys,
  logsIn,
  printsSecrets,
  runsProject,
  runsThere,
  stops,
} from './cloud-actions.ts'
import { noun, nounVerbs, otherNouns } from './cloud-nouns.ts'

const forwards: Subcommand = { tier: 'execute', does: ['change cloud/network'], otherOptions: 'plain' }
/** Makes this machine, or a part of it, reachable from the internet. */
const exposes: Subcommand = { tier: 'execute', does: ['change network/expose'], otherOptions: 'plain' }
const help: Options = { '-h': 'dry run' }

/** Programs of hosting services. */
export const hosting: Programs = {
  doctl: {
    tier: 'execute',
    options: {
      ...help,
      '-t TOKEN --access-token=TOKEN -c FILE --config=FILE --context=NAME -o FORMAT --output=FORMAT': 'plain',
      // That host receives the token.
      '-u URL --api-url=URL': 'connect sends',
    },
    commands: {
      'version account balance': { ...cloudReads, operands: 'plain' },
      auth: { commands: { list: cloudReads, 'init switch remove': cloudManages } },
      databases: {
        commands: {
          ...nounVerbs,
          // A database URL contains its password.
          'get connection': printsSecrets,
          user: noun({ 'get list ls': printsSecrets, reset: printsSecrets }),
          'db pool replica maintenance-window backups sql-mode configuration firewalls options fork events': noun(),
        },
      },
      'compute kubernetes apps monitoring projects vpcs registry serverless invoice billing-history 1-click': {
        commands: {
          ...nounVerbs,
          'logs tier-info options propose': cloudReads,
          status: { tier: 'read', options: { '--credentials': 'change secrets/read' }, otherOptions: 'plain' },
          ssh: runsThere,
          'create-deployment': deploys,
          'login kubeconfig docker-config': cloudManages,
          connection: printsSecrets,
          'droplet domain image firewall load-balancer volume snapshot ssh-key region size tag cdn certificate reserved-ip floating-ip action plugin cluster node-pool db user pool replica maintenance-window repository garbage-collection alert uptime registries backups sql-mode configuration firewalls':
            noun({ 'records repository': noun(), 'delete-manifest delete-tag': deletes, user: noun() }),
          'droplet-action volume-action image-action': applies,
        },
      },
      ...otherNouns,
    },
    examples: {
      'doctl compute droplet list': [],
      'doctl compute droplet delete web -f': 'change cloud/delete',
      'doctl compute ssh web': 'change cloud/run',
      'doctl account get --api-url https://e.example': 'connect e.example sends',
      'doctl databases list': [],
      'doctl databases get x': 'change secrets/read',
      'doctl databases user list x': 'change secrets/read',
      'doctl databases db list x': [],
      'doctl serverless status --credentials': 'change secrets/read',
    },
  },
  'fly flyctl': {
    tier: 'execute',
    options: {
      ...help,
      '-a NAME --app=NAME -c FILE --config=FILE -o NAME --org=NAME -r NAME --region=NAME -t TOKEN --access-token=TOKEN':
        'plain',
      '-j --json -v --verbose': 'plain',
    },
    commands: {
      'status logs info version doctor platform releases history services checks': { ...cloudReads, operands: 'plain' },
      auth: {
        commands: { whoami: cloudReads, token: printsSecrets, 'login docker signup': logsIn, logout: cloudManages },
      },
      'deploy launch': deploys,
      'apps app machine machines m volumes volume ips ip certs regions image postgres pg redis orgs scale autoscale wireguard domains dns-records storage extensions':
        noun({
          'start run clone': applies,
          exec: runsThere,
          connect: runsThere,
          'count vm memory': applies,
          'kill cordon': stops,
          'releases snapshots': { ...cloudReads, operands: 'plain' },
        }),
      'secrets tokens': noun({ 'deploy sync': deploys, create: printsSecrets }),
      config: { commands: { 'show validate env': cloudReads, save: { tier: 'write', otherOptions: 'plain' } } },
      'ssh console sftp': runsThere,
      proxy: forwards,
      'suspend restart': stops,
      destroy: deletes,
      ...otherNouns,
    },
    examples: {
      'fly status -a web': [],
      'fly deploy': 'change cloud/deploy',
      'flyctl apps destroy web --yes': 'change cloud/delete',
      'fly auth token': 'change secrets/read',
    },
  },
  'linode-cli hcloud': {
    tier: 'execute',
    options: {
      ...help,
      '--context=NAME --config=FILE --poll-interval=N --format=TEXT --as-user=NAME --page=N': 'plain',
      '--json --text --pretty --no-headers --debug --quiet --suppress-warnings': 'plain',
      '--endpoint=URL': 'connect sends',
    },
    commands: {
      'version completion regions': { ...cloudReads, operands: 'plain' },
      'configure context obj': cloudManages,
      'linodes domains volumes nodebalancers firewalls lke databases images stackscripts account profile networking vpcs sshkeys tags object-storage events server volume network firewall load-balancer floating-ip primary-ip ssh-key image certificate placement-group datacenter location server-type iso all zone storage-box':
        noun({
          '*-list *-view view metrics': cloudReads,
          'boot poweron clone rebuild rescue snapshot backup-* *-create *-update *-attach': applies,
          '*-delete': deletes,
          'ssh request-console': runsThere,
          'kubeconfig-view reset-password create-token token-create': printsSecrets,
        }),
    },
    examples: {
      'hcloud server list': [],
      'hcloud server delete web': 'change cloud/delete',
      'linode-cli linodes list --json': [],
    },
  },
  fastly: {
    tier: 'execute',
    options: {
      ...help,
      '-t TOKEN --token=TOKEN -o NAME --profile=NAME -s ID --service-id=ID --service-name=NAME --version=N': 'plain',
      '-v --verbose -d --debug-mode -y --auto-yes -i --non-interactive -j --json -q --quiet': 'plain',
      '--api=URL --account=URL': 'connect sends',
    },
    commands: {
      'whoami version pops ip-list help log-tail stats': { ...cloudReads, operands: 'plain', otherOptions: 'plain' },
      'service-version': {
        commands: { list: cloudReads, 'activate deactivate': deploys, 'clone update lock stage unstage': applies },
      },
      'service vcl dictionary dictionary-item dictionary-entry acl acl-entry backend domain healthcheck logging secret-store secret-store-entry kv-store kv-store-entry config-store config-store-entry object-storage tls-config tls-custom tls-subscription user user-token auth-token purge rate-limit resource-link alerts products dashboard image-optimizer-defaults':
        noun({
          version: { commands: { list: cloudReads, 'activate deactivate': deploys, 'clone update lock': applies } },
          'custom snippet condition': noun(),
          describe: cloudReads,
        }),
      compute: {
        commands: {
          'build serve validate metadata hash-files': runsProject,
          'deploy publish update': deploys,
          init: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
        },
      },
      'auth sso': logsIn,
      profile: { commands: { list: cloudReads, token: printsSecrets, 'create switch update delete': cloudManages } },
    },
    examples: {
      'fastly service list': [],
      'fastly service version activate --version 5': 'change cloud/deploy',
      'fastly vcl delete --name x': 'change cloud/delete',
    },
  },
  cloudflared: {
    tier: 'execute',
    does: ['change network/expose'],
    options: {
      '--url=URL --hostname=NAME --name=NAME --loglevel=LEVEL --protocol=NAME --token=TOKEN': 'plain',
      '--config=FILE --credentials-file=FILE': 'read',
      '--no-autoupdate': 'plain',
    },
    commands: {
      'version help': cloudReads,
      tunnel: {
        ...exposes,
        operands: 'plain',
        options: { '--url=URL': 'plain' },
        commands: {
          'list info': cloudReads,
          token: printsSecrets,
          'create route run vnet': { ...exposes, operands: 'plain' },
          'delete cleanup': deletes,
          login: logsIn,
        },
      },
      access: { commands: { login: logsIn, token: printsSecrets, 'curl tcp ssh rdp smb': forwards } },
      'service update': cloudManages,
      login: logsIn,
      'proxy-dns tail': forwards,
    },
    examples: {
      'cloudflared tunnel list': [],
      'cloudflared tunnel --url http://localhost:80': 'change network/expose',
      'cloudflared --url http://localhost:1': 'change network/expose',
    },
  },
}
