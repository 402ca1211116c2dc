import { knownPrefix } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { Options, Program, Subcommand } from '../engine/table.ts'

/** Where they stand behind a subcommand they are its own, not those of the package manager. */
const short: Options = { '-v -V -h': 'plain' }

/** What the subcommands of package managers come down to. */
export const packageReads: Subcommand = { tier: 'read', otherOptions: 'plain', operands: 'plain' }

/** Code of others comes onto the machine, and often runs while it does. */
export const installs: Subcommand = {
  tier: 'execute',
  does: ['change packages/install'],
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/**
 * What the project's own files declare is fetched, as it is by any build: `cargo build` and `dotnet test` do it unasked.
 * A name, another registry or another place to put it is an installation, and so may be an option that nobody listed.
 * INVARIANT: only the manager's own options take a value: what swallows a word here and not there would hide a name.
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

/** None of them takes a word behind it, whoever knows it. */
const restoringFlags = [
  '-f --force -P -D --dev --no-dev --prod --production --optional --no-optional --offline --prefer-offline',
  '--frozen-lockfile --no-frozen-lockfile --prefer-frozen-lockfile --immutable --immutable-cache --pure-lockfile --lockfile-only --package-lock-only --no-package-lock --no-save --no-lockfile --frozen --locked --deployment',
  '--legacy-peer-deps --strict-peer-deps --no-strict-peer-dependencies --ignore-scripts --ignore-engines --ignore-optional --ignore-platform-reqs --ignore-workspace-root-check --shamefully-hoist --no-bin-links --check-cache --check-files --inline-builds --no-scripts --no-plugins',
  '--no-audit --no-fund --no-progress --no-ansi --no-cache --no-interaction --non-interactive --silent --quiet -q --verbose --prefer-dist --optimize-autoloader -o',
].join(' ')

/** `yarn`, `bundle`: without a subcommand it installs what the project declares. */
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

/** Manifests and lock files of the project change, nothing is installed. */
export const updates: Subcommand = {
  tier: 'write',
  does: ['change packages/update'],
  options: { ...short, '--dry-run': 'dry run' },
  otherOptions: 'plain',
  operands: 'plain',
}

/** Settings of the package manager itself: where packages come from, what runs when. */
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

/** Scripts, tests and builds that lie in the project. */
export const projectCode: Subcommand = {
  tier: 'execute',
  code: 'project',
  options: short,
  otherOptions: 'plain',
  operands: 'plain',
}

/** What builds, checks or packs what it is given, which may hold code. */
export const buildsPart: Subcommand = { ...projectCode, operands: 'may name code' }

/** A script of the project by its name; without one it lists them. */
export const runsScript: Subcommand = {
  ...packageReads,
  operands: 'opaque a script that is not known beforehand',
  commands: { '*': projectCode },
}

/** What stands behind the name is for the script. */
export const projectScript: Subcommand = { ...projectCode, passesOn: true }

export const passesToScript: Subcommand = { ...runsScript, commands: { '*': projectScript } }

/** Another package's program, fetched for this one run. */
export const fetchesAndRuns: Subcommand = {
  tier: 'execute',
  options: { ...short, '-c COMMAND --call=COMMAND': 'run', '-p NAME --package=NAME': 'plain' },
  otherOptions: 'plain',
  operands: ['opaque a package that is fetched and run', 'plain...'],
}

/** Starts the program that its operands name. */
export const starts: Subcommand = { tier: 'read', operands: 'command' }

/** Names that a project's scripts usually have, for managers that run a script by its bare name. */
export const scriptNames =
  'build dev lint format fmt typecheck type-check check check-types e2e coverage serve preview compile codegen generate watch storybook ci verify validate *:*'

/** Programs that a project usually brings along, for managers that run those by their bare name. */
export const projectToolNames =
  'tsc vue-tsc eslint prettier jest vitest mocha vite webpack rollup next nuxt astro playwright cypress turbo nx lerna biome stylelint'

/** The same for managers that know `--dry-run`; others overlook an option that they do not know. */
export const orDryRun = (command: Subcommand): Subcommand => ({
  ...command,
  options: { ...command.options, '--dry-run': 'dry run' },
})

/** Runs a script of the project by its name, or else starts a program. */
export const startsOrScript: Subcommand = {
  ...starts,
  commands: { [`${scriptNames} test tests cov docs style types all`]: projectCode },
}

/** A new manifest; with a name, the package `create-NAME` is fetched and run. */
export const initialises: Subcommand = {
  tier: 'write',
  options: { '-y --yes -p --private -2 -w --scope=SCOPE --license=NAME --init-type=TYPE --name=NAME': 'plain' },
  operands: 'opaque a package that is fetched and run',
}
