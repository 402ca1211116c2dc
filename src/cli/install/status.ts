import { clientSettings } from '../../adapters/install/clients.ts'
import type { InstallState } from '../../adapters/install/settings.ts'
import { countFencedRuns, type FencedRuns, heldText } from '../../audit/fenced-runs.ts'
import type { AllowMeaning } from '../../core/allow-meaning.ts'
import { type Fault, faultText, ok } from '../../core/fault.ts'
import { ownString } from '../../core/json.ts'
import { visible } from '../../core/wording/visible.ts'
import { systemClock } from '../../io/clock.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { openApprovals } from '../../io/stores/approval-store.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { type Pause, readPause } from '../../io/stores/pause.ts'
import { tryRead } from '../audit/audit-options.ts'
import { defineCommand } from '../define-command.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { print, printJson, usageError } from '../terminal/outcome.ts'
import { allowTable, allowText } from './allow-table.ts'
import { namedClients } from './client-options.ts'
import { installState } from './install-state.ts'
import { type SettingsTarget, targetsOf } from './settings-target.ts'

export const statusCommand = defineCommand({
  help: `usage: sallyport status [CLIENT…] [--json]

Shows where the gate is installed, what an allow means to the clients there, whether the gate is
paused, how many approvals are pending, and how many grants are in force; and of the last day, how
many commands ran in the fence, and what it held back.

  --json   print the status as JSON
`,
  options: { json: { type: 'boolean' } },
  async run(options) {
    const { operands } = options
    const clients = operands.length === 0 ? ok(Object.keys(clientSettings)) : namedClients(operands)
    if (!clients.ok) return usageError(clients.faults[0].message)
    const rows = clients.value.flatMap(targetsOf).map(target => ({ target, state: installState(target) }))
    const paths = ownPaths()
    const paused = readPause(paths.pause, Date.now())
    const grants = openGrants(paths, systemClock).read().length
    const waiting = openApprovals(paths.approvals, systemClock).waiting().length
    const policies = await loadPolicies({ place: findPlace({ cwd: process.cwd() }) })
    const byPolicy = policies.ok ? policies.value.allow : null
    const fence = fencedLately(paths.journal)
    if (options.flag('json')) {
      const agents = rows.map(({ target: { client, level, path }, state }) => {
        const { approvesIn, otherwise } = allowTable(client, byPolicy)
        return { client, level, path, state, allow: { approves_in: approvesIn, otherwise } }
      })
      return printJson({ clients: agents, paused: paused?.until ?? null, waiting, grants, fence })
    }
    const installed = new Set(rows.flatMap(({ target, state }) => (state === 'absent' ? [] : [target.client])))
    return print(
      [
        ...rows.map(({ target, state }) => rowText(target, state)),
        ...(policies.ok ? [...installed].map(client => allowLine(client, byPolicy)) : [faultLine(policies.faults[0])]),
        nowText(paused, waiting, grants),
        fenceText(fence),
      ].join(''),
    )
  },
})

const allowLine = (client: string, byPolicy: AllowMeaning | null): string =>
  `${client.padEnd(12)} ${allowText(allowTable(client, byPolicy))}${byPolicy === null ? '' : ` (policy: \`allow: ${byPolicy}\`)`}\n`

const faultLine = (fault: Fault): string => `EVERY CALL IS BLOCKED: ${visible(faultText(fault))}\n`

/** Whether the gate is paused, and the approvals and grants, if there are any. */
const nowText = (paused: Pause | null, waiting: number, grants: number): string =>
  [
    ...(paused === null ? [] : [`PAUSED until ${clockTime(paused.until)}: \`sallyport resume\` ends it\n`]),
    ...(waiting === 0 ? [] : [`${counted(waiting, 'pending approval')}: see \`sallyport approve\`\n`]),
    ...(grants === 0 ? [] : [`${counted(grants, 'grant')} in force: see \`sallyport grants list\`\n`]),
  ].join('')

/** The commands of the last day, as far as the newest records tell. */
function fencedLately(journal: string): FencedRuns {
  const from = new Date(Date.now() - dayMs).toISOString()
  const runs = countFencedRuns()
  const read = tryRead(journal, () => lastRecords(journal, newestRecords))
  for (const { event } of read.ok ? read.value : []) if ((ownString(event, 'at') ?? '') >= from) runs.add(event)
  return runs.total()
}

const dayMs = 86_400_000
const newestRecords = 2_000

const fenceText = ({ fenced, unfenced, held }: FencedRuns): string =>
  fenced + unfenced === 0
    ? ''
    : [
        `${counted(fenced, 'command')} ran in the fence since yesterday, ${unfenced} without it\n`,
        ...held.map(one => `  held back ${counted(one.count, 'time')}: ${visible(heldText(one))}\n`),
      ].join('')

const rowText = ({ client, level, path }: SettingsTarget, state: InstallState): string =>
  `${client.padEnd(12)} ${level.padEnd(8)} ${stateText[state].padEnd(48)} ${visible(path)}\n`

const stateText: Readonly<Record<InstallState, string>> = {
  absent: 'not installed',
  present: 'installed',
  stale: 'out of date: run `sallyport install` again',
  untrusted: 'NOT RUNNING: the client does not trust it yet',
  ignored: 'NOT RUNNING: the client ignores this file',
  unreadable: 'its settings cannot be read',
}
