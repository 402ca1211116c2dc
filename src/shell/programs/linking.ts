import { baseName, parentOf, resolvePath } from '../../core/path.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import { locate } from '../../guard/locate.ts'
import { applyTable } from './apply.ts'
import { type Sorted, sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import type { ProgramCall } from './run.ts'
import type { Program } from './table.ts'

/** A program that can give a file a second name: whoever holds one can change the file itself. */
export const linking = (table: Program, kindOf: (has: (option: string) => boolean) => LinkKind): Program => ({
  ...table,
  custom: call => {
    const sorted = sortArguments(call.args, compileProgram(table))
    const has = (option: string) => sorted.options.some(({ option: given }) => given.name === option)
    const kind = kindOf(has)
    const { sources, at } = namesOf(sorted)
    const made = kind === 'symbolic' ? sources.flatMap(source => linkTo(source, at, call)) : []
    const { links } = call.frame.recorder
    if (made.some(([name, target]) => (links.get(name) ?? target) !== target))
      call.opaque('a link that is turned while the call runs')
    // The link itself is written, not what stands behind it.
    for (const [name] of made) links.delete(name)
    applyTable(table, call)
    for (const [name, target] of made) links.set(name, target)
    if (kind !== 'hard') return
    for (const source of sources) call.touch('write', source, 'hard link', { recursive: has('-r') || has('-a') })
  },
})

type LinkKind = 'hard' | 'symbolic' | 'none'

/** What the links lead to, and the name or the directory that they get. */
function namesOf({ options, operands }: Sorted): { readonly sources: readonly Word[]; readonly at: At } {
  const directory = options.find(({ option }) => option.name === '-t')?.value ?? null
  if (directory !== null) return { sources: operands, at: { path: directory, isDirectory: true } }
  const last = operands.at(-1)
  if (last === undefined || operands.length === 1) return { sources: operands, at: { path: '.', isDirectory: true } }
  return { sources: operands.slice(0, -1), at: { path: last, isDirectory: operands.length > 2 } }
}

interface At {
  readonly path: Word
  readonly isDirectory: boolean
}

/** Where the link stands, in the names that lead there, and where it leads; one to nowhere known may lead anywhere. */
function linkTo(source: Word, at: At, call: ProgramCall): readonly (readonly [name: string, target: string])[] {
  const { world, scope, where } = call.frame
  if (where.at !== 'local') return []
  if (!isKnown(source) || !isKnown(at.path) || !isKnown(scope.cwd)) {
    const { zone } = locate({ kind: 'read', path: source, how: 'link', cwd: scope.cwd }, world)
    if (zone !== 'workspace' && zone !== 'scratch')
      call.opaque(`a link to a place that is not known beforehand: \`${wordText(source)}\``)
    return []
  }
  const place = resolvePath(scope.cwd, at.path)
  const isInside = at.isDirectory || at.path.endsWith('/') || isDirectory(place, call)
  const name = isInside ? resolvePath(place, baseName(source.replace(/\/+$/, ''))) : place
  const target = resolvePath(parentOf(name), source)
  const parent = world.facts.realPath(parentOf(name)) ?? parentOf(name)
  return [...new Set([name, resolvePath(parent, baseName(name))])]
    .filter(one => one !== target)
    .map(one => [one, target] as const)
}

/** Before the call: a link that it makes itself is no directory yet. */
const isDirectory = (path: string, { frame }: ProgramCall): boolean =>
  !frame.recorder.links.has(path) && frame.world.facts.kind(path) === 'directory'
