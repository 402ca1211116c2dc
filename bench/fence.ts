import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { effectiveProfile, type FenceProfile } from '../src/fence/profile.ts'
import { takeCall } from '../src/gate/take-call.ts'
import { machineFence } from '../src/io/fence/machine-fence.ts'
import { entering, startNetwork } from '../src/io/fence/network/network-session.ts'
import { runFenced } from '../src/io/fence/run-fenced.ts'
import { startFenced } from '../src/io/fence/start-fenced.ts'
import { findPlace } from '../src/io/place.ts'
import { loadPolicies } from '../src/io/policies/load-policies.ts'

/**
 * Measures a fenced `true`, started by a process that already runs, against a plain `bwrap … true` and other sandboxes;
 * `sallyport run true` beside `node -e 0`; the network of a session; and the proxy beside a direct connection. Tasks of one table
 * alternate, so that a busy machine slows all of them.
 */
const rounds = Number(process.env['SALLYPORT_BENCH_ROUNDS'] ?? 25)
/** The time of a fenced command, as a multiple of plain bubblewrap. */
const goal = 2

const plainWords = [
  ...['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', 'true'],
]

/** The repository: the script itself runs from a bundle elsewhere. */
const root = process.cwd()
const base = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
const project = join(base, 'project')
const home = join(base, 'home')
for (const directory of [project, home, `${home}/.ssh`, `${project}/src`]) mkdirSync(directory)
for (const name of ['.env', 'package.json', 'src/a.js']) writeFileSync(join(project, name), '{}')
execFileSync('git', ['init', '-q', project])
process.chdir(project)
const env = { ...process.env, HOME: home }
async function measure(): Promise<void> {
  const place = findPlace({ cwd: project, runner: 'sallyport' })
  const call = takeCall({ tool: 'shell_exec', input: { argv: ['true'] } }, place)
  const policies = await loadPolicies({ place, env })
  const fence = machineFence({ env, workspace: place.workspace })
  const probed = await fence.probe()
  if (!probed.ok || !call.ok || !policies.ok) {
    console.error(`the fence does not work here: ${probed.ok ? '' : probed.faults[0].message}: NOT MEASURED`)
    return
  }
  const profile: FenceProfile = { ...policies.value.fence.profile, name: 'balanced', network: [] }
  const planOf = () => {
    const plan = fence.plan(profile, call.value)
    if (!plan.ok) throw new Error(plan.faults[0].message)
    return plan.value
  }
  const plan = planOf()
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const session = await startNetwork()
  if (!session.ok) throw new Error(session.faults[0].message)
  const inSession = { ...entering(session.value), extra: session.value.open([]).variables }
  const others = await otherSandboxes()
  const medians = await compare('true, from a running process', {
    'bwrap … true': () => ended(spawn('bwrap', plainWords, { stdio: 'ignore', env })),
    [`fenced true (${plan.mounts.length} mounts)`]: () => startFenced({ plan, argv: ['true'], env, stdio }).end,
    'fenced true, with a proxy': () => startFenced({ plan, argv: ['true'], env, stdio, ...inSession }).end,
    'with facts, plan and checks': () => runFenced({ plan: planOf(), argv: ['true'], env, stdio }).result,
    ...others.tasks,
  })
  const [bwrap = 1, fenced = 0, , whole = 0] = medians
  const start =
    (...args: readonly string[]) =>
    () =>
      ended(spawn(process.execPath, args, { env, cwd: project, stdio: 'ignore' }))
  await compare('a process of its own', {
    'node -e 0': start('-e', '0'),
    'sallyport run true': start(join(root, 'dist/cli.js'), 'run', '--yes', '--', 'true'),
  })
  await compare('the network of a session', {
    'set up and end': async () => {
      const started = await startNetwork()
      if (started.ok) started.value.close()
    },
  })
  await throughput(session.value.enter, port => session.value.open([`127.0.0.1:${port}`]).access.credentials)
  session.value.close()
  await others.close()
  const limits = effectiveProfile(profile).limits.memory === null ? '' : ' with limits'
  console.log(
    `a fenced command${limits} takes ${(fenced / bwrap).toFixed(2)} × plain bubblewrap; the goal is ${goal} ×${fenced / bwrap > goal ? ': OVER THE GOAL' : ''}; with facts, plan and checks ${(whole / bwrap).toFixed(2)} ×`,
  )
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', code =>
      code === 0 ? done() : failed(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)),
    )
  })

