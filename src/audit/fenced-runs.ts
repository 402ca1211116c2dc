import { isObject, type Json, type JsonObject, own, ownString } from '../core/json.ts'
import type { HeldBack } from './event.ts'
import { frequencies } from './frequencies.ts'

/** How commands ran, and what the fence kept them from. */
export interface FencedRuns {
  readonly fenced: number
  /** Commands that ran without the fence; `audited` of them have a plan in the journal. */
  readonly unfenced: number
  readonly audited: number
  /** Most frequent first. */
  readonly held: readonly (HeldBack & { readonly count: number })[]
}

/** Counts the runs of a journal, event by event. */
export interface FencedRunCounter {
  readonly add: (event: JsonObject) => void
  readonly total: () => FencedRuns
}

export function countFencedRuns(): FencedRunCounter {
  const counts = { enforce: 0, audit: 0, off: 0 }
  const held = frequencies<HeldBack>()
  return {
    add: event => {
      const type = ownString(event, 'type')
      const mode = type === 'tool_call_started' ? fenceModeOf(event) : null
      if (mode !== null) counts[mode] += 1
      if (type === 'tool_call_finished') for (const one of heldOf(event)) held.add(`${one.by}\n${one.what}`, one)
    },
    total: () => ({
      fenced: counts.enforce,
      unfenced: counts.audit + counts.off,
      audited: counts.audit,
      held: held.most(mostHeld),
    }),
  }
}

const mostHeld = 10

/** Whether a started call ran in the fence; null if it started no command. */
export function fenceModeOf(event: JsonObject): 'enforce' | 'audit' | 'off' | null {
  const fence = own(event, 'fence')
  const mode = isObject(fence) ? ownString(fence, 'mode') : undefined
  return mode === 'enforce' || mode === 'audit' || mode === 'off' ? mode : null
}

/** The actions of a finished call that the fence stopped. */
export function heldOf(event: JsonObject): readonly HeldBack[] {
  const list = own(event, 'held')
  return Array.isArray(list) ? list.flatMap(one => readHeld(one) ?? []) : []
}

function readHeld(value: Json): HeldBack | null {
  if (!isObject(value)) return null
  const by = (['network', 'limit', 'name'] as const).find(one => one === own(value, 'by'))
  const what = ownString(value, 'what')
  return by === undefined || what === undefined ? null : { by, what }
}

/** Each once, and not more than a record should carry. */
export const recordedHeld = (held: readonly HeldBack[]): readonly HeldBack[] =>
  [...new Map(held.map(({ by, what }) => [`${by}\n${what}`, { by, what }])).values()].slice(0, mostRecorded)

const mostRecorded = 50

export const heldText = ({ by, what }: HeldBack): string => `${heldNames[by]} ${what}`

const heldNames: Readonly<Record<HeldBack['by'], string>> = {
  network: 'access to',
  limit: 'over the limit of',
  name: 'the protected name',
}
