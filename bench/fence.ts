import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type FenceProfile, unlimited } from '../src/fence/profile.ts'
import { takeCall } from '../src/gate/take-call.ts'
import { bubblewrapFence } from '../src/io/fence/bubblewrap-fence.ts'
import { readGround } from '../src/io/fence/read-ground.ts'
import { startFenced } from '../src/io/fence/start-fenced.ts'
import { findPlace } from '../src/io/place.ts'

/**
 * Measures a fenced `true`, started by a process that already runs, against a plain `bwrap … true`; and `sallyport run true`
 * beside `node -e 0`. The programs of each pair alternate.
 */
const rounds = 41
/** The time of a fenced command, as a multiple of plain bubblewrap. */
const goal = 2

const profile: FenceProfile = {
  name: 'balanced',
  readOnly: false,
  network: null,
  write: [],
  hide: [],
  env: [],
  limits: unlimited,
}
const plainWords = [
  ...['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', 'true'],
]

const place = findPlace({ cwd: process.cwd(), runner: 'sallyport' })
const call = takeCall({ tool: 'shell_exec', input: { argv: ['true'] } }, place)
const fence = bubblewrapFence(process.env, place.workspace)
const probed = await fence.probe()
if (!probed.ok || !call.ok) {
  console.error(`the fence does not work here: ${probed.ok ? '' : probed.faults[0].message}: NOT MEASURED`)
} else {
  const made = fence.plan(profile, call.value)
  if (!made.ok) throw new Error(made.faults[0].message)
  const plan = made.value
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const fenced = await compare({
    'bwrap … true': () =>
      startFenced({
        plan: { ...plan, argv: ['/usr/bin/env'] },
        argv: ['bwrap', ...plainWords],
        env: process.env,
        stdio,
      }).end,
    [`fenced true (${plan.mounts.length} mounts)`]: () =>
      startFenced({ plan, argv: ['true'], env: process.env, stdio }).end,
    'collect the facts': async () => readGround(profile, call.value, process.env),
    'facts and plan': async () => fence.plan(profile, call.value),
  })
  const home = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  const env = { ...process.env, HOME: home }
  const start =
    (...args: readonly string[]) =>
    async () => {
      const { status } = spawnSync(process.execPath, args, { env, cwd: place.cwd, stdio: 'ignore' })
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
    }
  await compare({
    'node -e 0': start('-e', '0'),
    'sallyport run true': start(resolve('dist/cli.js'), 'run', '--yes', '--', 'true'),
  })
  rmSync(home, { recursive: true, force: true })
  console.log(
    `a fenced command takes ${fenced.toFixed(2)} × plain bubblewrap; the goal is ${goal} ×${fenced > goal ? ': OVER THE GOAL' : ''}`,
  )
}

/** Prints median and minimum of each. Returns the second one's median as a multiple of the first one's. */
async function compare(tasks: Readonly<Record<string, () => Promise<unknown>>>): Promise<number> {
  const times = new Map<string, number[]>(Object.keys(tasks).map(name => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(tasks)) {
      const start = performance.now()
      await run()
      // The first round only fills caches.
      if (round > 0) times.get(name)?.push(performance.now() - start)
    }
  }
  const sorted = [...times].map(([name, list]) => [name, [...list].sort((a, b) => a - b)] as const)
  const medians = sorted.map(([, list]) => list[Math.floor(list.length / 2)] ?? 0)
  const [first = 1, second = 0] = medians
  for (const [index, [name, list]] of sorted.entries())
    console.log(
      `${name.padEnd(28)} median ${(medians[index] ?? 0).toFixed(1).padStart(7)} ms   least ${(list[0] ?? 0).toFixed(1).padStart(7)} ms`,
    )
  return second / first
}
