import { knownPrefix, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, orDryRun, packageManages, packageReads, projectCode, removes } from '../shared/package-commands.ts'

const service: Subcommand = {
  tier: 'execute',
  does: ['change system/service'],
  otherOptions: 'plain',
  operands: 'plain',
}

const brew: Program = {
  tier: 'read',
  options: {
    '--cache --cellar --caskroom --prefix --repository --repo --env --taps --config -S': 'plain',
    '--installed --formula --formulae --cask --casks --build-from-source -s --build-bottle --force-bottle --HEAD --unbrewed --shell=NAME --plain -q --quiet -v --verbose -d --debug --os=NAME --arch=NAME --bottle-tag=TAG':
      'plain',
  },
  operands: 'plain',
  commands: {
    // A formula file is Ruby code.
    'list ls info abv search deps uses outdated leaves desc doctor dr config missing options tap-info formulae casks log cat home homepage docs help commands shellenv livecheck formula which-formula linkage unbottled command':
      { ...packageReads, operands: { '*.rb': 'code', '*': 'plain' } },
    'install reinstall upgrade update up update-if-needed update-reset tap postinstall migrate developer vendor-install instal':
      orDryRun(installs),
    'uninstall remove rm autoremove cleanup untap': orDryRun(removes),
    'pin unpin link ln unlink': packageManages,
    // Downloads into its own cache. A name with a slash adds another tap, whose code runs.
    fetch: {
      ...packageReads,
      operands: { '*/*': 'change packages/install', '*.rb': 'change packages/install', '*': 'plain' },
    },
    analytics: { tier: 'read', commands: { state: packageReads, 'on off regenerate-uuid': packageManages } },
    services: {
      tier: 'read',
      options: { '--all --json --debug': 'plain', '--file=FILE': 'code' },
      commands: { 'list ls info i': packageReads, 'start stop restart run kill cleanup launch load unload': service },
    },
    bundle: {
      tier: 'execute',
      // Without a subcommand it installs.
      does: ['change packages/install'],
      options: {
        // A Brewfile is Ruby code.
        '--file=FILE': 'code',
        '--global -v --verbose -f --force --no-upgrade --no-lock --all --formula --brews --cask --casks --tap --taps --mas --vscode':
          'plain',
      },
      commands: {
        'list check env': packageReads,
        'install upgrade add': installs,
        'cleanup remove': removes,
        dump: { tier: 'write', options: { '--describe --no-restart': 'plain' } },
        'exec sh': { tier: 'read', operands: 'command' },
      },
    },
    'test tests': projectCode,
    'edit create extract irb ruby sh debugger prof style audit readall typecheck alias unalias': {
      tier: 'execute',
      does: ['opaque code or an editor'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    'gist-logs bump bump-formula-pr bump-cask-pr pr-pull pr-publish pr-upload': {
      tier: 'execute',
      does: ['change github/publish'],
      otherOptions: 'plain',
      operands: 'plain',
    },
  },
  examples: {
    'brew list --versions': [],
    'brew --prefix python': [],
    'brew services list': [],
    'brew services start postgresql': 'change system/service',
    'brew install jq': 'change packages/install',
    'brew bundle': 'change packages/install',
    'brew bundle list --all': [],
    'brew fetch --deps jq': [],
    'brew fetch x/y/z': 'change packages/install x/y/z',
    'brew tap x/y': 'change packages/install',
    'brew ruby -e x': 'opaque code or an editor',
  },
}

/** Homebrew. Its oldest queries are options instead of subcommands, so only a first word can be an unknown one. */
export const homebrew: Programs = { brew: { ...brew, custom: runBrew } }

function runBrew(call: ProgramCall): void {
  const [first] = call.args
  const isCommand = first !== undefined && !knownPrefix(first).startsWith('-')
  if (isCommand && compileProgram(brew).command?.(wordText(first)) === null)
    call.opaque(`unknown subcommand \`${wordText(first)}\` of \`brew\``)
  applyTable(brew, call)
}
