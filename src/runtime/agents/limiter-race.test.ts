import { expect, test } from 'vitest'
import { newRandom } from '../../../test/oracle/random.ts'
import { subagentLimits } from '../../core/subagent-limits.ts'
import { fakeClock } from '../../testing.ts'
import { openLimiter } from './limiter.ts'

/** `npm run race` runs 10,000 rounds. */
const rounds = Number(process.env['SALLYPORT_RACE_ROUNDS'] ?? 200)
const spawnsPerRound = 50

test(`50 nested spawns at once never exceed the caps, in ${rounds} rounds`, async () => {
  let [spawns, refused, waited] = [0, 0, 0]
  for (let seed = 1; seed <= rounds; seed += 1) {
    const round = await playRound(seed)
    spawns += round.spawns
    refused += round.refused
    waited += round.waited
  }
  console.log(`${rounds} rounds, ${spawns} spawns, ${refused} refused, ${waited} waited too long`)
  expect(spawns).toBe(rounds * spawnsPerRound)
  expect(refused).toBeGreaterThan(rounds)
  expect(waited).toBeGreaterThan(0)
})

/** One run whose agents start others at random times, at any depth, and hold their slots while they wait for them. */
async function playRound(seed: number) {
  const { below } = newRandom(seed)
  const limits = subagentLimits([{ concurrent: 1 + below(6), total: 1 + below(20), depth: 1 + below(4) }])
  const clock = fakeClock()
  const limiter = openLimiter(limits, clock)
  const sleep = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve))
  let [working, started, refused, waited, left] = [0, 0, 0, 0, spawnsPerRound]

  async function agent(depth: number): Promise<void> {
    const children: Promise<void>[] = []
    const count = depth === 0 ? left : Math.min(left, below(4))
    for (let i = 0; i < count && left > 0; i += 1) {
      left -= 1
      children.push(sleep(below(3) * 1_000).then(() => child(depth + 1)))
      if (depth === 0 && left < 20) break
    }
    await Promise.all(children)
  }

  async function child(depth: number): Promise<void> {
    const stopping = new AbortController()
    if (below(10) === 0) clock.after(below(40_000), () => stopping.abort())
    const slot = await limiter.enter({ kind: 'start', depth, prompt: 'work' }, stopping.signal)
    if (!slot.ok) {
      refused += 1
      if (slot.faults[0].message.includes('still working')) waited += 1
      return
    }
    working += 1
    started += 1
    expect(depth).toBeLessThanOrEqual(limits.depth)
    expect(working).toBeLessThanOrEqual(limits.concurrent)
    expect(started).toBeLessThanOrEqual(limits.total)
    await sleep(below(45_000))
    await agent(depth)
    working -= 1
    slot.value.leave()
  }

  let isOver = false
  const all = (async () => {
    while (left > 0) await agent(0)
    isOver = true
  })()
  while (!isOver) {
    await new Promise(setImmediate)
    clock.advance(1 + below(5_000))
  }
  await all
  expect(limiter.counts()).toEqual({ running: 0, started })
  return { spawns: spawnsPerRound - left, refused, waited }
}
