import type { Options, Programs, Subcommand } from '../engine/table.ts'

const looks = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })
const asks = (what: `change ${string}/${string}`): Subcommand => ({
  tier: 'execute',
  does: [what],
  otherOptions: 'plain',
  operands: 'plain',
})
const pages = {
  '-p NAME --project=NAME -a NAME --assignee=NAME -s NAME --status=NAME -t NAME --type=NAME -y NAME --priority=NAME -l NAME --label=NAME -q TEXT --jql=TEXT --order-by=NAME --columns=LIST --paginate=RANGE --created=DATE --updated=DATE --comments=N --state=NAME -L N --limit=N --page=N -r REPO --repo=REPO --remote=NAME --login=NAME -o FORMAT --output=FORMAT --fields=LIST':
    'plain',
  '--plain --no-headers --no-truncate --raw --csv --json --reverse --table --current --prev --next': 'plain',
} as const

/** Services that a project works with: issues, releases and settings that are kept elsewhere. */
export const projectServices: Programs = {
  // jira-cli. Its settings may name another server, which would get the token.
  jira: {
    tier: 'read',
    options: { '-p NAME --project=NAME --debug': 'plain' },
    commands: {
      'me version serverinfo help': looks(),
      'issue issues': {
        commands: {
          'list ls search view show': looks(pages),
          'create edit update assign move transition link unlink clone comment watch worklog':
            asks('change service/run'),
          'delete remove rm del': asks('change service/delete'),
        },
      },
      'epic sprint': {
        commands: { 'list ls': looks(pages), 'create add remove close': asks('change service/run') },
      },
      'board project release': { commands: { 'list ls': looks(pages) } },
      init: asks('change service/login'),
    },
    examples: {
      'jira issue list -s Open --plain': [],
      'jira issue delete X-1': 'change service/delete',
      'jira -c /tmp/x.yml me': [
        'opaque unknown option `-c` of `jira`',
        'opaque unknown subcommand `/tmp/x.yml` of `jira`',
      ],
    },
  },
  // Gitea's client.
  tea: {
    tier: 'read',
    commands: {
      'issues issue i pulls pull pr labels label milestones ms releases release r organizations repos repo notifications n branches times':
        {
          ...looks(pages),
          commands: {
            'list ls': looks(pages),
            'create c edit e close open reopen merge m approve review reject add fork migrate':
              asks('change service/run'),
            'delete rm': asks('change service/delete'),
            'checkout co': asks('change git/branch'),
          },
        },
      whoami: looks(),
      'login logins logout': { ...asks('change service/login'), commands: { 'list ls': looks(pages) } },
    },
    examples: {
      'tea pulls list --state open': [],
      'tea releases create x': 'change service/run',
      'tea repos delete x': 'change service/delete',
    },
  },
  doppler: {
    tier: 'execute',
    options: { '-p NAME --project=NAME -c NAME --config=NAME --json --silent --no-color': 'plain' },
    commands: {
      'projects environments configs activity': {
        ...looks(),
        commands: { get: looks(), 'create update delete rename clone lock unlock': asks('change secrets/manage') },
      },
      me: looks(),
      secrets: { ...asks('change secrets/read'), commands: { 'set upload delete': asks('change secrets/manage') } },
      // The command gets every secret of the project.
      run: {
        tier: 'execute',
        does: ['change secrets/read'],
        options: { '--command=COMMAND': 'run', '--preserve-env': 'plain' },
        operands: 'command',
      },
      'login logout setup configure': asks('change secrets/login'),
    },
    examples: {
      'doppler projects': [],
      'doppler secrets get X': 'change secrets/read',
      'doppler run -- rm x': ['change secrets/read', 'run rm x', 'delete x'],
    },
  },
  vsce: {
    tier: 'execute',
    commands: {
      'ls show search version': looks({ '--json --yarn --no-yarn --tree --packagedDependencies=PATH': 'plain' }),
      // It runs the script of the manifest that prepares a release.
      package: {
        tier: 'execute',
        code: 'project',
        options: {
          '-o FILE --out=FILE': 'write',
          '-t NAME --target=NAME -m TEXT --message=TEXT --no-git-tag-version --no-update-package-json --pre-release --allow-star-activation --allow-missing-repository --skip-license --no-dependencies --yarn --no-yarn --baseContentUrl=URL --baseImagesUrl=URL':
            'plain',
        },
        operands: 'plain',
      },
      'publish unpublish': asks('change registry/publish'),
      'login logout': asks('change registry/login'),
    },
    examples: { 'vsce package -o a.vsix': 'write a.vsix', 'vsce publish': 'change registry/publish' },
  },
  bfg: {
    tier: 'execute',
    does: ['change git/history'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'bfg --delete-files id_rsa repo.git': 'change git/history' },
  },
  husky: {
    tier: 'execute',
    does: ['change git/hooks'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'husky init': 'change git/hooks' },
  },
  zellij: {
    tier: 'execute',
    commands: {
      'list-sessions ls list-aliases': looks({ '-n --no-formatting -s --short -r --reverse': 'plain' }),
      'kill-session k kill-all-sessions ka delete-session d delete-all-sessions da': asks('change process/kill'),
      run: {
        options: {
          '-n NAME --name=NAME -f --floating -i --in-place -c --close-on-exit -s --start-suspended -d HOW --direction=HOW':
            'plain',
          '--cwd=DIR': 'cwd',
        },
        operands: 'command',
      },
    },
    examples: {
      'zellij ls': [],
      'zellij run -- rm x': ['run rm x', 'delete x'],
      'zellij kill-session x': 'change process/kill',
      'zellij action write-chars id': 'opaque unknown subcommand `action` of `zellij`',
    },
  },
  tmuxinator: {
    tier: 'execute',
    commands: {
      'list ls l version doctor completions commands': looks({ '-n --newline -a --active': 'plain' }),
      // It prints the script, which the template decides.
      debug: { code: 'project', operands: 'plain' },
      'start s local': { does: ['opaque commands of a tmux template'], otherOptions: 'plain', operands: 'plain' },
      'stop stop-all': asks('change process/stop'),
      'delete d rm implode i': asks('change files/delete'),
    },
    examples: {
      'tmuxinator list': [],
      'tmuxinator start x': 'opaque commands of a tmux template',
      'tmuxinator implode': 'change files/delete',
    },
  },
}
