import { spawn } from 'node:child_process'
import { protocol } from '../hooks/plugin-protocol.ts'

/** What `sallyport install` writes above a plugin. */
export interface Installed {
  /** The line that starts the hook. */
  readonly command: string
  /** Whether what tools give back passes the hook too. */
  readonly results: boolean
}

export interface PluginAnswer {
  readonly decision: 'allow' | 'deny' | 'ask'
  readonly reason: string
  /** The input that runs in place of the one that was asked about, and what the model hears of that with the result. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly note?: string
}

/** Above the hook's own, so that it can say why. */
const deadlineMs = 25_000
const maxBytes = 64 * 1024 * 1024

/** Asks the hook about a call. INVARIANT: whatever is not a whole answer of this version is an error, which blocks. */
export async function askAboutCall(command: string, sent: object): Promise<PluginAnswer> {
  const said = parsed(await askHook(command, sent))
  const { decision, reason, input, note } = said
  if (decision !== 'allow' && decision !== 'deny' && decision !== 'ask') throw blocked('its answer decides nothing')
  if (decision !== 'allow' && (typeof reason !== 'string' || reason === '')) throw blocked('its answer has no reason')
  if (input !== undefined && !isObject(input)) throw blocked('the input in its answer is none')
  const replaced = input === undefined ? {} : { input, ...(typeof note === 'string' ? { note } : {}) }
  return { decision, reason: String(reason ?? ''), ...replaced }
}

/** Has the secrets in texts hidden: as many come back. Silence means that there were none. */
export async function hideSecrets(
  command: string,
  event: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  if (texts.length === 0) return texts
  const answer = await askHook(command, { event, texts })
  if (answer === '') return texts
  const hidden = parsed(answer)['texts']
  if (!Array.isArray(hidden) || hidden.length !== texts.length || hidden.some(text => typeof text !== 'string'))
    throw blocked('it did not give back the texts that it was sent')
  return hidden
}

/** Fails if something takes longer than a person would wait for it. */
export function inTime<T>(work: Promise<T>, ended: () => void = () => {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      ended()
      refuse(blocked('it took too long to decide'))
    }, deadlineMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** One process for each question. Exit 0 brings an answer, exit 2 a reason to block. */
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
    child.on('error', error => refuse(blocked(`it could not be started (${error.message})`)))
    // Who does not listen does not answer either.
    child.stdin.on('error', () => {})
    child.on('close', (code, signal) => {
      const reason = Buffer.concat(err).toString('utf8').trim()
      if (code === 0) done(Buffer.concat(out).toString('utf8'))
      else if (code === 2 && reason !== '') refuse(new Error(reason.slice(0, 2_000)))
      else refuse(blocked(`the hook ended with ${signal ?? code}`))
    })
    child.stdin.end(question)
  })
  return inTime(answer, end)
}

/** Ends a process and all that it has started, if there is any left. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {}
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const value = json(text)
  if (!isObject(value)) throw blocked('its answer is no JSON object')
  if (value['protocol'] !== protocol)
    throw blocked('its answer is of another version; run `sallyport install` for this client again')
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

/** Puts another input in the place of the one that the client will use: the same object with other contents. */
export function replaceInput(input: Record<string, unknown>, other: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(input)) delete input[key]
  Object.assign(input, other)
}
