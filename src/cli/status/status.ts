import { clientSettings } from '../../adapters/install/clients.ts'
import { faultText, ok } from '../../core/fault.ts'
import { shortPath } from '../../core/path.ts'
import { systemClock } from '../../io/clock.ts'
import { readPrivate } from '../../io/files/private-file.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { openApprovals } from '../../io/stores/approval-store.ts'
import { openContainStore } from '../../io/stores/contain-store.ts'
import { openFenceSessions } from '../../io/stores/fence-sessions.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { openModes } from '../../io/stores/mode.ts'
import { readPause } from '../../io/stores/pause.ts'
import { openStops } from '../../io/stores/stops.ts'
import type { Policies } from '../../policy/policies.ts'
import { defineCommand } from '../define-command.ts'
import { allowTable } from '../install/allow-table.ts'
import { namedClients } from '../install/client-options.ts'
import { isClientPresent } from '../install/client-presence.ts'
import { installState } from '../install/install-state.ts'
import { targetsOf } from '../install/settings-target.ts'
import { counted } from '../terminal/counted.ts'
import { print, printJson, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { detailLines } from './details.ts'
import { fiveLines, type Overall } from './five-lines.ts'
import { lastDay } from './last-day.ts'

export const statusCommand = defineCommand({
  help: `usage: sallyport status [--all] [--json]
       sallyport status CLIENT…

Shows in five lines which clients are protected, the policy and the mode, pending approvals, the
last day, the server and the fence. A pause or a stop comes first.

  CLIENT   only where the gate is installed for these clients, and what an allow means to them
  --all    the same for every client, the sessions that are stopped, and what the fence held back
  --json   print the status as JSON
`,
  options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(options) {
    const { operands } = options
    const clients = operands.length === 0 ? ok(Object.keys(clientSettings)) : namedClients(operands)
    if (!clients.ok) return usageError(clients.faults[0].message)
    const rows = clients.value.flatMap(targetsOf).map(target => ({ target, state: installState(target) }))
    const paths = ownPaths()
    const modes = openModes(paths.modes)
    const place = findPlace({ cwd: process.cwd() })
    const policies = await loadPolicies({ place })
    const marks = openContainStore(paths, systemClock).marksIn(place.workspace).length
    const lost = openFenceSessions(paths).recent(Date.now())
    const byPolicy = policies.ok ? policies.value.allow : null
    const overall: Overall = {
      clients: rows.map(({ target: { client: name }, state }) => ({ name, state, isHere: isClientPresent(name) })),
      policy: policies.ok ? filesOf(policies.value, paths.home) : { fault: faultText(policies.faults[0]) },
      mode: modes.readAll(),
      ownModes: modes.list().filter(({ session }) => session !== null).length,
      paused: readPause(paths.pause, Date.now()),
      stops: openStops(paths.stops).list(),
      waiting: openApprovals(paths.approvals, systemClock).waiting().length,
      grants: openGrants(paths, systemClock).read().length,
      day: lastDay(paths.journal, Date.now()),
      server: runningServer(paths.server),
      fence: `${policies.ok ? fenceText(policies.value) : 'unknown'}${markedText(marks)}${lostText(lost.length)}`,
    }
    if (options.flag('json')) {
      const agents = rows.map(({ target: { client, level, path }, state }) => {
        const { approvesIn, otherwise } = allowTable(client, byPolicy)
        return { client, level, path, state, allow: { approves_in: approvesIn, otherwise } }
      })
      const { paused, waiting, grants, day, mode, stops } = overall
      const { fence, ...counts } = day
      return printJson({
        ...{ clients: agents, paused: paused?.until ?? null, stopped: stops, mode, waiting, grants },
        ...{ day: counts, fence, contained_files: marks, lost_fences: lost },
      })
    }
    const details = () => detailLines({ rows, stops: overall.stops, allow: byPolicy, fence: overall.day.fence })
    const lines =
      operands.length > 0
        ? details()
        : [...fiveLines(overall, stdoutPainter()), ...(options.flag('all') ? ['', ...details()] : [])]
    return print(lines.map(line => `${line}\n`).join(''))
  },
})

/** Where the console is; null if no server says so. */
const runningServer = (path: string): string | null => readPrivate(path, 200)?.trim() ?? null

/** The files that decide, by their short names, the base last. */
const filesOf = ({ files, base }: Policies, home: string): readonly string[] => [
  ...files.map(({ policy, trusted }) => `${nameOf(policy.document.file, home)}${trusted ? '' : ' (not trusted)'}`),
  nameOf(base.document.file, home),
]

const nameOf = (file: string, home: string): string =>
  /\/presets\/([\w-]+)\.yaml$/.exec(file)?.[1] ?? shortPath(file, { workspace: [], home })

/** Files that contained calls wrote in this project and no person has accepted. */
const markedText = (count: number): string =>
  count === 0 ? '' : `; contained calls wrote ${counted(count, 'path')} here, see \`sallyport trust --files\``

/** Sessions in which a contained call ran, or would have run, without its fence. */
const lostText = (count: number): string =>
  count === 0 ? '' : `; ${counted(count, 'session')} lost the fence, see \`sallyport doctor\``

const fenceText = ({ fence: { mode, profile } }: Policies): string =>
  mode === 'off' ? 'off' : `${mode}, profile ${profile.name}`
