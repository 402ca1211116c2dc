import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { writeAtomic } from '../files/write-atomic.ts'
import { nodeHash } from '../node-hash.ts'
import { randomBytes, randomId } from '../random.ts'

/** Everything that the runner needs for one call. It reads nothing else. */
export interface Ticket {
  /** Seconds since 1970. */
  readonly expires: number
  /** The directory in which the client must start the runner, without symbolic links. */
  readonly cwd: string
  /** The system call filter. */
  readonly filter: Uint8Array
  /** Whether Sallyport looks at the result in any case, or only if a layer has an entry. */
  readonly finishes: 'always' | 'changes'
  readonly client: string
  /** Variables that must have these values if they are set: the client tells its shell in them which call it runs. */
  readonly bound: Readonly<Record<string, string>>
  /** The names of the variables that the command gets. */
  readonly names: readonly string[]
  /** Sockets of this machine to cover, as far as they still exist. */
  readonly sockets: readonly string[]
  /** The upper directories of its overlays. */
  readonly layers: readonly string[]
  /** The words of the sandbox up to the command. */
  readonly words: readonly string[]
  /** Words that `env` gets: options, and the command itself. */
  readonly command: readonly string[]
  /** Starts Sallyport after the command; the ticket and the exit code follow. */
  readonly finish: readonly string[]
  /** The facts with which Sallyport finishes the call. */
  readonly record: string
}

const version = 'sallyport ticket 1'

/**
 * Writes a ticket and returns its name. The name is the digest of the plan, and the plan has a random number in it: nothing in it
 * can be changed, and no name can be guessed.
 */
export function writeTicket(tickets: string, ticket: Ticket): string {
  const plan = planText(ticket)
  const name = nodeHash(plan).slice(0, nameChars)
  const directory = `${tickets}/new-${randomId()}`
  mkdirSync(directory, { mode: 0o700 })
  writeFileSync(`${directory}/record.json`, ticket.record, { mode: 0o600, flag: 'wx' })
  writeAtomic(`${directory}/plan`, plan)
  renameSync(directory, `${tickets}/${name}`)
  return name
}

const nameChars = 32

function planText(ticket: Ticket): string {
  const { expires, cwd, filter, finishes, client, bound, names, sockets, layers, words, command, finish } = ticket
  const nonce = `${Buffer.from(randomBytes(16)).toString('hex')} ${nodeHash(ticket.record)}`
  const lists = [Object.entries(bound).flat(), names, sockets, layers, words, command, finish]
  const fields = [
    ...[version, nonce, `${expires}`, cwd, escaped(filter), finishes, client],
    ...lists.flatMap(list => [`${list.length}`, ...list]),
  ]
  return fields.map(field => `${field}\0`).join('')
}

const escaped = (bytes: Uint8Array): string =>
  [...bytes].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

/** The record of a ticket, if it is still the one that the ticket was made with; null otherwise. */
export function readRecord(tickets: string, name: string): string | null {
  try {
    const directory = `${tickets}/${name}`
    const plan = readFileSync(`${directory}/plan`, 'utf8')
    const record = readFileSync(`${directory}/record.json`, 'utf8')
    const [, nonce = ''] = plan.split('\0', 2)
    const isWhole = nodeHash(plan).slice(0, nameChars) === name && nonce.endsWith(` ${nodeHash(record)}`)
    return isWhole ? record : null
  } catch {
    return null
  }
}

/** `waiting`: it may still be used. `running`: its command runs. `over`: nothing of it runs, and nothing will. */
export type TicketState = 'waiting' | 'running' | 'over'

/** A moment longer than the ticket itself, so that a runner that has just checked the time is not overtaken. */
const graceSeconds = 10

/** The state of a ticket. The end of one that was never used is claimed first, so that no runner can start it any more. */
export function ticketState(tickets: string, name: string, now: number): TicketState {
  const directory = `${tickets}/${name}`
  const taken = textOf(`${directory}/taken`)
  if (taken !== null) return isRunner(taken) || isBeingTaken(directory, taken, now) ? 'running' : 'over'
  const expires = Number(textOf(`${directory}/plan`)?.split('\0', 3)[2] ?? 0)
  if (now / 1_000 < expires + graceSeconds) return 'waiting'
  try {
    writeFileSync(`${directory}/taken`, 'expired\n', { flag: 'wx', mode: 0o600 })
    return 'over'
  } catch {
    // A runner was faster, or the directory is gone.
    return textOf(`${directory}/taken`) === null ? 'over' : 'running'
  }
}

/** The runner creates the file before it writes its name into it. */
const isBeingTaken = (directory: string, taken: string, now: number): boolean =>
  taken === '' && now - (lstatSync(`${directory}/taken`, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 60_000

/** Whether the ticket was ever used. */
export const wasUsed = (tickets: string, name: string): boolean => /^\d/.test(textOf(`${tickets}/${name}/taken`) ?? '')

/** When its command started, in nanoseconds; null if it never did. */
export const takenAt = (tickets: string, name: string): bigint | null =>
  lstatSync(`${tickets}/${name}/taken`, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? null

/** Whether the process that claimed the ticket still runs. */
function isRunner(taken: string): boolean {
  const [pid = '', start = '', boot = ''] = taken.trim().split(' ')
  if (!/^\d+$/.test(pid) || boot !== textOf('/proc/sys/kernel/random/boot_id')?.trim()) return false
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === null) return false
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] !== 'Z' && fields[0] !== 'X' && fields[19] === start
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
