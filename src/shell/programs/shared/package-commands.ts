import { knownPrefix } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { Options, Program, Subcommand } from '../engine/table.ts'

/** After a subcommand these belong to the subcommand, not to the package manager. */
const short: Options = { '-v -V': 'plain' }

/** The kinds of subcommands that package managers have. */
export const packageReads: Subcommand = { tier: 'read', otherOptions: 'plain', operands: 'plain' }

/** Downloads other people's code, and often runs it while installing. */
export const installs: Subcommand = {
  tier: 'execute',
  does: ['change packages/install'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/**
 * Downloads the dependencies that the project's own files declare, as any build does: `cargo build` and `dotnet test` do it
 * without asking. A package name, another registry or another target directory makes it an installation, and so may an
 * unlisted option.
 * INVARIANT: only the manager's own options take a value: an option that takes one here but not in the real program would
 * hide a package name.
 */
export const restoring = (own: Options = {}): Subcommand => ({
  tier: 'execute',
  code: 'project',
  does: ['change packages/fetch'],
  options: {
    ...short,
    '-g --global --user --break-system-packages --location=WHERE --registry=URL': 'change packages/install',
    [restoringFlags]: 'plain',
    ...own,
  },
  operands: 'change packages/install',
})

/** None of them takes a value in any of the managers. */
const restoringFlags = [
  '-f --force -P -D --dev --save --save-dev --save-prod --save-optional --save-peer --save-exact --no-dev --prod --production --optional --no-optional --offline --prefer-offline',
  '--frozen-lockfile --no-frozen-lockfile --prefer-frozen-lockfile --immutable --immutable-cache --pure-lockfile --lockfile-only --package-lock-only --no-package-lock --no-save --no-lockfile --frozen --locked --deployment',
  '--legacy-peer-deps --strict-peer-deps --no-strict-peer-dependencies --ignore-scripts --ignore-engines --ignore-optional --ignore-platform-reqs --ignore-workspace-root-check --shamefully-hoist --no-bin-links --check-cache --check-files --inline-builds --no-scripts --no-plugins',
  '--no-audit --no-fund --no-progress --no-ansi --no-cache --no-interaction --non-interactive --silent --quiet -q --verbose --prefer-dist --optimize-autoloader -o',
].join(' ')

/** `yarn`, `bundle`: without a subcommand it installs the dependencies that the project declares. */
export const orRestores = (program: Program): Program => ({
  ...program,
  custom: call => {
    const isBare = call.args.every(arg => knownPrefix(arg).startsWith('-'))
    applyTable(isBare ? { ...restoring(program.options), tier: 'execute' } : program, call)
  },
})

export const removes: Subcommand = {
  tier: 'execute',
  does: ['change packages/remove'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/** Changes manifests and lock files of the project without installing anything. */
export const updates: Subcommand = {
  tier: 'write',
  does: ['change packages/update'],
  options: { ...short, '--dry-run': 'dry run' },
  otherOptions: 'plain',
  operands: 'plain',
}

/** Fields of the package itself. A dependency that is written down here is installed later without being named. */
export const editsPackage: Subcommand = {
  ...updates,
  operands: { '*ependencies* overrides* resolutions* pnpm.*': 'change packages/install', '*': 'plain' },
}

/** Settings of the package manager itself: registries, hooks. */
export const packageManages: Subcommand = {
  tier: 'execute',
  does: ['change packages/manage'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

export const publishes: Subcommand = {
  tier: 'execute',
  does: ['change registry/publish'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

export const logins: Subcommand = {
  tier: 'execute',
  does: ['change registry/login'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/** Scripts, tests and builds of the project. */
export const projectCode: Subcommand = {
  tier: 'execute',
  code: 'project',
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/** Builds, checks or packs its operands, which may contain code. */
export const buildsPart: Subcommand = { ...projectCode, operands: 'may name code' }

/** Runs a script of the project by its name; without a name it lists them. */
export const runsScript: Subcommand = {
  ...packageReads,
  operands: 'opaque a script name only known at run time',
  commands: { '*': projectCode },
}

/** Words after the script's name are passed to the script. */
export const projectScript: Subcommand = { ...projectCode, passesOn: true }

export const passesToScript: Subcommand = { ...runsScript, commands: { '*': projectScript } }

/** Downloads another package and runs its program. */
export const fetchesAndRuns: Subcommand = {
  tier: 'execute',
  options: { ...short, '-c COMMAND --call=COMMAND': 'run', '-p NAME --package=NAME': 'plain' },
  otherOptions: 'plain',
  operands: ['opaque a package that is downloaded and run', 'plain...'],
}

/** Starts the program named by its operands. */
export const starts: Subcommand = { tier: 'read', operands: 'command' }

/** Names that project scripts usually have, for managers that run a script by its bare name. */
export const scriptNames =
  'build dev lint format fmt typecheck type-check check check-types e2e coverage serve preview compile codegen generate watch storybook ci verify validate *:*'

/** Programs that projects usually install, for managers that run them by their bare name. */
export const projectToolNames =
  'tsc vue-tsc eslint prettier jest vitest mocha vite webpack rollup next nuxt astro playwright cypress turbo nx lerna biome stylelint'

/** The same for managers that support `--dry-run`; other managers ignore unknown options. */
export const orDryRun = (command: Subcommand): Subcommand => ({
  ...command,
  options: { ...command.options, '--dry-run': 'dry run' },
})

/** Runs a script of the project by its name, or else starts a program. */
export const startsOrScript: Subcommand = {
  ...starts,
  commands: { [`${scriptNames} test tests cov docs style types all`]: projectCode },
}

/** Creates a manifest; with a name, it downloads and runs the package `create-NAME`. */
export const initialises: Subcommand = {
  tier: 'write',
  options: { '-y --yes -p --private -2 -w --scope=SCOPE --license=NAME --init-type=TYPE --name=NAME': 'plain' },
  operands: 'opaque a package that is downloaded and run',
}
