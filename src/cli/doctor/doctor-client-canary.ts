import { spawnSync } from 'node:child_process'
import { clientSettings } from '../../adapters/install/clients.ts'
import type { Checkup } from '../../adapters/install/settings.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'
import { tryRead } from '../audit/audit-options.ts'
import { isHookInstalled } from './doctor-client.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

/** Makes the client itself call a harmless command, and looks for that call in the journal. */
export function clientCanary(client: string): readonly Finding[] {
  const checkup = clientSettings[client]?.checkup
  if (checkup === undefined || !isHookInstalled(client)) return []
  if (checkup.headless === undefined)
    return [note(client, 'not tested with a real call: this client cannot run without a person')]
  const word = `sallyport-canary-${randomId().slice(0, 8)}`
  const prompt = `Run exactly this shell command with your shell tool, once, and nothing else: echo ${word}`
  const ran = spawnSync(checkup.program, checkup.headless(prompt), { encoding: 'utf8', timeout: 120_000 })
  if (ran.error !== undefined)
    return [note(client, `\`${checkup.program}\` could not be started: ${ran.error.message}`)]
  if (isRecorded(word)) return [healthy(client, 'a real call of the client reached the gate')]
  const notLoaded = settingsFaultIn(checkup, `${ran.stdout}${ran.stderr}`)
  if (notLoaded !== null) return [fault(client, `the client did not load its settings: ${notLoaded}`, 'fix that file')]
  const output = `${ran.stdout}${ran.stderr}`.trim().slice(-200)
  return [
    output.includes(word)
      ? fault(client, 'the client made a call that did not pass the gate', `sallyport install ${client}`)
      : note(client, `the client made no call, so this test shows nothing: ${output}`, 'check that it is logged in'),
  ]
}

/** The client's message about settings that it did not load; null if it prints none. */
function settingsFaultIn({ program, settingsFault }: Checkup, output: string): string | null {
  if (settingsFault === undefined) return null
  const { says, check } = settingsFault
  const checked = check === undefined ? null : spawnSync(program, check, { encoding: 'utf8', timeout: 60_000 })
  return says.exec(`${output}\n${checked?.stdout ?? ''}`)?.[0] ?? null
}

/** A hook in the settings does not prove that the client runs it. */
export const canaryNotRun = (client: string): readonly Finding[] =>
  isHookInstalled(client)
    ? [note(client, 'not tested with a real call of the client', 'sallyport doctor --client')]
    : []

function isRecorded(word: string): boolean {
  const { journal } = ownPaths()
  const records = tryRead(journal, () => lastRecords(journal, recentRecords))
  return (
    records.ok &&
    records.value.some(
      ({ event }) => event['type'] === 'tool_call_requested' && JSON.stringify(event['request']).includes(word),
    )
  )
}

const recentRecords = 200
