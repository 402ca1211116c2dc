import { describe, expect, test } from 'vitest'
import { type SubagentLimits, subagentLimits } from '../../core/subagent-limits.ts'
import { fakeClock } from '../../testing.ts'
import { openLimiter, type Slot, type WantedTurn } from './limiter.ts'

const flush = () => new Promise(setImmediate)

function limited(changed: Partial<SubagentLimits> = {}) {
  const clock = fakeClock()
  const limiter = openLimiter({ ...subagentLimits(), ...changed }, clock)
  const slots: Slot[] = []
  const enter = async (turn: Partial<WantedTurn> = {}, signal?: AbortSignal) => {
    const entered = await limiter.enter({ kind: 'start', depth: 1, prompt: 'work', ...turn }, signal)
    if (entered.ok) slots.push(entered.value)
    return entered.ok ? 'entered' : entered.faults[0].code
  }
  return { clock, limiter, slots, enter }
}

const times = (count: number, make: () => Promise<string>) => Promise.all(Array.from({ length: count }, make))

describe('the limiter', () => {
  test('R151: five sub-agents work at once, and the sixth waits until one ends', async () => {
    const { limiter, slots, enter } = limited()
    expect(await times(5, () => enter())).toEqual(Array(5).fill('entered'))
    const sixth = enter()
    await flush()
    expect(limiter.counts()).toEqual({ running: 5, started: 5 })
    slots[0]?.leave()
    expect(await sixth).toBe('entered')
    expect(limiter.counts()).toEqual({ running: 5, started: 6 })
  })

  test('R152: ten sub-agents start in one run, and the eleventh is refused at once', async () => {
    const { limiter, slots, enter } = limited()
    for (let i = 0; i < 10; i += 1) {
      expect(await enter({ depth: 1 + (i % 3) })).toBe('entered')
      slots[i]?.leave()
    }
    expect(await enter()).toBe('limit_reached')
    expect(limiter.counts()).toEqual({ running: 0, started: 10 })
  })

  test('R152: those that wait when the tenth starts are refused, not left waiting', async () => {
    const { slots, enter } = limited({ total: 6 })
    await times(5, () => enter())
    const [sixth, seventh] = [enter(), enter()]
    slots[0]?.leave()
    expect(await Promise.all([sixth, seventh])).toEqual(['entered', 'limit_reached'])
  })

  test('R153: a sub-agent without a slot fails after 30 seconds, not before', async () => {
    const { clock, slots, enter } = limited()
    await times(5, () => enter())
    let answer: string | null = null
    const waiting = enter().then(result => {
      answer = result
    })
    clock.advance(29_999)
    await flush()
    expect(answer).toBeNull()
    clock.advance(1)
    await waiting
    expect(answer).toBe('limit_reached')
    slots[0]?.leave()
    expect(await enter()).toBe('entered')
  })

  test('R154: sub-agents nest three deep', async () => {
    const { enter } = limited()
    expect(await Promise.all([1, 2, 3, 4].map(depth => enter({ depth })))).toEqual([
      'entered',
      'entered',
      'entered',
      'limit_reached',
    ])
  })

  test('R155: a prompt of 32,000 characters is accepted, one more is not', async () => {
    const { enter, limiter } = limited()
    expect(await enter({ prompt: 'x'.repeat(32_000) })).toBe('entered')
    expect(await enter({ prompt: 'x'.repeat(32_001) })).toBe('validation')
    expect(limiter.counts().started).toBe(1)
  })

  test('R167: configured limits apply', async () => {
    const { clock, enter } = limited({ concurrent: 1, total: 2, slotMs: 1_000, depth: 1, promptChars: 4 })
    expect(await enter()).toBe('entered')
    expect(await enter({ depth: 2 })).toBe('limit_reached')
    expect(await enter({ prompt: 'work!' })).toBe('validation')
    const waiting = enter()
    clock.advance(1_000)
    expect(await waiting).toBe('limit_reached')
  })

  test('a further turn of a sub-agent needs a slot, but does not count as a start', async () => {
    const { limiter, slots, enter } = limited({ concurrent: 1, total: 1 })
    expect(await enter()).toBe('entered')
    const next = enter({ kind: 'continue' })
    await flush()
    slots[0]?.leave()
    expect(await next).toBe('entered')
    expect(limiter.counts()).toEqual({ running: 1, started: 1 })
  })

  test('a slot is given back once', async () => {
    const { limiter, slots, enter } = limited()
    await times(2, () => enter())
    slots[0]?.leave()
    slots[0]?.leave()
    expect(limiter.counts().running).toBe(1)
  })

  test('one that stops waiting takes no slot', async () => {
    const { limiter, slots, enter } = limited({ concurrent: 1 })
    const stopping = new AbortController()
    await enter()
    const waiting = enter({}, stopping.signal)
    stopping.abort()
    expect(await waiting).toBe('cancelled')
    expect(await enter({}, stopping.signal)).toBe('cancelled')
    slots[0]?.leave()
    expect(limiter.counts()).toEqual({ running: 0, started: 1 })
  })
})
