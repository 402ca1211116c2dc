import { fstatSync } from 'node:fs'
import { visible } from '../../core/wording/visible.ts'
import { denialText } from '../../fence/explain/denial.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { type CapturedStream, captureStream } from '../../io/fence/captured-stream.ts'
import { explainedBytes, explainRun } from '../../io/fence/explain-run.ts'
import { heldBack } from '../../io/fence/fence-report.ts'
import {
  type CallNetwork,
  entering,
  type NetworkSession,
  startNetwork,
} from '../../io/fence/network/network-session.ts'
import { type LimitedProcess, runFenced } from '../../io/fence/run-fenced.ts'
import { type FencedEnd, mostAttempts } from '../../io/fence/start-fenced.ts'

/** Runs a command with this process's own input and output, and returns its exit code. */
export async function runInTerminal(run: Running, argv: readonly string[]): Promise<number> {
  for (const note of run.notes ?? []) tell(note)
  for (let attempt = 1; ; attempt += 1) {
    const ended = await runOnce(run, argv)
    if (ended.kind === 'broken' && ended.canRetry === true && attempt < mostAttempts) continue
    if (ended.kind === 'broken') throw new ToolFailure('sandbox_denied', ended.message)
    return ended.kind === 'exited' ? ended.code : 137
  }
}

async function runOnce({ plan, call, verdict, signal, held }: Running, argv: readonly string[]): Promise<FencedEnd> {
  // INVARIANT: `sallyport run` never runs a command without the fence.
  if (plan === null) throw new ToolFailure('sandbox_denied', 'the command has no fence')
  const network = await openNetwork(plan)
  const output = openOutput(plan, { isExplained: verdict.contained === true, printed: bytes => running.printed(bytes) })
  const running: LimitedProcess = runFenced({
    plan,
    argv,
    env: process.env,
    stdio: ['inherit', output.stdout?.fd ?? 'inherit', output.stderr?.fd ?? 'inherit'],
    ...(network === null ? {} : { ...entering(network.session), extra: network.call.variables }),
  })
  for (const stream of output.captured) stream.started()
  signal.addEventListener('abort', () => running.kill(), { once: true })
  const passing = passSignals(running)
  const ended = await running.result
  passing.stop()
  const stderr = (await output.stderr?.tail()) ?? null
  await output.stdout?.tail()
  const denials = explainRun({
    plan,
    call,
    effects: verdict.effects,
    argv,
    ended,
    network: network?.call ?? null,
    env: process.env,
    stderr,
  })
  for (const back of [...heldBack({ ended, refused: network?.call.access.refused ?? [] }), ...denials]) held(back)
  network?.session.close()
  for (const denial of denials) tell(visible(denialText(denial)))
  for (const { path, because, movedTo } of ended.quarantined)
    tell(`the command created \`${visible(path)}\` (${because}), a protected name; it was moved to ${movedTo}`)
  return ended.end
}

const tell = (line: string): void => void process.stderr.write(`sallyport: ${line}\n`)

interface Output {
  readonly stdout: CapturedStream | null
  readonly stderr: CapturedStream | null
  /** Each stream once: both may be the same. */
  readonly captured: readonly CapturedStream[]
}

/**
 * Captures standard error for the explanation, unless it is a terminal, which the command would miss. A contained command is
 * explained in any case: its failure decides what the next one may do. A limit for the output needs both streams. If both lead to the same file, they stay one stream, so that the order of the lines is kept.
 */
function openOutput(
  { limits: { output } }: FencePlan,
  { isExplained, printed }: { readonly isExplained: boolean; readonly printed: (bytes: number) => void },
): Output {
  let left = output ?? Infinity
  const took = (bytes: number): number => {
    printed(bytes)
    const passed = Math.min(bytes, left)
    left -= passed
    return passed
  }
  const capture = (to: NodeJS.WriteStream) => captureStream({ to, keptBytes: explainedBytes, took })
  const isTerminal = process.stderr.isTTY === true
  const isOne = isSameFile(1, 2) && (output !== null || !isTerminal)
  const stderr = output === null && isTerminal && !isExplained ? null : capture(isOne ? process.stdout : process.stderr)
  const stdout = isOne ? stderr : output === null ? null : capture(process.stdout)
  if (output !== null && (stdout === null || stderr === null))
    throw new ToolFailure('sandbox_denied', 'the output cannot be counted here: `mkfifo` does not work')
  return { stdout, stderr, captured: [...new Set([stdout, stderr])].filter(stream => stream !== null) }
}

function isSameFile(a: number, b: number): boolean {
  try {
    const [first, second] = [fstatSync(a), fstatSync(b)]
    return first.dev === second.dev && first.ino === second.ino
  } catch {
    return false
  }
}

/** Ctrl-C reaches the command by the terminal. Other signals are passed on. */
function passSignals(running: LimitedProcess): { stop(): void } {
  const handlers = [
    ...(['SIGINT', 'SIGQUIT'] as const).map(name => [name, () => {}] as const),
    ...(['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const).map(name => [name, () => running.signal(name)] as const),
  ]
  for (const [name, handle] of handlers) process.on(name, handle)
  return {
    stop: () => {
      for (const [name, handle] of handlers) process.off(name, handle)
    },
  }
}

/** The network of the run; null if it shares the machine's, or if it has none and no proxy can say so. */
async function openNetwork({ network }: FencePlan): Promise<{ session: NetworkSession; call: CallNetwork } | null> {
  if (network === 'full') return null
  const session = await startNetwork()
  if (session.ok) return { session: session.value, call: session.value.open(network) }
  if (network.length > 0) throw new ToolFailure('sandbox_denied', session.faults[0].message)
  return null
}