/** Prints median and minimum of each, and returns the medians. */
async function compare(
  title: string,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<readonly number[]> {
  const times = new Map<string, number[]>(Object.keys(tasks).map(name => [name, []]))
  const began = performance.now()
  for (let round = 0; round <= rounds && (round < 4 || performance.now() - began < longestMs); round += 1) {
    for (const [name, run] of Object.entries(tasks)) {
      const start = performance.now()
      await run()
      // The first round only fills caches.
      if (round > 0) times.get(name)?.push(performance.now() - start)
    }
  }
  console.log(title)
  return [...times].map(([name, list]) => {
    const sorted = [...list].sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    console.log(
      `  ${name.padEnd(30)} median ${median.toFixed(1).padStart(7)} ms   least ${(sorted[0] ?? 0).toFixed(1).padStart(7)} ms`,
    )
    return median
  })
}

/** A table ends after this time, on a busy machine with fewer rounds. */
const longestMs = 25_000

const megabytes = 256

/** Reads many bytes from a server of this machine, directly and from the network of the session through the proxy. */
async function throughput(enter: readonly string[], credentialsFor: (port: number) => string): Promise<void> {
  const chunk = Buffer.alloc(2 ** 20)
  const server = createServer(socket => {
    socket.on('error', () => {})
    let left = megabytes
    const send = () => {
      while (left > 0) {
        left -= 1
        if (!socket.write(chunk)) return void socket.once('drain', send)
      }
      socket.end()
    }
    send()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.log(`${megabytes} MB from a server of this machine`)
  const credentials = credentialsFor(port)
  for (const [name, words, via] of [
    ['direct', [], ''],
    ['through the proxy', enter, credentials],
  ] as const) {
    const seconds = await new Promise<number>(done => {
      const [program = '', ...args] = [...words, process.execPath, '-e', reader, `${port}`, via]
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let text = ''
      child.stdout.on('data', (data: Buffer) => {
        text += data.toString('utf8')
      })
      child.once('close', () => done(Number(text)))
    })
    console.log(`  ${name.padEnd(30)} ${(megabytes / seconds).toFixed(0).padStart(7)} MB/s`)
  }
  server.close()
}

/** Prints the seconds from the connection to its end; through the proxy if it has credentials. */
const reader = `
const [port, credentials] = process.argv.slice(1)
const start = performance.now()
const socket = require('net').connect(credentials ? 3128 : Number(port), '127.0.0.1', () => {
  if (credentials) socket.write('CONNECT 127.0.0.1:' + port + ' HTTP/1.1\\r\\nProxy-Authorization: Basic ' + Buffer.from(credentials).toString('base64') + '\\r\\n\\r\\n')
})
socket.on('data', () => {})
socket.on('end', () => console.log((performance.now() - start) / 1000))
`

interface OtherSandboxes {
  readonly tasks: Readonly<Record<string, () => Promise<unknown>>>
  /** Ends the proxies that they keep, which would keep this process alive. */
  readonly close: () => Promise<void>
}

/** Other sandboxes, installed into .clients; those that cannot be installed or do not work here are named. */
async function otherSandboxes(): Promise<OtherSandboxes> {
  let close = async (): Promise<void> => {}
  const missing = (name: string, why: unknown) => {
    console.error(`${name}: NOT MEASURED: ${why instanceof Error ? why.message.split('\n')[0] : why}`)
    return {}
  }
  const codex = async () => {
    const folder = installed('codex', '@openai/codex@0.166.0')
    const found = spawnSync('find', [folder, '-path', '*/bin/codex', '-type', 'f', '-size', '+1M'], {
      encoding: 'utf8',
    })
    const program = found.stdout.split('\n')[0] || join(folder, 'node_modules/.bin/codex')
    const codexHome = join(folder, 'home')
    mkdirSync(codexHome, { recursive: true })
    const run = () =>
      ended(spawn(program, ['sandbox', '--', 'true'], { stdio: 'ignore', env: { ...env, CODEX_HOME: codexHome } }))
    await run()
    return { 'codex sandbox': run }
  }
  const runtime = async () => {
    const folder = installed('sandbox-runtime', '@anthropic-ai/sandbox-runtime@0.0.78')
    const entry = join(folder, 'node_modules/@anthropic-ai/sandbox-runtime/dist/index.js')
    const { SandboxManager } = await import(pathToFileURL(entry).href)
    close = () => SandboxManager.reset()
    await SandboxManager.initialize({
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: [`${home}/.ssh`], allowWrite: [project], denyWrite: [] },
    })
    const run = async () =>
      ended(spawn(await SandboxManager.wrapWithSandbox('true'), { shell: true, stdio: 'ignore', env }))
    await run()
    return { 'sandbox-runtime, as a library': run }
  }
  const tasks = {
    ...(await codex().catch(why => missing('codex sandbox', why))),
    ...(await runtime().catch(why => missing('sandbox-runtime', why))),
  }
  return { tasks, close: () => close() }
}

/** The folder of a package in .clients, where the tests with real clients keep theirs. */
function installed(name: string, spec: string): string {
  const folder = join(root, '.clients', name)
  if (existsSync(join(folder, 'node_modules'))) return folder
  mkdirSync(folder, { recursive: true })
  const flags = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, spec], { stdio: 'ignore', timeout: 90_000 })
  return folder
}

try {
  await measure()
} finally {
  rmSync(base, { recursive: true, force: true })
}
