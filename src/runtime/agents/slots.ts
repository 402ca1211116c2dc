import type { SubagentLimits } from '../../core/subagent-limits.ts'

/** The sub-agents of one run: how many work, how many were started, and who waits for a slot. Plain data. */
export interface Slots {
  readonly running: number
  readonly started: number
  /** In the order in which they came. */
  readonly waiting: readonly WaitingTurn[]
}

/** A turn of a sub-agent that waits for a slot. */
export interface WaitingTurn {
  readonly id: number
  /** `start`: a new or resumed agent, which counts as one more. `continue`: an agent that was counted already. */
  readonly kind: 'start' | 'continue'
  /** In milliseconds; at this time it has waited too long. */
  readonly until: number
}

export type SlotAnswer = { readonly id: number; readonly granted: true } | Refused
interface Refused {
  readonly id: number
  readonly granted: false
  readonly why: 'total' | 'slot'
}

/** The next state, and the turns that it answers. */
export interface SlotStep {
  readonly slots: Slots
  readonly answers: readonly SlotAnswer[]
}

type Caps = Pick<SubagentLimits, 'concurrent' | 'total'>

export const noSlots: Slots = { running: 0, started: 0, waiting: [] }

/** A turn asks for a slot. It is answered at once if there is one, or if there can never be one. */
export const enter = (slots: Slots, turn: WaitingTurn, caps: Caps): SlotStep =>
  admit({ ...slots, waiting: [...slots.waiting, turn] }, caps)

/** A turn has ended, and the next one gets its slot. */
export const leave = (slots: Slots, caps: Caps): SlotStep =>
  admit({ ...slots, running: Math.max(0, slots.running - 1) }, caps)

/** Refuses the turns that have waited too long. */
export function expire(slots: Slots, now: number): SlotStep {
  const isLate = (turn: WaitingTurn): boolean => turn.until <= now
  return {
    slots: { ...slots, waiting: slots.waiting.filter(turn => !isLate(turn)) },
    answers: slots.waiting.filter(isLate).map(({ id }) => ({ id, granted: false, why: 'slot' })),
  }
}

/** A turn no longer wants its slot. */
export const withdraw = (slots: Slots, id: number): Slots => ({
  ...slots,
  waiting: slots.waiting.filter(turn => turn.id !== id),
})

/** INVARIANT: never more running than `concurrent`, and never more started than `total`. */
function admit(slots: Slots, { concurrent, total }: Caps): SlotStep {
  const answers: SlotAnswer[] = []
  const waiting: WaitingTurn[] = []
  let { running, started } = slots
  for (const turn of slots.waiting) {
    if (turn.kind === 'start' && started >= total) answers.push({ id: turn.id, granted: false, why: 'total' })
    else if (running >= concurrent) waiting.push(turn)
    else {
      running += 1
      if (turn.kind === 'start') started += 1
      answers.push({ id: turn.id, granted: true })
    }
  }
  return { slots: { running, started, waiting }, answers }
}
