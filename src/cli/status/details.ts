import type { InstallState } from '../../adapters/install/settings.ts'
import { type FencedRuns, heldText } from '../../audit/fenced-runs.ts'
import type { AllowMeaning } from '../../core/allow-meaning.ts'
import type { SessionStop } from '../../core/switches/switches.ts'
import { visible } from '../../core/wording/visible.ts'
import { allowTable, allowText } from '../install/allow-table.ts'
import type { SettingsTarget } from '../install/settings-target.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'

export interface Details {
  readonly rows: readonly { readonly target: SettingsTarget; readonly state: InstallState }[]
  readonly stops: readonly SessionStop[]
  /** The meaning of an allow that a policy sets; null leaves it to the client. */
  readonly allow: AllowMeaning | null
  readonly fence: FencedRuns
}

/** Where the gate is installed, what an allow means there, and the lists behind the figures of the five lines. */
export function detailLines({ rows, stops, allow, fence }: Details): readonly string[] {
  const installed = new Set(rows.flatMap(({ target, state }) => (state === 'absent' ? [] : [target.client])))
  return [
    ...rows.map(({ target, state }) => rowText(target, state)),
    ...[...installed].map(client => allowLine(client, allow)),
    ...stops.map(stopLine),
    ...fenceLines(fence),
  ]
}

const allowLine = (client: string, byPolicy: AllowMeaning | null): string =>
  `${client.padEnd(12)} ${allowText(allowTable(client, byPolicy))}${byPolicy === null ? '' : ` (policy: \`allow: ${byPolicy}\`)`}`

const stopLine = ({ session, by, at }: SessionStop): string =>
  `stopped: ${session === null ? 'all sessions' : `session ${visible(session)}`}, by ${visible(by)}${at === 0 ? '' : ` at ${clockTime(at)}`}`

const fenceLines = ({ fenced, unfenced, held }: FencedRuns): readonly string[] =>
  fenced + unfenced === 0
    ? []
    : [
        `${counted(fenced, 'command')} ran in the fence since yesterday, ${unfenced} without it`,
        ...held.map(one => `  held back ${counted(one.count, 'time')}: ${visible(heldText(one))}`),
      ]

const rowText = ({ client, level, path }: SettingsTarget, state: InstallState): string =>
  `${client.padEnd(12)} ${level.padEnd(8)} ${stateText[state].padEnd(48)} ${visible(path)}`

const stateText: Readonly<Record<InstallState, string>> = {
  absent: 'not installed',
  present: 'installed',
  stale: 'out of date: run `sallyport install` again',
  untrusted: 'NOT RUNNING: the client does not trust it yet',
  ignored: 'NOT RUNNING: the client ignores this file',
  unreadable: 'its settings cannot be read',
}
