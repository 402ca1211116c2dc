import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs } from '../engine/table.ts'
import { bareSession } from '../shared/bare-session.ts'
import { installs, packageManages, packageReads, projectCode, removes } from '../shared/package-commands.ts'

const evaluation: Options = {
  '--expr EXPRESSION -E EXPRESSION': 'opaque a nix expression',
  '--option NAME': 'opaque a nix setting',
  '-f FILE --file FILE': 'code',
  '-o FILE --out-link FILE --profile DIR': 'write',
  '-L --print-build-logs -v --verbose --json --no-link --quiet --refresh --offline --show-trace --keep-going -k --no-update-lock-file --no-write-lock-file --rebuild --extra-experimental-features FEATURES --experimental-features FEATURES':
    'plain',
  '--accept-flake-config': 'opaque a nix setting',
  '--impure': 'opaque a nix evaluation that may read any file',
}

const flakes = {
  '*:*': 'opaque code from outside the project',
  'nixpkgs#*': 'opaque a package that is downloaded and run',
  '/*': 'code',
  '..*': 'code',
  '*': 'plain',
} as const

const nixTable: Program = {
  tier: 'read',
  options: evaluation,
  commands: {
    'search log show-config why-depends path-info derivation show-derivation help hash key doctor': packageReads,
    'build check': { ...projectCode, options: evaluation, operands: flakes },
    'fmt bundle': projectCode,
    eval: {
      ...projectCode,
      options: { ...evaluation, '--apply EXPRESSION': 'plain', '--raw': 'plain' },
      operands: flakes,
    },
    develop: {
      ...projectCode,
      options: { ...evaluation, '-c, --command': 'opaque a command in a nix environment' },
      operands: flakes,
    },
    'run shell': {
      tier: 'execute',
      options: evaluation,
      operands: ['opaque a package that is downloaded and run', 'plain...'],
    },
    flake: {
      tier: 'read',
      commands: {
        'show metadata info prefetch': packageReads,
        'check archive': { ...projectCode, options: evaluation, operands: flakes },
        'update lock': { tier: 'write', does: ['change packages/update'], otherOptions: 'plain', operands: 'plain' },
        'init new clone': {
          tier: 'write',
          options: { '-t TEMPLATE --template TEMPLATE': 'plain' },
          operands: 'write',
        },
      },
    },
    profile: {
      tier: 'read',
      commands: {
        'list history diff-closures': packageReads,
        'install add upgrade rollback': installs,
        'remove wipe-history': removes,
      },
    },
    store: {
      tier: 'read',
      commands: {
        'ls cat info ping verify path-from-hash-part diff-closures dump-path': packageReads,
        'gc delete': removes,
        'add add-file add-path optimise repair': packageManages,
      },
    },
    registry: { tier: 'read', commands: { list: packageReads, 'add remove pin': packageManages } },
    config: { tier: 'read', commands: { 'show check': packageReads } },
    'copy upgrade-nix': packageManages,
  },
  examples: {
    'nix search nixpkgs hello': [],
    'nix build .#x': [],
    'nix run nixpkgs#hello': 'opaque a package that is downloaded and run: `nixpkgs#hello`',
    'nix flake show': [],
    'nix develop -c rm x': ['run rm x', 'delete x'],
    'nix develop nixpkgs#hello --command ls': [
      'opaque a package that is downloaded and run: `nixpkgs#hello`',
      'run ls',
    ],
  },
}

/** Nix. */
export const nix: Programs = {
  nix: { ...nixTable, custom: runNix },
  'nix-env': {
    tier: 'read',
    options: {
      '-i --install -u --upgrade --set --set-flag --rollback -G --switch-generation -S --switch-profile':
        'change packages/install',
      '-e --uninstall --delete-generations': 'change packages/remove',
      '-f FILE --file FILE': 'code',
      '-E --from-expression': 'opaque a nix expression',
      '--dry-run': 'dry run',
      '-q -qa -qaP --query -a --available -A --attr -P --attr-path --installed --list-generations --description -s --status --json':
        'plain',
    },
    operands: 'plain',
    examples: { 'nix-env -q': [], 'nix-env -iA nixpkgs.hello': 'change packages/install' },
  },
  'nix-shell': bareSession({
    tier: 'execute',
    code: 'project',
    env: { NIX_PATH: { '*://*': 'opaque code from outside the project', '*': 'may name code' } },
    options: {
      '-p, --packages': 'opaque a package that is downloaded and run',
      '--run COMMAND --command COMMAND': 'run',
      ...evaluation,
      '--pure --keep NAME -A ATTR --attr ATTR': 'plain',
      '-I PATH': { '*://*': 'opaque code from outside the project', '*': 'may name code' },
    },
    operands: { '/*': 'code', '..*': 'code', '*://*': 'opaque code from outside the project', '*': 'plain' },
    examples: {
      'nix-shell --run "rm x"': ['run rm x', 'delete x'],
      'NIX_PATH=nixpkgs=https://e.example/x.tgz nix-shell --run ls': [
        'opaque code from outside the project: `nixpkgs=https://e.example/x.tgz`',
        'run ls',
      ],
      'nix-shell -p hello': 'opaque a package that is downloaded and run',
      'nix-shell': 'opaque an interactive `nix-shell` session',
    },
  }),
  'nix-build nix-instantiate': {
    tier: 'execute',
    code: 'project',
    options: { ...evaluation, '-A ATTR --attr ATTR --eval --strict --parse --no-out-link': 'plain' },
    operands: { '/*': 'code', '..*': 'code', '*://*': 'opaque code from outside the project', '*': 'plain' },
    examples: { 'nix-build -A x': [], "nix-build -E 'x'": 'opaque a nix expression: `x`' },
  },
  'nix-collect-garbage': {
    ...removes,
    tier: 'execute',
    examples: { 'nix-collect-garbage -d': 'change packages/remove' },
  },
  'nix-channel': {
    ...packageManages,
    tier: 'execute',
    options: { '--list': 'dry run' },
    examples: { 'nix-channel --list': [], 'nix-channel --update': 'change packages/manage' },
  },
  'nixos-rebuild darwin-rebuild home-manager': {
    tier: 'execute',
    does: ['change system/apply'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'nixos-rebuild switch': 'change system/apply' },
  },
}

/** `nix develop -c COMMAND words`: the rest is a command in the project's environment. */
function runNix(call: ProgramCall): void {
  const { args } = call
  const at = args[0] === 'develop' ? args.findIndex(arg => arg === '-c' || arg === '--command') : -1
  applyTable(nixTable, at < 0 ? call : { ...call, args: args.slice(0, at) })
  if (at >= 0) call.start(args.slice(at + 1), 'nix develop')
}
