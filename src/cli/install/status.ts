import { clientSettings } from '../../adapters/install/clients.ts'
import type { InstallState } from '../../adapters/install/settings.ts'
import type { AllowMeaning } from '../../core/allow-meaning.ts'
import { type Fault, faultText, ok } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { openApprovals } from '../../io/stores/approval-store.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { type Pause, readPause } from '../../io/stores/pause.ts'
import { defineCommand } from '../define-command.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { print, printJson, usageError } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'
import { allowTable, allowText } from './allow-table.ts'
import { namedClients } from './client-options.ts'
import { installState } from './install-state.ts'
import { type SettingsTarget, targetsOf } from './settings-target.ts'

export const statusCommand = defineCommand({
  help: `usage: sallyport status [CLIENT…] [--json]

Shows where the gate is installed, what an allow means to the clients there, whether the gate is
paused, how many approvals are pending, and how many grants are in force.

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
    if (options.flag('json')) {
      const agents = rows.map(({ target: { client, level, path }, state }) => {
        const { approvesIn, otherwise } = allowTable(client, byPolicy)
        return { client, level, path, state, allow: { approves_in: approvesIn, otherwise } }
      })
      return printJson({ clients: agents, paused: paused?.until ?? null, waiting, grants })
    }
    const installed = new Set(rows.flatMap(({ target, state }) => (state === 'absent' ? [] : [target.client])))
    return print(
      [
        ...rows.map(({ target, state }) => rowText(target, state)),
        ...(policies.ok ? [...installed].map(client => allowLine(client, byPolicy)) : [faultLine(policies.faults[0])]),
        nowText(paused, waiting, grants),
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
