/** Random choices that depend only on a seed, so that a script can be generated again from its number. */
export interface Random {
  readonly pick: <T>(list: readonly T[]) => T
  readonly chance: (probability: number) => boolean
  /** A whole number below `limit`. */
  readonly below: (limit: number) => number
}

export function newRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: list => list[below(list.length)] as (typeof list)[number], chance: p => next() < p }
}
