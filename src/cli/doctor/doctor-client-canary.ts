import { spawnSync } from 'node:child_process'
import { clientSettings } from '../../adapters/install/clients.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'
import { tryRead } from '../audit/audit-options.ts'
import { isHookInstalled } from './doctor-client.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

/** Lets the client itself make a harmless call: the journal must have it. */
export function clientCanary(client: string): readonly Finding[] {
  const checkup = clientSettings[client]?.checkup
  if (checkup === undefined || !isHookInstalled(client)) return []
  if (checkup.headless === undefined)
    return [note(client, 'it cannot be driven without a person, so whether its calls come to the gate was not tried')]
  const word = `sallyport-canary-${randomId().slice(0, 8)}`
  const order = `Run exactly this shell command with your shell tool, once, and nothing else: echo ${word}`
  const ran = spawnSync(checkup.program, checkup.headless(order), { encoding: 'utf8', timeout: 120_000 })
  if (ran.error !== undefined)
    return [note(client, `\`${checkup.program}\` could not be started: ${ran.error.message}`)]
  if (isRecorded(word)) return [healthy(client, 'a call of the client itself came to the gate')]
  const heard = `${ran.stdout}${ran.stderr}`.trim().slice(-200)
  return [
    heard.includes(word)
      ? fault(client, 'the client made a call that never came to the gate', `sallyport install ${client}`)
      : note(client, `the client made no call, so this shows nothing: ${heard}`, 'is it logged in?'),
  ]
}

/** A hook in the settings is no proof that a client heeds it. */
export const canaryNotTried = (client: string): readonly Finding[] =>
  isHookInstalled(client)
    ? [note(client, 'whether its own calls come to the gate was not tried', 'sallyport doctor --client')]
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
