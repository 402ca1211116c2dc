import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hookCommand } from '../src/adapters/install/hook-command.ts'
import { findTimeout } from '../src/io/hook/find-timeout.ts'
import { makeSnapshot } from '../src/io/hook/hook-snapshot.ts'

/**
 * Measures a process that makes one decision against a process that does nothing, alternating in the same run. Each is a line
 * for `/bin/sh -c`, because that is how clients start a hook.
 */
const rounds = 81
/** The time that each may take, as a multiple of `node -e 0`. */
const goals = { hook: 1.3, check: 2.5 }
const rival = 'cc-safety-net@2.4.5'

const { execPath: node } = process
const place = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
// Node 20 reads extra certificates at every start, which would distort the result; and no client runs under npm.
const env = Object.fromEntries(
  Object.entries({ ...process.env, HOME: place }).filter(([name]) => !/^(npm_|NODE_EXTRA_CA_CERTS$)/.test(name)),
)

const sent = JSON.stringify({
  session_id: 'bench',
  cwd: place,
  hook_event_name: 'PreToolUse',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'git status' },
  tool_use_id: 'bench',
})

const snapshot = join(place, 'hook.blob')
const made = makeSnapshot({ node, script: resolve('dist/hook/snapshot.cjs'), path: snapshot })
if (!made.ok) throw new Error(`the snapshot could not be built: ${made.faults[0].message}`)
const hook = (snapshot: string | null, client = 'claude-code'): string =>
  hookCommand(client, { node, launcher: resolve('dist/hook.cjs'), snapshot, timeout: findTimeout() })

/** The minimum of every hook in Node: read the input, and flush one line to the disk. */
const least = join(place, 'least.cjs')
writeFileSync(
  least,
  `const fs = require('node:fs')
fs.readFileSync(0)
const file = fs.openSync(${JSON.stringify(join(place, 'least.log'))}, 'a')
fs.writeSync(file, 'a line\\n')
fs.fdatasyncSync(file)
fs.writeSync(1, '{}')`,
)

const floor = 'node -e 0'
const ours = 'sallyport hook claude-code'
const checked = 'sallyport check ls'
const hooks = new Map<string, string>([
  [floor, `${node} -e 0`],
  ['minimal hook (read, flush, answer)', `${node} ${least}`],
  [ours, hook(snapshot)],
  // Runs under `timeout`, which is one more process.
  ['sallyport hook codex', hook(snapshot, 'codex')],
  ['claude-code without its snapshot', hook(null)],
  ...rivalHook(),
])
/** Measured separately, because these keep all processors busy and would slow down the hooks. */
const commands = new Map<string, string>([
  [floor, `${node} -e 0`],
  [checked, `${node} dist/cli.js check ls`],
  ['sallyport check (a pipeline)', `${node} dist/cli.js check 'cd src && rg -n TODO . | head -20 > out.txt'`],
])

/** Another gate's hook for the same client, for comparison. It is installed in a separate folder and is not a dependency. */
function rivalHook(): readonly (readonly [string, string])[] {
  const folder = resolve('.bench')
  const program = join(folder, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
  try {
    mkdirSync(folder, { recursive: true })
    const flags = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
    if (!existsSync(program))
      execFileSync('npm', ['install', ...flags, rival], { stdio: ['ignore', 'ignore', 'inherit'] })
    return [[`${rival} hook`, `${node} ${program} hook --claude-code`]]
  } catch {
    console.error(`${rival} cannot be installed here: MISSING FROM THIS TABLE`)
    return []
  }
}

interface Took {
  readonly wall: number
  /** Processor time in user and system mode. */
  readonly cpu: number
}

/** Measured by bash, which has a clock in microseconds and knows the processor time of its children. */
function time(name: string, line: string): Took {
  const timed = [
    '-c',
    'TIMEFORMAT="%U %S"; s=$EPOCHREALTIME; time /bin/sh -c "$1" 2>&3; e=$?; echo $s $EPOCHREALTIME >&2; exit $e',
    'bash',
    line,
  ]
  const ran = spawnSync('bash', timed, { env, input: sent, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  if (ran.status !== 0) throw new Error(`${name} ended with ${ran.status}: ${ran.output[3]}`)
  const [user = 0, system = 0, start = 0, end = 0] = ran.stderr.trim().split(/\s/).map(Number)
  return { wall: (end - start) * 1000, cpu: (user + system) * 1000 }
}

/** Runs the programs alternately in random order and prints a row for each. Returns a function that gives a program's time as a multiple of the floor. */
function compare(programs: ReadonlyMap<string, string>): (name: string) => number {
  const times = new Map<string, Took[]>([...programs.keys()].map(name => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, line] of [...programs].sort(() => Math.random() - 0.5)) {
      const took = time(name, line)
      // The first round only fills the file system caches.
      if (round > 0) times.get(name)?.push(took)
    }
  }
  const middle = (name: string, of: keyof Took): number => median((times.get(name) ?? []).map(took => took[of]))
  const multiple = (name: string, of: keyof Took): number => middle(name, of) / middle(floor, of)
  const cell = (name: string, of: keyof Took): string =>
    `${middle(name, of).toFixed(1).padStart(7)} ms ${multiple(name, of).toFixed(2)} ×`
  console.log(`${`cold start, median of ${rounds} runs`.padEnd(46)}wall            processor`)
  for (const name of programs.keys()) console.log(`${name.padEnd(36)} ${cell(name, 'wall')}   ${cell(name, 'cpu')}`)
  return name => multiple(name, 'wall')
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const report = (name: string, ratio: number, goal: number): void =>
  console.log(
    `${name} takes ${ratio.toFixed(2)} × ${floor}; the goal is ${goal} ×${ratio > goal ? ': OVER THE GOAL' : ''}`,
  )

try {
  report('the hook', compare(hooks)(ours), goals.hook)
  report(checked, compare(commands)(checked), goals.check)
} finally {
  rmSync(place, { recursive: true, force: true })
}
