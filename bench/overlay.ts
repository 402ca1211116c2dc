import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../src/core/fault.ts'
import type { FenceProfile } from '../src/fence/profile.ts'
import { takeCall } from '../src/gate/take-call.ts'
import { machineFence } from '../src/io/fence/machine-fence.ts'
import { startFenced } from '../src/io/fence/start-fenced.ts'
import { machineTrials } from '../src/io/overlay/trials.ts'
import { findPlace } from '../src/io/place.ts'
import { loadPolicies } from '../src/io/policies/load-policies.ts'

/**
 * Measures a command in an overlay against the same command in plain bubblewrap: the run alone, the run with its diff, and with a
 * commit of ten files. The tasks alternate, so that a busy machine slows all of them.
 */
const rounds = Number(process.env['SALLYPORT_BENCH_ROUNDS'] ?? 25)
/** The time of a run in an overlay, as a multiple of plain bubblewrap. */
const goal = 3.5
const longestMs = 60_000

const plainWords = [
  ...['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', 'true'],
]

// Not in /tmp, which is private in the fence.
const base = mkdtempSync('/var/tmp/sallyport-bench-')
const [project, home] = [join(base, 'project'), join(base, 'home')]
for (const directory of [project, home, `${project}/src`]) mkdirSync(directory)
for (let n = 0; n < 500; n += 1) writeFileSync(`${project}/src/${n}.js`, 'x'.repeat(2_000))
execFileSync('git', ['init', '-q', project])
process.chdir(project)
const env = { ...process.env, HOME: home, XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined }

const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.value
  throw new Error(result.faults[0].message)
}

async function measure(): Promise<void> {
  const place = findPlace({ cwd: project, runner: 'sallyport', env })
  const call = orThrow(takeCall({ tool: 'shell_exec', input: { argv: ['true'] } }, place))
  const policies = orThrow(await loadPolicies({ place, env }))
  const fence = machineFence({ env, workspace: place.workspace })
  const trials = machineTrials({ env })
  const [probed, overlay] = [await fence.probe(), await trials.probe()]
  if (!probed.ok || !overlay.ok) return console.error('an overlay does not work here: NOT MEASURED')
  const profile: FenceProfile = { ...policies.fence.profile, name: 'balanced', network: [] }
  const plan = orThrow(fence.plan(profile, call))
  const overlaid = orThrow(fence.plan({ ...profile, overlay: true }, call))
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const inOverlay = async (argv: readonly string[]) => {
    const trial = orThrow(await trials.open(overlaid, { title: 'bench', ceiling: policies.undo }))
    await startFenced({ plan: trial.plan, argv, env, stdio }).end
    return trial
  }
  const changing = ['sh', '-c', 'for n in 0 1 2 3 4 5 6 7 8 9; do echo $$ >> src/$n.js; done']
  const medians = await compare({
    'bwrap … true': () => plain(),
    'fenced true': () => startFenced({ plan, argv: ['true'], env, stdio }).end,
    'true in an overlay': async () => (await inOverlay(['true'])).discard(),
    'the same, with its diff': async () => {
      const trial = await inOverlay(['true'])
      orThrow(await trial.diff())
      trial.discard()
    },
    'ten files changed and committed': async () => {
      const trial = await inOverlay(changing)
      orThrow(await trial.commit(orThrow(await trial.diff())))
    },
  })
  const [bwrap = 1, , alone = 0, judged = 0] = medians
  const over = judged / bwrap > goal ? ': OVER THE GOAL' : ''
  console.log(
    `a run in an overlay takes ${(alone / bwrap).toFixed(2)} × plain bubblewrap, with its diff ${(judged / bwrap).toFixed(2)} ×; the goal is ${goal} ×${over}`,
  )
}

const plain = (): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn('bwrap', plainWords, { stdio: 'ignore', env })
    child.once('error', failed)
    child.once('exit', code => (code === 0 ? done() : failed(new Error(`bwrap ended with ${code}`))))
  })

/** Prints median and minimum of each, and returns the medians. */
async function compare(tasks: Readonly<Record<string, () => Promise<unknown>>>): Promise<readonly number[]> {
  const times = new Map<string, number[]>(Object.keys(tasks).map(name => [name, []]))
  const began = performance.now()
  for (let round = 0; round <= rounds && (round < 4 || performance.now() - began < longestMs); round += 1)
    for (const [name, run] of Object.entries(tasks)) {
      const start = performance.now()
      await run()
      // The first round only fills caches.
      if (round > 0) times.get(name)?.push(performance.now() - start)
    }
  return [...times].map(([name, list]) => {
    const sorted = [...list].sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    console.log(
      `  ${name.padEnd(32)} median ${median.toFixed(1).padStart(7)} ms   least ${(sorted[0] ?? 0).toFixed(1).padStart(7)} ms`,
    )
    return median
  })
}

try {
  await measure()
} finally {
  rmSync(base, { recursive: true, force: true })
}
