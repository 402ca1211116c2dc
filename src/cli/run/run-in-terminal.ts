import type { FencePlan } from '../../fence/fence.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import {
  type CallNetwork,
  entering,
  type NetworkSession,
  startNetwork,
} from '../../io/fence/network/network-session.ts'
import { runFenced } from '../../io/fence/run-fenced.ts'
import { visible } from '../terminal/visible.ts'

/** Runs a command with this process's own input and output, and returns its exit code. */
export async function runInTerminal(
  { plan, signal: stop, held }: Pick<Running, 'plan' | 'signal' | 'held'>,
  argv: readonly string[],
): Promise<number> {
  // INVARIANT: `sallyport run` never runs a command without the fence.
  if (plan === null) throw new ToolFailure('sandbox_denied', 'the command has no fence')
  const network = await openNetwork(plan)
  const running = runFenced({
    plan,
    argv,
    env: process.env,
    stdio: ['inherit', 'inherit', 'inherit'],
    ...(network === null ? {} : { ...entering(network.session), extra: network.call.variables }),
  })
  stop.addEventListener('abort', () => running.kill(), { once: true })
  // Ctrl-C reaches the command by the terminal. Other signals are passed on.
  const ignore = () => {}
  const passed = (['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const).map(name => {
    const pass = () => running.signal(name)
    process.on(name, pass)
    return [name, pass] as const
  })
  process.on('SIGINT', ignore)
  process.on('SIGQUIT', ignore)
  const { end, stoppedBy, quarantined } = await running.result
  process.off('SIGINT', ignore)
  process.off('SIGQUIT', ignore)
  for (const [name, pass] of passed) process.off(name, pass)
  const refused = network?.call.access.refused ?? []
  for (const { host, port } of refused) held({ by: 'network', what: `${host}:${port}` })
  if (stoppedBy !== null) held({ by: 'limit', what: stoppedBy })
  for (const { path } of quarantined) held({ by: 'name', what: path })
  if (stoppedBy !== null) process.stderr.write(`sallyport: the fence stopped it: ${limitText[stoppedBy](plan)}\n`)
  for (const line of network === null ? [] : refusals(network.call)) process.stderr.write(`sallyport: ${line}\n`)
  network?.session.close()
  for (const { path, because, movedTo } of quarantined)
    process.stderr.write(
      `sallyport: the command created \`${visible(path)}\` (${because}), a protected name; it was moved to ${movedTo}\n`,
    )
  if (end.kind === 'broken') throw new ToolFailure('sandbox_denied', end.message)
  return end.kind === 'exited' ? end.code : 137
}

const limitText = {
  seconds: ({ limits }: FencePlan) => `it ran longer than ${limits.seconds} seconds`,
  memory: ({ limits }: FencePlan) => `it used more than ${limits.memory} bytes of memory`,
  processes: ({ limits }: FencePlan) => `it had more than ${limits.processes} processes`,
  cpus: ({ limits }: FencePlan) => `it used more than ${limits.cpus} processors`,
  fileSize: ({ limits }: FencePlan) => `it wrote a file of more than ${limits.fileSize} bytes`,
  output: ({ limits }: FencePlan) => `it printed more than ${limits.output} bytes`,
} as const

/** The network of the run; null if it shares the machine's, or if it has none and no proxy can say so. */
async function openNetwork({ network }: FencePlan): Promise<{ session: NetworkSession; call: CallNetwork } | null> {
  if (network === 'full') return null
  const session = await startNetwork()
  if (session.ok) return { session: session.value, call: session.value.open(network) }
  if (network.length > 0) throw new ToolFailure('sandbox_denied', session.faults[0].message)
  return null
}

/** Each host once, with the reason why it was refused. */
const refusals = ({ access }: CallNetwork): ReadonlySet<string> =>
  new Set(
    access.refused.map(
      ({ host, port, because }) => `the fence blocked network access to ${visible(host)}:${port}: ${because}`,
    ),
  )
