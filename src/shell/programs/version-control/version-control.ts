import type { Programs, Subcommand } from '../engine/table.ts'
import { packageReads } from '../shared/package-commands.ts'

export const changes = (change: 'commit' | 'branch' | 'merge' | 'stage' | 'configure'): Subcommand => ({
  tier: 'write',
  does: [`change versions/${change}`],
  otherOptions: 'plain',
  operands: 'plain',
})
const sends: Subcommand = { tier: 'write', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' }
const fetches: Subcommand = {
  tier: 'write',
  does: ['connect'],
  otherOptions: 'plain',
  operands: { '*://*': 'connect', '*': 'plain' },
}
const discards: Subcommand = {
  tier: 'write',
  does: ['change versions/discard'],
  otherOptions: 'plain',
  operands: 'plain',
}
const rewrites: Subcommand = {
  tier: 'write',
  does: ['change versions/history'],
  otherOptions: 'plain',
  operands: 'plain',
}
/** Commands that print, with the options that would run a program or write a file. */
export const prints: Subcommand = {
  ...packageReads,
  options: {
    '-o FILE --output=FILE': 'write',
    '--diff-cmd=COMMAND --tool=NAME --editor-cmd=COMMAND --command=COMMAND --using=COMMAND':
      'opaque an external program to run',
    '-T TEMPLATE --template=TEMPLATE -r REVISION --rev=REVISION --revision=REVISION -l N --limit=N -c REVISION -n N':
      'plain',
  },
}
/** Commands that print the named files. */
export const printsFiles: Subcommand = { ...prints, operands: { '*://*': 'connect', '*': 'read' } }
/** Prints file names only, unless an option adds the changed content. */
const printsHistory: Subcommand = {
  ...prints,
  options: { ...prints.options, '-p --patch --diff': 'operands read' },
}
/** Mercurial's own merge tools begin with a colon; any other is a program. */
const mergeTool = { ':* internal:*': 'plain', '*': 'opaque an external program to run' } as const
const remoteShell = { '-e COMMAND': 'run' } as const

/** Version control other than git. Settings in an argument can name programs, so they are opaque. */
export const versionControl: Programs = {
  hg: {
    tier: 'read',
    options: {
      '--config=SETTING --config-file=FILE': 'opaque a setting that may run code',
      // A repository's settings can run code.
      '-R DIR --repository=DIR': 'code',
      '--cwd=DIR': 'cwd',
      '--ssh=COMMAND': 'run',
      '--tool=NAME': mergeTool,
      '--remotecmd=COMMAND': 'opaque a program on the remote machine',
      '--debugger': 'opaque an interactive debugger',
      '-q --quiet -v --verbose -y --noninteractive --debug --traceback --pager=WHEN --color=WHEN': 'plain',
    },
    env: { HGRCPATH: 'opaque a custom configuration for hg' },
    commands: {
      'status st heads tip parents summary sum branches tags bookmarks-list root paths showconfig manifest files help version verify phase resolve-list config':
        prints,
      'log history': printsHistory,
      'diff annotate blame cat': printsFiles,
      grep: { ...prints, operands: ['plain', 'read...'] },
      'identify id incoming in outgoing out': {
        ...prints,
        options: { ...prints.options, ...remoteShell },
        operands: { '*://*': 'connect', '*': 'plain' },
      },
      'add addremove remove rm forget rename mv move copy cp': changes('stage'),
      'commit ci tag': { ...changes('commit'), options: { '-l FILE --logfile=FILE': 'read' } },
      'update up checkout co branch bookmark bookmarks graft merge': {
        ...changes('branch'),
        options: {
          '-C --clean': 'change versions/discard',
          '-r REVISION --rev=REVISION': 'plain',
          '-t NAME --tool=NAME': mergeTool,
        },
      },
      import: { ...changes('merge'), operands: { '*://*': 'connect', '-': 'plain', '*': 'read' } },
      'resolve shelve unshelve': { ...changes('merge'), options: { '-t NAME --tool=NAME': mergeTool } },
      pull: { ...fetches, options: remoteShell },
      push: { ...sends, options: remoteShell },
      clone: { tier: 'write', options: remoteShell, otherOptions: 'plain', operands: ['connect', 'write'] },
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
      "hg id -e 'rm x' ssh://h/r": ['run rm x', 'delete x', 'connect h'],
      "hg incoming --ssh 'rm x'": ['run rm x', 'delete x'],
      'hg --config hooks.pre-status=id status': 'opaque a setting that may run code: `hooks.pre-status=id`',
      'hg --config-file x status': 'opaque a setting that may run code: `x`',
      'HGRCPATH=x hg status': 'opaque a custom configuration for hg: `x`',
      "HGMERGE='rm x' hg merge": ['run rm x', 'delete x', 'change versions/branch'],
      'hg merge -t ./x': ['opaque an external program to run: `./x`', 'change versions/branch'],
      'hg merge --tool :other': 'change versions/branch',
      'hg cat -r 3 x': 'read x',
      'hg log x': [],
      'hg log -p x': 'read x',
      'hg import https://example.com/x.diff': ['change versions/merge', 'connect example.com'],
      'hg update -C': ['change versions/branch', 'change versions/discard'],
    },
  },
  svn: {
    tier: 'read',
    options: {
      '--config-option=SETTING --config-dir=DIR': 'opaque a setting that may run code',
      '--diff-cmd=COMMAND --diff3-cmd=COMMAND --editor-cmd=COMMAND': 'opaque an external program to run',
      '--accept=HOW': {
        'p postpone r working base mc mine-conflict tc theirs-conflict mf mine-full tf theirs-full recommended':
          'plain',
        '*': 'opaque an external program to run',
      },
      '--username=NAME --password=TEXT -x OPTIONS --extensions=OPTIONS': 'plain',
      '-q --quiet -v --verbose --non-interactive --no-auth-cache --xml --trust-server-cert': 'plain',
    },
    commands: {
      'status st stat info list ls proplist plist pl propget pget pg help mergeinfo youngest': {
        ...prints,
        operands: { '*://*': 'connect', '*': 'plain' },
      },
      log: { ...printsHistory, operands: { '*://*': 'connect', '*': 'plain' } },
      'diff di cat blame praise annotate': printsFiles,
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
      'svn diff --diff-cmd=id': 'opaque an external program to run: `id`',
      'svn update --diff3-cmd ./x': ['change versions/merge', 'opaque an external program to run: `./x`'],
      'svn merge --accept=launch': ['change versions/merge', 'opaque an external program to run: `launch`'],
      'svn merge --accept=theirs-full': 'change versions/merge',
      "SVN_SSH='rm x' svn update": ['run rm x', 'delete x', 'change versions/merge'],
      'svn cat x': 'read x',
      'svn cat https://example.com/x': 'connect example.com',
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
    env: { JJ_CONFIG: 'opaque a custom configuration for jj' },
    commands: {
      'status st log diff show evolog obslog interdiff help version root': prints,
      file: {
        tier: 'read',
        commands: { list: prints, 'show annotate': printsFiles, 'track untrack chmod': changes('stage') },
      },
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
  'tig lazygit gitui gitk': {
    tier: 'execute',
    options: { '-v -h --version --help': 'dry run' },
    examples: { 'tig -v': [] },
  },
}
