import type { Place } from '../../../core/call.ts'
import type { EnvEntry } from '../../../core/effect.ts'
import { baseName, expandHome, parentOf, resolvePath } from '../../../core/path.ts'
import type { PolicyTable, RunTable } from '../../../core/program-table.ts'
import { isKnown } from '../../../core/word.ts'
import { zoneOf } from '../../../guard/zone.ts'
import type { Frame } from '../../frame/frame.ts'
import { isInstallPath } from '../../provenance/installed.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import { programFromEnvironment } from '../../provenance/program-from-environment.ts'
import { findProgram } from '../index.ts'
import type { Invocation } from './run.ts'
import type { Program } from './table.ts'

/** The table for a program's arguments. */
export interface FoundTable {
  readonly table: Program
  /** Whether the program is certainly the one that the table describes, and not another one of the same name. */
  readonly vouches: boolean
  /** The policy that the table comes from; null for Sallyport's own. */
  readonly from: RunTable | null
}

/**
 * INVARIANT: Sallyport's own tables come before any policy's, and no policy can vouch for a program that the agent could
 * write.
 */
export function findTable(invocation: Invocation, frame: Frame): FoundTable | null {
  const { program, env } = invocation
  if (!isKnown(program)) return toldTable(programFromEnvironment(program, frame))
  const own = findProgram(baseName(program))
  if (own !== null) return { table: own, vouches: isSystemProgram(program, frame), from: null }
  const taught = frame.world.tables?.get(baseName(program))
  if (taught === undefined)
    return tellsAboutItself(invocation, frame) ? { table: tells, vouches: true, from: null } : null
  const path = pathOf(program, frame)
  const found = taught.find(({ name }) => !name.includes('/') || namesPath(name, path, frame.world.place))
  if (found === undefined) return null
  const vouches = found.vouches && (path === null ? isFound(found, program, env, frame) : isBeyond(found, path, frame))
  return { table: found.table, vouches, from: { ...found.from, vouches } }
}

function toldTable(name: string | null): FoundTable | null {
  const table = name === null ? null : findProgram(name)
  return table === null ? null : { table, vouches: true, from: null }
}

/** `NAME --version` of an unknown program, found in the session's search path: it prints and exits. */
const tellsAboutItself = ({ program, args, env }: Invocation, frame: Frame): boolean =>
  isKnown(program) &&
  /^[a-z][\w.+-]*$/i.test(program) &&
  args.length === 1 &&
  (args[0] === '--version' || args[0] === '--help') &&
  isUnchangedPath(env, frame)

const tells: Program = { tier: 'read' }

const systemBins = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/snap/bin',
  '/usr/libexec',
]

/** A bare name, which the search path resolves, or a path to a directory of installed programs. */
const isSystemProgram = (program: string, frame: Frame): boolean =>
  !program.includes('/') || systemBins.includes(parentOf(program)) || isInstalledProgram(program, frame)

/** `~/.cargo/bin/cargo`, unless the call itself has put it there. */
const isInstalledProgram = (program: string, frame: Frame): boolean =>
  frame.where.at === 'local' &&
  isInstallPath(parentOf(program), frame.world.place) &&
  introducedAt(program, frame) === null

/** The program's path on this machine; null for a bare name, or if the path is unknown. */
const pathOf = (program: string, { scope, where }: Frame): string | null =>
  program.includes('/') &&
  isKnown(scope.cwd) &&
  (program.startsWith('/') || scope.elsewhere.length === 0) &&
  where.at === 'local'
    ? resolvePath(scope.cwd, program)
    : null

const namesPath = (name: string, path: string | null, { home, workspace }: Place): boolean =>
  path !== null &&
  (/^[/~]/.test(name) ? [expandHome(name, home)] : workspace.map(root => `${root}/${name}`)).some(
    one => resolvePath('/', one) === path,
  )

/** A table for a bare name only matches that bare name, resolved in the search path that the session started with. */
const isFound = ({ name }: PolicyTable, program: string, env: readonly EnvEntry[], frame: Frame): boolean =>
  name === program && isUnchangedPath(env, frame)

const isUnchangedPath = (env: readonly EnvEntry[], { scope }: Frame): boolean =>
  !scope.variables.has('PATH') && env.every(entry => entry.name !== 'PATH')

/** A table for a path only matches a file outside the workspace and scratch space. */
function isBeyond({ name }: PolicyTable, path: string, { world }: Frame): boolean {
  const real = world.facts.realPath(path)
  if (real === null) return false
  const zone = zoneOf(real, world.place)
  return name.includes('/') && zone !== 'workspace' && zone !== 'scratch'
}
