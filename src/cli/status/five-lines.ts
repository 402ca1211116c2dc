import type { InstallState } from '../../adapters/install/settings.ts'
import type { SessionStop, SetMode } from '../../core/switches/switches.ts'
import { visible } from '../../core/wording/visible.ts'
import type { Pause } from '../../io/stores/pause.ts'
import { modeText } from '../switches/mode.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import type { Painter } from '../terminal/painter.ts'
import type { LastDay } from './last-day.ts'

/** Everything that the five lines say. */
export interface Overall {
  readonly clients: readonly ClientState[]
  /** The files that decide, the base last; or why every call is blocked. */
  readonly policy: readonly string[] | { readonly fault: string }
  readonly mode: SetMode
  /** Sessions with a mode of their own. */
  readonly ownModes: number
  readonly paused: Pause | null
  readonly stops: readonly SessionStop[]
  readonly waiting: number
  readonly grants: number
  readonly day: LastDay
  /** Where the console is; null if no server runs. */
  readonly server: string | null
  readonly fence: string
}

export interface ClientState {
  readonly name: string
  readonly state: InstallState
  /** Whether the client is on this machine. */
  readonly isHere: boolean
}

/** The status in five lines. What needs a person's attention is in capitals, and a pause or a stop comes first. */
export function fiveLines(overall: Overall, paint: Painter): readonly string[] {
  const { waiting, grants, server, fence, paused, stops } = overall
  const policy = line('policy', policyText(overall, paint), paint)
  const approvals = [
    waiting === 0 ? 'none pending' : paint.ask(`${waiting} pending: \`sallyport approve\``),
    ...(grants === 0 ? [] : [`${counted(grants, 'grant')} in force: \`sallyport grants list\``]),
  ]
  const others = [
    line('approvals', approvals.join(', '), paint),
    line('last 24 h', dayText(overall.day), paint),
    line('server', `${server ?? 'not running: `sallyport serve`'}; fence ${fence}`, paint),
  ]
  const clients = line('protected', clientsText(overall.clients, paint), paint)
  return paused === null && stops.length === 0 ? [clients, policy, ...others] : [policy, clients, ...others]
}

const line = (name: string, text: string, paint: Painter): string => `${paint.dim(name.padEnd(10))} ${text}`

function clientsText(clients: readonly ClientState[], paint: Painter): string {
  const unique = (states: readonly ClientState[]) => [...new Set(states.map(({ name }) => name))]
  const works = unique(clients.filter(({ state }) => state === 'present' || state === 'stale'))
  const broken = clients.filter(({ state }) => troubles[state] !== null)
  const open = unique(clients.filter(({ isHere, name }) => isHere && !works.includes(name))).filter(
    name => !broken.some(one => one.name === name),
  )
  return [
    works.length === 0 ? paint.deny('NO CLIENT: run `sallyport install`') : works.join(', '),
    ...[...new Set(broken.map(({ name, state }) => `${name} ${troubles[state]}`))].map(paint.deny),
    ...(open.length === 0 ? [] : [`not installed in ${open.join(', ')}`]),
  ].join('; ')
}

const troubles: Readonly<Record<InstallState, string | null>> = {
  absent: null,
  present: null,
  stale: 'OUT OF DATE',
  untrusted: 'NOT RUNNING',
  ignored: 'NOT RUNNING',
  unreadable: 'NOT READABLE',
}

function policyText({ policy, mode, ownModes, paused, stops }: Overall, paint: Painter): string {
  const all = stops.find(({ session }) => session === null)
  const halted =
    all === undefined
      ? stops.length === 0
        ? []
        : [`STOPPED ${counted(stops.length, 'session')}: \`sallyport resume\` lets them go on`]
      : [`STOPPED all sessions, by ${visible(all.by)}: \`sallyport resume\` lets them go on`]
  return [
    ...halted.map(paint.deny),
    ...(paused === null ? [] : [paint.deny(`PAUSED until ${clockTime(paused.until)}: \`sallyport resume\` ends it`)]),
    'fault' in policy ? paint.deny(`EVERY CALL IS BLOCKED: ${visible(policy.fault)}`) : visible(policy.join(' on ')),
    `mode ${modeText(mode)}${ownModes === 0 ? '' : `, ${counted(ownModes, 'session')} with another`}`,
  ].join('; ')
}

function dayText({ calls, asked, denied, isMore, fence }: LastDay): string {
  if (calls === 0) return 'no calls'
  const held = fence.held.reduce((sum, { count }) => sum + count, 0)
  return [
    `${isMore ? 'more than ' : ''}${counted(calls, 'call')}, ${asked} asked, ${denied} denied`,
    ...(fence.fenced === 0 ? [] : [`${counted(fence.fenced, 'command')} in the fence`]),
    ...(held === 0 ? [] : [`${held} held back`]),
  ].join('; ')
}
