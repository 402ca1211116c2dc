import type { FileFacts } from '../../../core/facts.ts'
import { baseName, parentOf, resolvePath } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { placeFrom, places, unknownVariable } from '../../frame/scope.ts'
import { locateAll } from '../../frame/touch.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import { copyTargets } from '../engine/copy-targets.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/**
 * A program that creates or moves links: the new path then points to the same file as its source. `makes` gives the kind of
 * link.
 */
export const makesLinks = (table: Program, makes: (has: (option: string) => boolean) => Makes): Program => ({
  ...table,
  custom: call => {
    const sorted = sortArguments(call.args, compileProgram(table))
    const has = (option: string) => sorted.options.some(given => given.option.name === option)
    const what = makes(has)
    if (what === 'copy') return applyTable(table, call)
    const { links, where } = call.frame
    const made = links.without('any', () => given(sorted, has, call))
    // The program writes the new path itself, not the target of the link it creates there.
    const names = links.without('any', () => made.flatMap(({ path }) => namesOf(path, call)))
    links.without(names, () => {
      applyTable(table, call)
      // Through a hard link the file itself can be changed.
      if (what === 'hard')
        for (const { source } of made) call.touch('write', source, 'hard link', { recursive: has('-r') })
      // A link to a home directory or to all of `/etc` gives access to everything in it under names that do not show it.
      if (what === 'symlink' || what === 'link')
        for (const { source } of made) call.touch('read', source, 'link', { recursive: true })
    })
    if (where.at !== 'local') return
    links.without('any', () => {
      for (const { source, path } of made) remember(source, path, what, call)
    })
  },
})

/**
 * `symlink`: a link with the source as its text. `link`: one that points to the source. `hard`: a second name of the
 * source. `itself`: the source, link or not.
 */
export type Makes = 'symlink' | 'link' | 'hard' | 'itself' | 'copy'

function given(sorted: Sorted, has: (option: string) => boolean, call: ProgramCall) {
  const into = sorted.options.find(({ option }) => option.name === '-t')?.value ?? null
  const how = { isDirectory: into !== null, isExact: has('-T'), keepsParents: has('--parents') }
  const { operands } = sorted
  if (into !== null || operands.length > 1)
    return copyTargets(into === null ? operands.slice(0, -1) : operands, into ?? operands.at(-1) ?? '.', how, call)
  return copyTargets(operands, '.', { ...how, isDirectory: true }, call)
}

function remember(source: Word, path: Word, what: Makes, call: ProgramCall): void {
  const { frame } = call
  if (what !== 'itself' && !(isKnown(source) && isKnown(path)) && !isOwn(source, call))
    call.opaque(`a link to a path only known at run time: \`${wordText(source)}\``)
  const facts = factsNow(call)
  for (const place of places(frame.scope)) {
    const at = nameFrom(place, path, facts)
    if (at === null) continue
    const from = placeFrom(place, source)
    if (what === 'symlink') frame.links.add(at, source)
    else if (what === 'link' || what === 'hard') frame.links.add(at, from)
    else if (isKnown(from)) rememberMoved(at, resolvePath('/', from))
  }

  function rememberMoved(at: string, from: string): void {
    const parent = facts.realPath(parentOf(from)) ?? parentOf(from)
    const isLink = facts.realPath(from) !== resolvePath(parent, baseName(from))
    // A link's target may be relative to the link's directory, so after a move to another directory the target is unknown.
    if (isLink) frame.links.add(at, parentOf(at) === parent ? from : unknownVariable('link'))
    else if (at !== from && (facts.kind(from) === 'directory' || frame.links.within(from))) frame.links.add(at, from)
  }
}

const factsNow = ({ frame }: ProgramCall): FileFacts => frame.links.views().at(-1) ?? frame.world.facts

const namesOf = (path: Word, call: ProgramCall): readonly string[] =>
  places(call.frame.scope).flatMap(place => nameFrom(place, path, factsNow(call)) ?? [])

/** The location of the path itself: links in its directory are followed, the path's own last part is not. */
function nameFrom(place: Word, path: Word, facts: FileFacts): string | null {
  const whole = placeFrom(place, path)
  if (!isKnown(whole)) return null
  const plain = resolvePath('/', whole)
  const directory = facts.realPath(parentOf(plain))
  return directory === null ? null : resolvePath(directory, baseName(plain))
}

/** A link to the workspace or to scratch space gives access to nothing new. */
const isOwn = (source: Word, { frame }: ProgramCall): boolean =>
  locateAll({ kind: 'read', path: source, how: 'link' }, frame).every(
    ({ zone }) => zone === 'workspace' || zone === 'scratch',
  )
