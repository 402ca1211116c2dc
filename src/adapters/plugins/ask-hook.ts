import { spawn } from 'node:child_process'
import { protocol } from '../hooks/plugin-protocol.ts'

/** The settings that `sallyport install` writes at the top of a plugin. */
export interface Installed {
  /** The command line that starts the hook. */
  readonly command: string
  /** Whether tool results pass the hook too. */
  readonly results: boolean
}

export interface PluginAnswer {
  readonly decision: 'allow' | 'deny' | 'ask'
  readonly reason: string
  /** The input that replaces the call's own, and a note about it that the model gets with the result. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly note?: string
  /** Set if the input starts the fence: the hook wants to see the result of the call. */
  readonly contained?: true
}

/** The hook's answer about a result: its texts, and a note for the model. */
export interface ResultAnswer {
  readonly texts: readonly string[]
  readonly note: string | null
}

/** Longer than a hook waits for a person, so that the hook can still report its reason. */
const deadlineMs = 335_000
const maxBytes = 64 * 1024 * 1024

/** Asks the hook about a call. INVARIANT: anything but a complete answer of this protocol version is an error, which blocks. */
export async function askAboutCall(command: string, sent: object): Promise<PluginAnswer> {
  const { decision, reason, input, note, contained } = parsed(await askHook(command, sent))
  if (decision !== 'allow' && decision !== 'deny' && decision !== 'ask')
    throw blocked("the hook's answer has no valid decision")
  if (decision !== 'allow' && (typeof reason !== 'string' || reason === ''))
    throw blocked("the hook's answer has no reason")
  if (input !== undefined && !isObject(input))
    throw blocked("the replacement input in the hook's answer is not an object")
  const replaced =
    input === undefined
      ? {}
      : {
          input,
          ...(typeof note === 'string' ? { note } : {}),
          ...(contained === true ? { contained } : {}),
        }
  return { decision, reason: String(reason ?? ''), ...replaced }
}

/** A result that the hook should see: its texts, and what ran if that was a contained command. */
export interface SentResult {
  readonly event: string
  readonly texts: readonly string[]
  readonly ran?: object
}

/** Lets the hook hide secrets in texts; it must return as many texts. An empty answer means that it has nothing to say. */
export async function askAboutResult(command: string, sent: SentResult): Promise<ResultAnswer> {
  const { texts } = sent
  if (texts.length === 0 && sent.ran === undefined) return { texts, note: null }
  const answer = await askHook(command, sent)
  if (answer === '') return { texts, note: null }
  const { note, ...answered } = parsed(answer)
  // A note alone leaves the texts as they are.
  const hidden = 'texts' in answered || typeof note !== 'string' ? answered['texts'] : texts
  if (!Array.isArray(hidden) || hidden.length !== texts.length || hidden.some(text => typeof text !== 'string'))
    throw blocked('the hook did not return the texts that it was sent')
  return { texts: hidden, note: typeof note === 'string' ? note : null }
}

/** Rejects when the work misses the deadline. */
export function inTime<T>(work: Promise<T>, ended: () => void = () => {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      ended()
      refuse(blocked('the hook took too long to decide'))
    }, deadlineMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Starts one process for each request. Exit 0 means an answer on stdout, exit 2 a reason to block on stderr. */
function askHook(command: string, sent: object): Promise<string> {
  const question = JSON.stringify({ protocol, ...sent })
  const child = spawn('/bin/sh', ['-c', command], { stdio: 'pipe', detached: true })
  const end = () => endGroup(child.pid)
  const answer = new Promise<string>((done, refuse) => {
    const out: Buffer[] = []
    const err: Buffer[] = []
    let size = 0
    const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end()
      else chunks.push(chunk)
    }
    child.stdout.on('data', keep(out))
    child.stderr.on('data', keep(err))
    child.on('error', error => refuse(blocked(`the hook could not be started (${error.message})`)))
    // A hook that does not read its input gives no answer either, which blocks.
    child.stdin.on('error', () => {})
    child.on('close', (code, signal) => {
      const reason = Buffer.concat(err).toString('utf8').trim()
      if (code === 0) done(Buffer.concat(out).toString('utf8'))
      else if (code === 2 && reason !== '') refuse(new Error(reason.slice(0, 2_000)))
      else refuse(blocked(`the hook ended with ${signal ?? `exit code ${code}`}`))
    })
    child.stdin.end(question)
  })
  return inTime(answer, end)
}

/** Kills a process and every process that it started. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {}
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const value = json(text)
  if (!isObject(value)) throw blocked("the hook's answer is not a JSON object")
  if (value['protocol'] !== protocol)
    throw blocked("the hook's answer is from another version; run `sallyport install` for this client again")
  return value
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const blocked = (why: string): Error => new Error(`sallyport: ${why}, so the call is blocked`)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the contents of the object that the client will use as input. */
export function replaceInput(input: Record<string, unknown>, other: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(input)) delete input[key]
  Object.assign(input, other)
}
