import type { Effect } from '../../core/effect.ts'
import type { Fault } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Shape } from '../../core/shape.ts'
import { isKnown, type Word, wordSize } from '../../core/word.ts'
import { SharedMap, SharedSet } from './shared-map.ts'

/** The work that counts as one more command. */
const charsOfStep = 256
const wordsOfStep = 4
const namesOfStep = 100
const detoursOfStep = 4

/** Collects the effects of an analysis. At the cap it records that once and keeps no more. */
export interface Recorder {
  /** Adds an effect and returns its index. */
  readonly add: (effect: Effect) => number
  /** Replaces an effect with a more exact one. */
  readonly amend: (index: number, effect: Effect) => void
  readonly fault: (fault: Fault) => void
  readonly mark: (feature: keyof Shape) => void
  /** Counts a command. */
  readonly step: () => void
  /** Counts the length of a command's words: many commands may each get a long variable. */
  readonly take: (words: readonly Word[]) => void
  /** Counts a value that a word takes from a variable: a few assignments could double it again and again. */
  copy(value: Word): void
  /** Counts directory entries that a pattern is compared with. */
  readonly look: (names: number) => void
  /** Counts the error recoveries of a grammar in code from the call. */
  readonly stray: (detours: number) => void
  /** Whether the analysis stops: too many effects or too many steps. */
  readonly isFull: () => boolean
  /** The share of the work budget that is left: 1 at the start, 0 when it is used up. */
  readonly workLeft: () => number
  /** Whether any effect so far does more than read, so that the file system may have changed. */
  readonly hasChanged: () => boolean
  /** A separate recorder that shares the counts. */
  readonly aside: () => Recorder
  readonly effects: Effect[]
  readonly faults: Fault[]
  readonly shape: { [Feature in keyof Shape]: boolean }
  /** The contents that the call writes into files, where they are certain. */
  readonly texts: SharedMap<string>
  /** Texts already searched for instructions, each with whether it was shown, and their total length. */
  readonly told: { readonly texts: SharedMap<boolean>; chars: number }
  /** Files that the call fills from the network. */
  readonly fetched: SharedSet
  /** Files that the call emptied, in order. */
  readonly emptied: Word[]
}

export const newRecorder = (): Recorder => new EffectRecorder({ steps: 0, changes: 0 })

interface Count {
  steps: number
  changes: number
}

class EffectRecorder implements Recorder {
  readonly effects: Effect[] = []
  readonly faults: Fault[] = []
  readonly shape = {
    pipe: false,
    chain: false,
    subshell: false,
    substitution: false,
    redirect: false,
    background: false,
    download: false,
  }
  readonly texts = SharedMap.of<string>()
  readonly told = { texts: SharedMap.of<boolean>(), chars: 0 }
  readonly fetched = SharedSet.of()
  readonly emptied: Word[] = []
  private readonly count: Count

  constructor(count: Count) {
    this.count = count
  }

  step(): void {
    this.count.steps += 1
  }

  take(words: readonly Word[]): void {
    let chars = 0
    for (const word of words) if (isKnown(word)) chars += word.length
    this.count.steps += Math.floor(chars / charsOfStep + words.length / wordsOfStep)
  }

  copy(value: Word): void {
    this.count.steps += wordSize(value) / charsOfStep
  }

  look(names: number): void {
    this.count.steps += names / namesOfStep
  }

  stray(detours: number): void {
    this.count.steps += detours / detoursOfStep
  }

  isFull(): boolean {
    return this.effects.length >= limits.effects || this.count.steps > limits.shellSteps
  }

  workLeft(): number {
    return Math.max(0, 1 - this.count.steps / limits.shellSteps)
  }

  hasChanged(): boolean {
    return this.count.changes > 0
  }

  aside(): Recorder {
    return new EffectRecorder(this.count)
  }

  add(effect: Effect): number {
    const { effects } = this
    if (effect.tier !== 'read') this.count.changes += 1
    if (effects.length < limits.effects - 1) return effects.push(effect) - 1
    if (effects.length === limits.effects - 1) {
      effects.push({
        kind: 'opaque',
        why: `more than ${limits.effects} effects`,
        tier: 'execute',
        span: null,
        chain: [],
        where: effect.where,
        by: null,
      })
    }
    return effects.length - 1
  }

  amend(index: number, effect: Effect): void {
    if (effect.tier !== 'read') this.count.changes += 1
    this.effects[index] = effect
  }

  fault(fault: Fault): void {
    this.faults.push(fault)
  }

  mark(feature: keyof Shape): void {
    this.shape[feature] = true
  }
}
