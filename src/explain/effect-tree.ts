import type { Effect } from '../core/effect.ts'
import { baseName } from '../core/path.ts'
import { wordText } from '../core/word.ts'

/** An effect as a row of a tree, below the run that causes it. */
export interface TreeRow {
  readonly index: number
  readonly depth: number
  /** The steps to this effect that no row above shows: `eval`, `command substitution`. */
  readonly via: string
}

/** The branch that is drawn before a row's text. */
export const treeBranch = ({ depth }: TreeRow): string => (depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `)

/** Effects in reading order, each below the run whose table derived it or the wrapper that starts it. */
export function effectTree(effects: readonly Effect[]): readonly TreeRow[] {
  const parents = effects.map((_, index) => parentOf(effects, index))
  const children = new Map<number | null, number[]>()
  for (const [index, parent] of parents.entries()) children.set(parent, [...(children.get(parent) ?? []), index])
  const rows: TreeRow[] = []
  function visit(parent: number | null, depth: number): void {
    for (const index of children.get(parent) ?? []) {
      rows.push({ index, depth, via: viaOf(effects, index, parent) })
      visit(index, depth + 1)
    }
  }
  visit(null, 0)
  return rows
}

/** INVARIANT: a parent is a run that comes earlier, so no effect is its own ancestor. */
function parentOf(effects: readonly Effect[], index: number): number | null {
  const effect = effects[index]
  if (effect === undefined) return null
  if (effect.by !== null && effect.by < index && effects[effect.by]?.kind === 'run') return effect.by
  for (let i = index - 1; i >= 0; i -= 1) {
    const other = effects[i]
    if (other !== undefined && isWrapperOf(other, effect)) return i
  }
  return null
}

/** Whether a run is the wrapper that the last entry of the effect's chain names. */
function isWrapperOf(run: Effect, effect: Effect): boolean {
  if (run.kind !== 'run' || run.chain.length !== effect.chain.length - 1) return false
  if (!run.chain.every((word, i) => word === effect.chain[i])) return false
  const [program = ''] = (effect.chain.at(-1) ?? '').split(' ')
  return program === baseName(wordText(run.program)) && contains(run, effect)
}

const contains = (outer: Effect, inner: Effect): boolean =>
  outer.span === null ||
  inner.span === null ||
  (outer.span.start <= inner.span.start && inner.span.end <= outer.span.end)

function viaOf(effects: readonly Effect[], index: number, parent: number | null): string {
  const effect = effects[index]
  if (effect === undefined || effect.by !== null) return ''
  const above = parent === null ? 0 : (effects[parent]?.chain.length ?? 0) + 1
  return effect.chain.slice(above).join(' › ')
}
