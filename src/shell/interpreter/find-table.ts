import type { Place } from '../../core/call.ts'
import type { EnvEntry } from '../../core/effect.ts'
import { baseName, expandHome, parentOf, resolvePath } from '../../core/path.ts'
import type { PolicyTable, RunTable } from '../../core/program-table.ts'
import { isKnown, type Word } from '../../core/word.ts'
import { zoneOf } from '../../guard/zone.ts'
import type { Frame } from '../frame/frame.ts'
import { placeFrom, places } from '../frame/scope.ts'
import { asksAnyForHelp } from '../programs/engine/asks-for-help.ts'
import { environment } from '../programs/engine/given-options.ts'
import type { Invocation } from '../programs/engine/program-call.ts'
import type { Program } from '../programs/engine/table.ts'
import { findProgram } from '../programs/find-program.ts'
import { isInstallPath, systemDirectories } from '../provenance/installed.ts'
import { introducedAt } from '../provenance/introduced-code.ts'
import { programFromEnvironment } from '../provenance/program-from-environment.ts'

/** The table that describes a program's arguments. */
export interface FoundTable {
  readonly table: Program
  /** Whether it is really the program that the table describes, and not another one of the same name. */
  readonly vouches: boolean
  /** The policy file that defines the table, if one does. */
  readonly from: RunTable | null
}

/**
 * INVARIANT: Sallyport's own tables come before those of policies, and no policy can vouch for a program that the agent
 * could write.
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

/** `NAME --version`, `NAME sub --help` of an unknown program that is installed: it prints and ends. */
const tellsAboutItself = ({ program, args, env }: Invocation, frame: Frame): boolean =>
  isKnown(program) &&
  /^([/~].*\/)?[a-z][\w.+-]*$/i.test(program) &&
  isSystemProgram(program, frame) &&
  isUnchangedPath(env, frame) &&
  environment(env, frame).every(({ value }) => isPlainValue(value)) &&
  asksAnyForHelp(args, name => places(frame.scope).some(place => mayExist(placeFrom(place, name), frame)))

/** A variable with a path in it may name code that the program loads. */
const isPlainValue = (value: Word): boolean => isKnown(value) && /^[\w.,:+-]*$/.test(value)

/** A word that names a file here does not count as a subcommand: an unknown program may run or delete that file. */
const mayExist = (file: Word, frame: Frame): boolean =>
  !isKnown(file) ||
  frame.world.facts.kind(resolvePath('/', file)) !== 'missing' ||
  introducedAt(resolvePath('/', file), frame) !== null

const tells: Program = { tier: 'read', otherOptions: 'plain' }

/** A bare name, found through the search path, or a path into an install directory. */
const isSystemProgram = (program: string, frame: Frame): boolean =>
  !program.includes('/') || systemDirectories.has(parentOf(program)) || isInstalledProgram(program, frame)

/** `~/.cargo/bin/cargo`, unless the call itself wrote that file. */
const isInstalledProgram = (program: string, frame: Frame): boolean =>
  frame.where.at === 'local' &&
  isInstallPath(parentOf(program), frame.world.place) &&
  introducedAt(program, frame) === null

/** The program's absolute path on this machine; null for a bare name or an unknown directory. */
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

/** A bare name matches only the bare name, found through the search path that the session started with. */
const isFound = ({ name }: PolicyTable, program: string, env: readonly EnvEntry[], frame: Frame): boolean =>
  name === program && isUnchangedPath(env, frame)

const isUnchangedPath = (env: readonly EnvEntry[], { scope }: Frame): boolean =>
  !scope.variables.has('PATH') && env.every(entry => entry.name !== 'PATH')

/** A path matches only a file outside the workspace and scratch, where the agent cannot write. */
function isBeyond({ name }: PolicyTable, path: string, { world }: Frame): boolean {
  const real = world.facts.realPath(path)
  if (real === null) return false
  const zone = zoneOf(real, world.place)
  return name.includes('/') && zone !== 'workspace' && zone !== 'scratch'
}
