import { clientSettings } from '../../adapters/install/clients.ts'
import type { InstallState } from '../../adapters/install/settings.ts'
import { ok } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { openApprovals } from '../../io/stores/approval-store.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { type Pause, readPause } from '../../io/stores/pause.ts'
import { defineCommand } from '../define-command.ts'
import { clockTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { print, printJson, usageError } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'
import { namedClients } from './client-options.ts'
import { installState } from './install-state.ts'
import { type SettingsTarget, targetsOf } from './settings-target.ts'

export const statusCommand = defineCommand({
  help: `usage: sallyport status [CLIENT…] [--json]

Shows where the gate is installed, whether it is paused, how many approvals are pending, and how
many grants are in force.

  --json   print the status as JSON
`,
  options: { json: { type: 'boolean' } },
  run(options) {
    const { operands } = options
    const clients = operands.length === 0 ? ok(Object.keys(clientSettings)) : namedClients(operands)
    if (!clients.ok) return usageError(clients.faults[0].message)
    const rows = clients.value.flatMap(targetsOf).map(target => ({ target, state: installState(target) }))
    const paths = ownPaths()
    const paused = readPause(paths.pause, Date.now())
    const grants = openGrants(paths, systemClock).read().length
    const waiting = openApprovals(paths.approvals, systemClock).waiting().length
    if (options.flag('json')) {
      const agents = rows.map(({ target: { client, level, path }, state }) => ({ client, level, path, state }))
      return printJson({ clients: agents, paused: paused?.until ?? null, waiting, grants })
    }
    return print(
      `${rows.map(({ target, state }) => rowText(target, state)).join('')}${nowText(paused, waiting, grants)}`,
    )
  },
})

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
  unreadable: 'its settings cannot be read',
}
