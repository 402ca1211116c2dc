import { baseName, parentOf, resolvePath } from '../../core/path.ts'
import { isKnown, type Word } from '../../core/word.ts'
import { placeFrom, places, unknownVariable } from '../scope.ts'
import { applyTable } from './apply.ts'
import { type Sorted, sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import { puts } from './put.ts'
import type { ProgramCall } from './run.ts'
import type { Program } from './table.ts'

/**
 * A program that makes links, or carries them elsewhere: what it puts there leads on to where its source leads. `makes`
 * tells what it makes of its source.
 */
export const leavesLinks = (table: Program, makes: (has: (option: string) => boolean) => Makes): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    if (call.frame.where.at !== 'local') return
    const sorted = sortArguments(call.args, compileProgram(table))
    const has = (option: string) => sorted.options.some(given => given.option.name === option)
    const what = makes(has)
    if (what === 'copy') return
    for (const { source, path } of given(sorted, has, call)) remember(source, path, what, call)
  },
})

/** `symlink`: a link with the source as its text. `link`: one that leads to the source. `itself`: the source, link or not. */
export type Makes = 'symlink' | 'link' | 'itself' | 'copy'

function given(sorted: Sorted, has: (option: string) => boolean, call: ProgramCall) {
  const into = sorted.options.find(({ option }) => option.name === '-t')?.value ?? null
  const how = { isDirectory: into !== null, isExact: has('-T'), keepsParents: has('--parents') }
  const { operands } = sorted
  if (into !== null || operands.length > 1)
    return puts(into === null ? operands.slice(0, -1) : operands, into ?? operands.at(-1) ?? '.', how, call)
  return puts(operands, '.', { ...how, isDirectory: true }, call)
}

function remember(source: Word, path: Word, what: Makes, { frame }: ProgramCall): void {
  const facts = frame.links.views().at(-1) ?? frame.world.facts
  for (const place of places(frame.scope)) {
    const whole = placeFrom(place, path)
    if (!isKnown(whole)) continue
    const plain = resolvePath('/', whole)
    const directory = facts.realPath(parentOf(plain))
    if (directory === null) continue
    const at = resolvePath(directory, baseName(plain))
    const from = placeFrom(place, source)
    if (what === 'symlink') frame.links.add(at, source)
    else if (what === 'link') frame.links.add(at, from)
    else if (isKnown(from)) rememberMoved(at, resolvePath('/', from))
  }

  function rememberMoved(at: string, from: string): void {
    const parent = facts.realPath(parentOf(from)) ?? parentOf(from)
    const isLink = facts.realPath(from) !== resolvePath(parent, baseName(from))
    // A link may say where it leads relative to where it lies, so elsewhere nobody knows where it leads.
    if (isLink) frame.links.add(at, parentOf(at) === parent ? from : unknownVariable('link'))
    else if (at !== from && (facts.kind(from) === 'directory' || frame.links.within(from))) frame.links.add(at, from)
  }
}
