import type { Clock } from '../../core/clock.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { SubagentLimits } from '../../core/subagent-limits.ts'
import { enter, expire, leave, noSlots, type SlotStep, type WaitingTurn, withdraw } from './slots.ts'

/** Limits the sub-agents of one run. All agents of the run, at any depth, share it. */
export interface Limiter {
  readonly limits: SubagentLimits
  /** Waits for a slot. The fault is for the journal: it names the limit, which a model must not see (R165). */
  enter(turn: WantedTurn, signal?: AbortSignal): Promise<Result<Slot>>
  /** How many sub-agents work now, and how many were started. */
  counts(): { readonly running: number; readonly started: number }
}

export interface WantedTurn {
  readonly kind: WaitingTurn['kind']
  /** The depth of the sub-agent; that of the main agent is 0. */
  readonly depth: number
  readonly prompt: string
}

/** The right to work. Must be left when the turn ends. */
export interface Slot {
  leave(): void
}

export function openLimiter(limits: SubagentLimits, clock: Clock): Limiter {
  let slots = noSlots
  let last = 0
  const answer = new Map<number, (result: Result<Slot>) => void>()

  function take({ slots: next, answers }: SlotStep): void {
    slots = next
    for (const given of answers) {
      const settle = answer.get(given.id)
      answer.delete(given.id)
      settle?.(given.granted ? ok(slot()) : fail('limit_reached', refusal[given.why](limits)))
    }
  }

  function slot(): Slot {
    let isLeft = false
    return {
      leave: () => {
        if (isLeft) return
        isLeft = true
        take(leave(slots, limits))
      },
    }
  }

  return {
    limits,
    counts: () => ({ running: slots.running, started: slots.started }),
    enter: ({ kind, depth, prompt }, signal) => {
      const fault = misfit({ depth, prompt }, limits)
      if (fault !== null) return Promise.resolve(fault)
      if (signal?.aborted === true) return Promise.resolve(withdrawn)
      return new Promise(resolve => {
        last += 1
        const id = last
        const until = clock.now().getTime() + limits.slotMs
        const stopTimer = clock.after(limits.slotMs, () => take(expire(slots, clock.now().getTime())))
        const stop = () => {
          slots = withdraw(slots, id)
          settle(withdrawn)
        }
        const settle = (result: Result<Slot>) => {
          stopTimer()
          signal?.removeEventListener('abort', stop)
          answer.delete(id)
          resolve(result)
        }
        signal?.addEventListener('abort', stop, { once: true })
        answer.set(id, settle)
        take(enter(slots, { id, kind, until }, limits))
      })
    },
  }
}

const refusal = {
  total: ({ total }: SubagentLimits) => `the run has started ${total} sub-agents already`,
  slot: ({ slotMs, concurrent }: SubagentLimits) =>
    `${concurrent} sub-agents were still working after ${slotMs} ms of waiting`,
}

const withdrawn = fail('cancelled', 'the sub-agent was stopped while it waited for a slot')

function misfit({ depth, prompt }: Pick<WantedTurn, 'depth' | 'prompt'>, limits: SubagentLimits): Result<never> | null {
  if (depth > limits.depth) return fail('limit_reached', `sub-agents may nest ${limits.depth} deep`)
  if (prompt.length > limits.promptChars)
    return fail('validation', `the prompt has ${prompt.length} characters, ${limits.promptChars} are allowed`)
  return null
}
