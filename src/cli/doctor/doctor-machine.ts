import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { projectPolicyName } from '../../core/call.ts'
import { sha256 } from '../../core/digest.ts'
import { type Fault, faultText } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { checkJournal } from '../../io/journal/journal-access.ts'
import { realDisk } from '../../io/journal/journal-disk.ts'
import { deletedJournal } from '../../io/journal/journal-head.ts'
import { type Verification, verifyJournal } from '../../io/journal/journal-verify.ts'
import { openLock } from '../../io/journal/lock.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { openModes } from '../../io/stores/mode.ts'
import { readPause } from '../../io/stores/pause.ts'
import { openStops } from '../../io/stores/stops.ts'
import { readTrust } from '../../io/stores/trust-store.ts'
import { policyWarnings } from '../../policy/warnings.ts'
import { breakText } from '../audit/break-text.ts'
import { isAtLeast } from '../install/client-version.ts'
import { modeText } from '../switches/mode.ts'
import { clockTime, recordTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { fenceFindings } from './doctor-fence.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

/** Checks that concern every client. */
export const machineFindings = async (): Promise<readonly Finding[]> => [
  nodeFinding(),
  ...(await policyFindings()),
  ...(await journalFindings()),
  ...pauseFindings(),
  ...switchFindings(),
  ...(await fenceFindings()),
]

const firstNode = '20.0.0'

const nodeFinding = (): Finding =>
  isAtLeast(process.versions.node, firstNode)
    ? healthy('node', `version ${process.versions.node}`)
    : fault('node', `version ${process.versions.node} is too old`, 'install Node 20 or newer')

async function policyFindings(): Promise<readonly Finding[]> {
  const place = findPlace({ cwd: process.cwd() })
  const loaded = await loadPolicies({ place })
  if (!loaded.ok)
    return loaded.faults.map(one => fault('policy', `${faultText(one)}, so everything is blocked`, 'fix that file'))
  const { files, base, watches, mode } = loaded.value
  const above = files.map(({ layer, trusted }) => (trusted ? layer : `${layer} (untrusted)`))
  const stack = [...above, base.document.file].join(' over ')
  return [
    watches
      ? note(
          'policy',
          `${stack}: it only watches; only the floor and your organisation's rules stop calls`,
          'sallyport audit report',
        )
      : healthy('policy', `${stack}, mode ${mode}`),
    ...policyWarnings(loaded.value).map(({ message }) => note('policy', message, 'sallyport policy lint')),
    ...place.workspace.flatMap(root => projectFindings(`${root}/${projectPolicyName}`)),
  ]
}

function projectFindings(file: string): readonly Finding[] {
  const text = readPolicyText(file)
  const trust = readTrust(ownPaths().trust)
  if (!text.ok || !trust.ok) return []
  const pin = trust.value.get(file)
  if (text.value === null)
    return pin === undefined ? [] : [note('project', `${file} was trusted and no longer exists`, 'sallyport forget')]
  if (pin === undefined)
    return [note('project', `${file} is not trusted, so it can only ask and deny`, 'sallyport trust')]
  return pin.digest === sha256(text.value)
    ? [healthy('project', `${file} is trusted`)]
    : [note('project', `${file} has changed since it was trusted`, 'sallyport trust')]
}

async function journalFindings(): Promise<readonly Finding[]> {
  const { journal, journalAnchor: anchor } = ownPaths()
  if (!existsSync(journal))
    return existsSync(anchor)
      ? [brokenFinding({ code: 'audit_broken', message: deletedJournal(journal) })]
      : [note('journal', 'no journal yet; the first call creates it')]
  const access = checkJournal(realDisk, journal)
  if (!access.ok)
    return [
      fault('journal', `${faultText(access.faults[0])}; only reads run`, `if it is yours: chmod -R go= ${journal}`),
    ]
  const verified = verifyJournal(journal, { anchor })
  return [
    ...(verified.ok ? intactFindings(verified.value) : [brokenFinding(verified.faults[0])]),
    ...diskFindings(journal),
    ...(await lockFindings(journal)),
  ]
}

const intactFindings = ({ records, since, breaks }: Verification): readonly Finding[] => [
  healthy('journal', `${records} records since ${recordTime(since)} UTC, intact`),
  ...breaks.map(one => note('journal', breakText(one), 'find out what happened then')),
]

const brokenFinding = (one: Fault): Finding =>
  one.code === 'audit_broken'
    ? fault('journal', faultText(one), 'find out who changed it, then: sallyport audit continue')
    : fault('journal', faultText(one), 'sallyport audit verify')

/** A lock that stays held. If another machine or container left it behind, it looks like one that is in use. */
async function lockFindings(directory: string): Promise<readonly Finding[]> {
  const lock = openLock({ directory, name: 'journal', clock: systemClock, newId: randomUUID, disk: realDisk })
  const held = await lock.acquire()
  if (!held.ok)
    return [fault('journal', held.faults[0].message, `if that process no longer runs: rm ${directory}/journal.lock`)]
  held.value()
  return []
}

/** Enough for about ten thousand calls. */
const leastFreeBytes = 100_000_000

function diskFindings(journal: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(journal)
  const free = bavail * bsize
  const megabytes = Math.floor(free / 1_000_000)
  return free < leastFreeBytes
    ? [fault('journal', `its disk has ${megabytes} MB left; when it is full, only reads run`, 'free some space')]
    : []
}

function pauseFindings(): readonly Finding[] {
  const pause = readPause(ownPaths().pause, Date.now())
  return pause === null ? [] : [note('pause', `paused until ${clockTime(pause.until)}`, 'sallyport resume')]
}

/** Stopped sessions, and a mode that is not the default one. */
function switchFindings(): readonly Finding[] {
  const { stops, modes } = ownPaths()
  const stopped = openStops(stops).list()
  const set = openModes(modes).readAll()
  return [
    ...(stopped.length === 0
      ? []
      : [
          note(
            'stop',
            stopped.some(({ session }) => session === null)
              ? 'all sessions are stopped'
              : `${counted(stopped.length, 'session')} stopped`,
            'sallyport resume',
          ),
        ]),
    ...(set.mode === 'default' ? [] : [note('mode', `mode ${modeText(set)}`, 'sallyport mode default')]),
  ]
}
