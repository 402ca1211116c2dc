import { existsSync, readFileSync } from 'node:fs'
import { clientSettings } from '../../adapters/install/clients.ts'
import { runnerPath } from '../../io/contain/fenced-form.ts'
import { findRunnerPrograms, runnerText } from '../../io/contain/runner.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { ownPaths } from '../../io/paths.ts'
import { openFenceSessions } from '../../io/stores/fence-sessions.ts'
import { readSettings } from '../../io/stores/settings-file.ts'
import { settingsPlace, targetsOf } from '../install/settings-target.ts'
import { recordTime } from '../terminal/clock-time.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { containedCanary } from './contained-canary.ts'
import { type Finding, fault, note } from './finding.ts'

/** Whether calls of these clients can run in the fence, and what could take it away from them. */
export async function containFindings(clients: readonly string[]): Promise<readonly Finding[]> {
  const containing = clients.filter(client => hooksOf(client).some(({ contains }) => contains))
  const installed = clients.filter(client => hooksOf(client).length > 0 && !containing.includes(client))
  const off = installed
    .filter(client => clientSettings[client]?.canContain === true)
    .map(client => note(client, 'contained calls ask', `sallyport install ${client} --contain`))
  if (containing.length === 0) return [...off, ...lostFindings()]
  const probed = await machineFence().probe()
  if (!probed.ok)
    return [
      ...off,
      note('contain', `contained calls ask, because the fence does not work: ${probed.faults[0].message}`),
    ]
  const each: Finding[] = []
  for (const client of containing)
    each.push(...rivalFindings(client), ...sandboxFindings(client), ...(await canaryFindings(client)))
  return [...off, ...runnerFindings(), ...each, ...lostFindings()]
}

interface InstalledHook {
  readonly contains: boolean
  readonly command: string
}

const hooksOf = (client: string): readonly InstalledHook[] =>
  targetsOf(client).flatMap(({ path, settings }) => {
    const text = readSettings(path)
    if (!text.ok || text.value === null) return []
    const contains = settings.does(text.value).contain === true
    return settings.commands(text.value).map(command => ({ contains, command }))
  })

/** The texts of all settings of a client that can hold hooks or switches. */
const settingsOf = (client: string): readonly { readonly path: string; readonly text: string }[] => {
  const others = clientSettings[client]?.checkup?.otherFiles(settingsPlace()) ?? []
  return [...targetsOf(client).map(({ path }) => path), ...others].flatMap(path => {
    const text = readSettings(path)
    return text.ok && text.value !== null ? [{ path, text: text.value }] : []
  })
}

/** Other hooks on the shell tool: one that replaces the input takes the fence away. */
const rivalFindings = (client: string): readonly Finding[] =>
  settingsOf(client).flatMap(({ path, text }) =>
    (clientSettings[client]?.otherHooks(text) ?? []).map(command =>
      note(
        client,
        `another hook sees shell commands too: \`${cutText(command, 80)}\` in ${path}; if it replaces one, that command runs without its fence`,
        'check that it never changes a command',
      ),
    ),
  )

const sandboxFindings = (client: string): readonly Finding[] =>
  settingsOf(client).flatMap(({ path, text }) =>
    (clientSettings[client]?.checkup?.ownSandbox?.(text) ?? []).map(says => note(client, `${says} (${path})`)),
  )

/** The hook writes the runner again before each use, so a changed one never starts; but something changed it. */
function runnerFindings(): readonly Finding[] {
  const { tickets } = ownPaths()
  const path = runnerPath(tickets)
  const programs = findRunnerPrograms()
  if (!programs.ok) return [note('contain', `contained calls ask: ${programs.faults[0].message}`)]
  if (!existsSync(path) || readFileSync(path, 'utf8') === runnerText(tickets, programs.value)) return []
  return [note('contain', `${path} is not the runner of this version; the next contained call replaces it`)]
}

/** Runs a contained call as the client would, through the installed hook. */
async function canaryFindings(client: string): Promise<readonly Finding[]> {
  const checkup = clientSettings[client]?.checkup
  const [hook] = hooksOf(client).filter(({ contains }) => contains)
  return checkup === undefined || hook === undefined ? [] : containedCanary(client, { checkup, command: hook.command })
}

const lostFindings = (): readonly Finding[] =>
  openFenceSessions(ownPaths())
    .recent(Date.now())
    .map(({ session, client, at, why }) => {
      const when = recordTime(new Date(at).toISOString())
      const says = `session ${cutText(session, 40)} of ${client} contains nothing more since ${when} UTC: ${why}`
      return why.includes('hook')
        ? fault('contain', says, 'remove the hook that changes commands')
        : note('contain', says, 'sallyport fence probe')
    })
