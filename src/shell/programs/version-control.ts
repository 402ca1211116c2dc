import { reads } from './package-commands.ts'
import type { Command, Programs } from './table.ts'

const changes = (change: 'commit' | 'branch' | 'merge' | 'stage' | 'configure'): Command => ({
  tier: 'write',
  does: [`change versions/${change}`],
  otherOptions: 'plain',
  operands: 'plain',
})
const sends: Command = { tier: 'write', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' }
const fetches: Command = {
  tier: 'write',
  does: ['connect'],
  otherOptions: 'plain',
  operands: { '*://*': 'connect', '*': 'plain' },
}
const discards: Command = { tier: 'write', does: ['change versions/discard'], otherOptions: 'plain', operands: 'plain' }
const rewrites: Command = { tier: 'write', does: ['change versions/history'], otherOptions: 'plain', operands: 'plain' }
/** What prints, with the options that would run a program or write a file. */
const prints: Command = {
  ...reads,
  options: {
    '-o FILE --output=FILE': 'write',
    '--diff-cmd=COMMAND --tool=NAME --editor-cmd=COMMAND': 'opaque a program for it',
    '-T TEMPLATE --template=TEMPLATE -r REVISION --rev=REVISION --revision=REVISION -l N --limit=N -c REVISION -n N':
      'plain',
  },
}

/** Version control other than git. Settings in an argument can name programs, so they are opaque. */
export const versionControl: Programs = {
  hg: {
    tier: 'read',
    options: {
      '--config=SETTING': 'opaque a setting that may run code',
      // The settings of a repository run code.
      '-R DIR --repository=DIR': 'code',
      '--cwd=DIR': 'cwd',
      '--ssh=COMMAND': 'run',
      '--remotecmd=COMMAND': 'opaque a program elsewhere',
      '-q --quiet -v --verbose -y --noninteractive --debug --traceback --pager=WHEN --color=WHEN -h': 'plain',
    },
    commands: {
      'status st log history diff annotate blame cat heads tip parents summary sum branches tags bookmarks-list identify id root paths showconfig manifest files grep help version incoming outgoing verify phase resolve-list config':
        prints,
      'add addremove remove rm forget rename mv move copy cp': changes('stage'),
      'commit ci tag': changes('commit'),
      'update up checkout co branch bookmark bookmarks graft merge': {
        ...changes('branch'),
        options: { '-C --clean': 'change versions/discard', '-r REVISION --rev=REVISION': 'plain' },
      },
      'import resolve shelve unshelve': changes('merge'),
      pull: { ...fetches, options: { '-e COMMAND': 'run' } },
      push: { ...sends, options: { '-e COMMAND': 'run' } },
      clone: { tier: 'write', options: { '-e COMMAND': 'run' }, otherOptions: 'plain', operands: ['connect', 'write'] },
      init: { tier: 'write', operands: 'write' },
      'revert purge': discards,
      'rebase histedit strip rollback backout amend uncommit evolve absorb': rewrites,
      serve: { tier: 'execute', does: ['change network/network'], otherOptions: 'plain' },
    },
    examples: {
      'hg status': [],
      'hg commit -m x': 'change versions/commit',
      'hg push': 'connect … sends',
      "hg pull --ssh='rm x'": ['connect …', 'run rm x', 'delete x'],
      'hg --config hooks.pre-status=id status': 'opaque a setting that may run code: `hooks.pre-status=id`',
      'hg update -C': ['change versions/branch', 'change versions/discard'],
    },
  },
  svn: {
    tier: 'read',
    options: {
      '--config-option=SETTING --config-dir=DIR': 'opaque a setting that may run code',
      '--username=NAME --password=TEXT': 'plain',
      '-q --quiet -v --verbose --non-interactive --no-auth-cache --xml -h --trust-server-cert': 'plain',
    },
    commands: {
      'status st stat log diff di info list ls cat blame praise annotate proplist plist pl propget pget pg help mergeinfo youngest':
        { ...prints, operands: { '*://*': 'connect', '*': 'plain' } },
      'add mkdir copy cp move mv rename resolve resolved changelist propset pset ps': {
        ...changes('stage'),
        operands: { '*://*': 'connect sends', '*': 'plain' },
      },
      'update up switch sw merge': { ...changes('merge'), operands: { '*://*': 'connect', '*': 'plain' } },
      'checkout co export': { tier: 'write', otherOptions: 'plain', operands: ['connect', 'write'] },
      'commit ci import lock unlock': sends,
      'revert cleanup': discards,
      'delete del remove rm': { ...discards, operands: { '*://*': 'connect sends', '*': 'delete' } },
    },
    examples: {
      'svn status': [],
      'svn diff --diff-cmd=id': 'opaque a program for it: `id`',
      'svn commit -m x': 'connect … sends',
      'svn revert -R .': 'change versions/discard',
    },
  },
  jj: {
    tier: 'read',
    options: {
      '--config=SETTING --config-toml=TEXT --config-file=FILE': 'opaque a setting that may run code',
      '-R DIR --repository=DIR': 'code',
      '--no-pager --quiet --ignore-working-copy --color=WHEN --at-op=ID --at-operation=ID --debug': 'plain',
    },
    commands: {
      'status st log diff show evolog obslog interdiff help version root': prints,
      file: { tier: 'read', commands: { 'list show annotate': prints, 'track untrack chmod': changes('stage') } },
      op: { tier: 'read', commands: { 'log show diff': prints, 'restore undo abandon': rewrites } },
      bookmark: {
        tier: 'read',
        commands: {
          list: prints,
          'create set move rename track untrack': changes('branch'),
          'delete forget': rewrites,
        },
      },
      branch: {
        tier: 'read',
        commands: { list: prints, 'create set move rename': changes('branch'), 'delete forget': rewrites },
      },
      workspace: {
        tier: 'read',
        commands: { 'list root': prints, 'add update-stale': { tier: 'write', operands: 'write' }, forget: rewrites },
      },
      config: {
        tier: 'read',
        commands: {
          'list get path': prints,
          '*': {
            tier: 'execute',
            does: ['opaque a setting that may run code'],
            otherOptions: 'plain',
            operands: 'plain',
          },
        },
      },
      'new commit ci describe desc edit next prev duplicate': changes('commit'),
      'squash split rebase abandon undo parallelize absorb diffedit backout simplify-parents restore': rewrites,
      git: {
        tier: 'read',
        commands: {
          remote: {
            tier: 'read',
            commands: {
              list: prints,
              'add rename set-url remove': { tier: 'write', does: ['change versions/manage'], operands: 'plain' },
            },
          },
          fetch: fetches,
          push: sends,
          'export import': changes('branch'),
          clone: { tier: 'write', otherOptions: 'plain', operands: ['connect', 'write'] },
          init: { tier: 'write', otherOptions: 'plain', operands: 'write' },
        },
      },
    },
    examples: {
      'jj log': [],
      'jj describe -m x': 'change versions/commit',
      'jj git push': 'connect … sends',
      'jj git fetch': 'connect …',
      'jj abandon': 'change versions/history',
    },
  },
  'fossil p4 bzr cvs': {
    tier: 'execute',
    commands: {
      'status info changes timeline log diff finfo ls cat annotate blame version help opened describe filelog have where print changelists users clients':
        prints,
      'add edit': changes('stage'),
    },
    examples: { 'p4 info': [], 'fossil status': [] },
  },
  'tig lazygit gitui gitk': {
    tier: 'execute',
    options: { '-v -h --version --help': 'dry run' },
    examples: { 'tig -v': [] },
  },
}
