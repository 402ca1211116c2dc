import { applyTable } from '../engine/apply.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { apiCommand, readingApiCommand, readsOnly } from '../shared/api-method.ts'

const reads: Subcommand = { tier: 'read', otherOptions: 'plain', operands: 'plain' }

const applies: Subcommand = {
  tier: 'execute',
  does: ['change gitlab/apply'],
  options: {
    '-t TEXT --title=TEXT -d TEXT --description=TEXT -l NAME --label=NAME -a LOGIN --assignee=LOGIN --reviewer=LOGIN -b BRANCH --target-branch=BRANCH -s BRANCH --source-branch=BRANCH -m TEXT --message=TEXT --milestone=NAME -B BRANCH --branch=BRANCH --variables=PAIR -n NAME --name=NAME -c COLOR --color=COLOR -v VALUE --value=VALUE --scope=SCOPE -g GROUP --group=GROUP --ref=REF':
      'plain',
    '-f --fill --draft --wip -y --yes --push -w --web --squash-before-merge --remove-source-branch --no-editor --create-source-branch -p --public --private --ready':
      'plain',
  },
  operands: 'plain',
}

const publishes: Subcommand = { ...applies, does: ['change gitlab/publish'] }
const deletes: Subcommand = { ...applies, does: ['change gitlab/delete'] }
const runs: Subcommand = { ...applies, does: ['change gitlab/run'] }
const downloads: Subcommand = {
  tier: 'write',
  options: { '-p DIR --path=DIR -D DIR --dir=DIR': 'write', '-n NAME --asset-name=NAME': 'plain' },
  operands: 'plain',
}
const keys: Subcommand = {
  tier: 'read',
  commands: {
    'list get': reads,
    add: { ...applies, does: ['change gitlab/add-key'], operands: 'read' },
    delete: deletes,
  },
}

const table: Program = {
  tier: 'read',
  options: { '-R REPO --repo=REPO': 'plain', '-h': 'dry run' },
  commands: {
    api: apiCommand('gitlab'),
    'version help completion check-update': reads,
    mr: {
      tier: 'read',
      commands: {
        'list ls view show diff issues approvers': reads,
        checkout: {
          tier: 'write',
          does: ['connect', 'change git/branch'],
          options: { '-b BRANCH --branch=BRANCH': 'plain' },
          operands: 'plain',
        },
        'create new update note comment approve revoke close reopen rebase todo subscribe unsubscribe for': applies,
        'merge accept': publishes,
        delete: deletes,
      },
    },
    'issue incident': {
      tier: 'read',
      commands: {
        'list ls view show': reads,
        board: { tier: 'read', commands: { view: reads, create: applies } },
        'create new update note comment close reopen subscribe unsubscribe': applies,
        delete: deletes,
      },
    },
    'ci pipe pipeline': {
      tier: 'read',
      commands: {
        'list ls get status view trace lint config': reads,
        'run run-trig retry trigger': runs,
        cancel: runs,
        delete: deletes,
        artifact: downloads,
      },
    },
    job: { tier: 'read', commands: { artifact: downloads } },
    schedule: { tier: 'read', commands: { 'list ls': reads, 'create update run': runs, delete: deletes } },
    'repo project': {
      tier: 'read',
      commands: {
        'list ls view show search contributors': reads,
        clone: {
          tier: 'write',
          does: ['connect'],
          options: { '-g GROUP --group=GROUP -p --preserve-namespace -a --archived[=BOOL] --paginate': 'plain' },
          operands: {
            '-*': 'opaque an option passed to git',
            '*://*': 'connect',
            '/*': 'write',
            '..*': 'write',
            '*': 'plain',
          },
        },
        archive: downloads,
        'create new fork mirror transfer update members': publishes,
        delete: deletes,
      },
    },
    release: {
      tier: 'read',
      commands: {
        'list ls view': reads,
        download: downloads,
        'create upload': { ...publishes, operands: ['plain', 'read...'] },
        delete: deletes,
      },
    },
    'label milestone iteration': {
      tier: 'read',
      commands: { 'list ls get': reads, 'create new edit': applies, delete: deletes },
    },
    snippet: { tier: 'read', commands: { create: { ...publishes, operands: 'read' } } },
    variable: {
      tier: 'read',
      commands: {
        'list ls': reads,
        'get export': { ...reads, tier: 'execute', does: ['change secrets/read'] },
        'set update': applies,
        delete: deletes,
      },
    },
    securefile: {
      tier: 'read',
      commands: {
        'list ls get': reads,
        download: { ...downloads, does: ['change secrets/read'] },
        create: { ...applies, operands: 'read' },
        remove: deletes,
      },
    },
    'ssh-key gpg-key deploy-key': keys,
    token: {
      tier: 'read',
      commands: { 'list ls': reads, 'create rotate': { ...applies, does: ['change secrets/read'] }, revoke: deletes },
    },
    user: { tier: 'read', commands: { events: reads } },
    changelog: { tier: 'read', commands: { generate: reads } },
    auth: {
      tier: 'read',
      commands: {
        status: {
          tier: 'read',
          options: { '-t --show-token': 'change secrets/read', '-a --all --hostname=HOST': 'plain' },
        },
        'login logout configure-docker docker-helper': { ...applies, does: ['change gitlab/login'] },
      },
    },
    config: {
      tier: 'read',
      options: { '-g --global -h HOST --host=HOST': 'plain' },
      commands: {
        get: { tier: 'read', operands: { '*token*': 'change secrets/read', '*': 'plain' } },
        set: { tier: 'execute', operands: ['plain', 'opaque a setting that may run code'] },
        edit: { tier: 'execute', does: ['opaque an editor'] },
      },
    },
    alias: {
      tier: 'read',
      commands: {
        'list ls': reads,
        set: { tier: 'execute', does: ['opaque an alias, which can run commands'], operands: 'plain' },
        delete: { tier: 'write', operands: 'plain' },
      },
    },
  },
}

const reading: Program = { ...table, commands: { ...table.commands, api: readingApiCommand } }

/** GitLab from the command line. */
export const gitlab: Programs = {
  glab: {
    ...table,
    custom: call => applyTable(readsOnly(table, call) ? reading : table, call),
    examples: {
      'glab mr view 12': [],
      'glab ci list': [],
      'glab config get editor': [],
      'glab config get token': 'change secrets/read token',
      'glab api projects/x/merge_requests/1': [],
      'glab api -X POST projects/x/issues': 'change gitlab/apply POST',
      'glab mr merge 12 --yes': 'change gitlab/publish',
      'glab variable get TOKEN': 'change secrets/read',
      'glab repo clone my/group': 'connect …',
    },
  },
}
