import type { Effect } from '../core/effect.ts'
import type { Fault } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Shape } from '../core/shape.ts'
import type { Word } from '../core/word.ts'
import { SharedMap, SharedSet } from './shared.ts'

/** Collects what an analysis finds. Beyond the cap it says so once and keeps no more. */
export interface Recorder {
  /** Adds an effect and returns its index. */
  readonly add: (effect: Effect) => number
  /** Puts what is known by now in the place of an effect. */
  readonly amend: (index: number, effect: Effect) => void
  readonly fault: (fault: Fault) => void
  readonly mark: (feature: keyof Shape) => void
  /** Counts a command that is followed. */
  readonly step: () => void
  /** Whether no more is followed: there are too many effects, or too many steps. */
  readonly isFull: () => boolean
  /** Whether anything so far does more than read, so that the file system may no longer be what it was. */
  readonly hasChanged: () => boolean
  /** A recorder of its own that counts on. */
  readonly aside: () => Recorder
  readonly effects: Effect[]
  readonly faults: Fault[]
  readonly shape: { [Feature in keyof Shape]: boolean }
  /** What the call itself writes into files, where that is certain. */
  readonly texts: SharedMap<string>
  /** Files that the call itself fills from the network. */
  readonly fetched: SharedSet
  /** Files that were left empty, one after the other. */
  readonly emptied: Word[]
}

export function newRecorder(count = { steps: 0, changes: 0 }): Recorder {
  const effects: Effect[] = []
  const faults: Fault[] = []
  const shape = {
    pipe: false,
    chain: false,
    subshell: false,
    substitution: false,
    redirect: false,
    background: false,
    download: false,
  }
  return {
    effects,
    faults,
    shape,
    texts: SharedMap.of(),
    fetched: SharedSet.of(),
    emptied: [],
    step: () => {
      count.steps += 1
    },
    isFull: () => effects.length >= limits.effects || count.steps > limits.shellSteps,
    hasChanged: () => count.changes > 0,
    aside: () => newRecorder(count),
    add: effect => {
      if (effect.tier !== 'read') count.changes += 1
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
    },
    amend: (index, effect) => {
      if (effect.tier !== 'read') count.changes += 1
      effects[index] = effect
    },
    fault: fault => {
      faults.push(fault)
    },
    mark: feature => {
      shape[feature] = true
    },
  }
}
