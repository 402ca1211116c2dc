import { spawnSync } from 'node:child_process'
import { clientSettings } from '../../adapters/install/clients.ts'
import type { Checkup, InstallState } from '../../adapters/install/settings.ts'
import { isFresh } from '../../io/hook/hook-snapshot.ts'
import { readSettings } from '../../io/stores/settings-file.ts'
import { isAtLeast, versionOf } from '../install/client-version.ts'
import { installState } from '../install/install-state.ts'
import { mistakeText } from '../install/mistake-text.ts'
import { runningClients } from '../install/running-clients.ts'
import { type SettingsTarget, settingsPlace, targetsOf, wantedOf } from '../install/settings-target.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { type Finding, fault, healthy, note } from './finding.ts'

/** Whether the hook is in the client's settings at any level. */
export const isHookInstalled = (client: string): boolean =>
  targetsOf(client).some(target => installState(target) !== 'absent')

/** Checks one client. `unguarded` makes the finding for a client without the hook. */
export function clientFindings(client: string, unguarded: typeof fault | typeof note): readonly Finding[] {
  const checkup = clientSettings[client]?.checkup
  if (checkup === undefined)
    return isHookInstalled(client)
      ? [note(client, 'the hook is installed; Sallyport has no further checks for this client')]
      : []
  const targets = targetsOf(client).map(target => ({ target, state: installState(target) }))
  const installed = targets.filter(({ state }) => state !== 'absent')
  const version = versionOf(checkup.program)
  if (version === null && installed.length === 0)
    return [note(client, `\`${checkup.program}\` is not on this machine; the hook is not installed`)]
  return [
    versionFinding(client, checkup, version),
    ...weakeningFindings(client, checkup),
    ...targets.flatMap(({ target, state }) => mistakeFindings(target, state)),
    ...(installed.length === 0
      ? [unguarded(client, 'the hook is not installed', `sallyport install ${client}`)]
      : installed.flatMap(({ target, state }) => levelFindings(target, state))),
    ...commandsOf(targets.filter(({ state }) => state !== 'ignored').map(({ target }) => target)).flatMap(command =>
      hookFindings(client, command, checkup),
    ),
  ]
}

function versionFinding(client: string, checkup: Checkup, version: string | null): Finding {
  const { program, firstVersion, triedVersion } = checkup
  if (version === null)
    return note(client, `\`${program}\` is not on the PATH, so its version is unknown`, 'put it on the PATH')
  if (firstVersion !== undefined && !isAtLeast(version, firstVersion))
    return fault(
      client,
      `version ${version} runs calls even when the hook fails`,
      `update it to ${firstVersion} or newer`,
    )
  if (triedVersion === undefined)
    return note(client, `version ${version}; the hook follows its documentation and was not tested with it`)
  return isAtLeast(version, triedVersion)
    ? healthy(client, `version ${version}${firstVersion === undefined ? '' : ', blocks calls when the hook fails'}`)
    : note(client, `version ${version} is older than ${triedVersion}, the version that was tested`, 'update it')
}

function weakeningFindings(client: string, checkup: Checkup): readonly Finding[] {
  const files = [...targetsOf(client).map(({ path }) => path), ...checkup.otherFiles(settingsPlace())]
  const inSettings = files.flatMap(path => {
    const text = readSettings(path)
    const weakenings = text.ok && text.value !== null ? checkup.weakenings(text.value) : []
    return weakenings.map(({ says, dropsHooks }) =>
      (dropsHooks ? fault : note)(client, `${says} (${path})`, 'remove it from that file'),
    )
  })
  const inEnvironment = checkup.droppingVariables
    .filter(name => !['', '0', 'false', undefined].includes(process.env[name]))
    .map(name => fault(client, `\`${name}\` is set, which disables hooks`, `unset ${name}`))
  return [...inSettings, ...inEnvironment, ...runningFindings(client, checkup)]
}

/** Running clients that were started without hooks. */
const runningFindings = (client: string, { program, droppingFlags }: Checkup): readonly Finding[] =>
  droppingFlags === null
    ? []
    : runningClients(program).flatMap(({ pid, command }) => {
        const [flag] = droppingFlags.exec(command) ?? []
        const says = `process ${pid} runs with \`${flag}\`, so its calls do not pass the gate`
        return flag === undefined ? [] : [note(client, says, `restart it without \`${flag}\``)]
      })

/** A file that the client ignores as a whole. Only one with our hook in it is a fault: the client still reads the others. */
function mistakeFindings(target: SettingsTarget, state: InstallState): readonly Finding[] {
  const text = readSettings(target.path)
  const mistake = text.ok && text.value !== null ? target.settings.mistake(text.value) : null
  if (mistake === null) return []
  const isOurs = state === 'ignored'
  const isOpen = isOurs && !target.settings.stopsOnMistake
  const says = `${mistakeText(target, mistake)}${isOpen ? ', and calls run unchecked' : ''}`
  return [(isOurs ? fault : note)(target.client, says, 'fix that file')]
}

function levelFindings({ client, level, path, settings }: SettingsTarget, state: InstallState): readonly Finding[] {
  if (state === 'ignored') return []
  if (state === 'unreadable') return [fault(client, `\`${path}\` cannot be read`, 'fix that file')]
  if (state === 'untrusted')
    return [
      fault(client, `the hook in ${path} is not trusted, so the client skips it`, settings.trust?.how ?? 'trust it'),
    ]
  if (state !== 'present')
    return [
      fault(
        client,
        `the hook in ${path} differs from the one that this version installs`,
        `sallyport install ${client} --level ${level}`,
      ),
    ]
  const trusted = settings.trust === undefined ? '' : ' and trusted'
  const [gap] = settings.gaps(level)
  if (level === 'managed') return [healthy(client, `the hook is installed${trusted} for this machine (${path})`)]
  return [
    note(
      client,
      `the hook is installed${trusted} at level ${level}: ${gap}`,
      settings.levels.includes('managed') ? `sudo sallyport install ${client} --level managed` : null,
    ),
  ]
}

const commandsOf = (targets: readonly SettingsTarget[]): readonly string[] => [
  ...new Set(
    targets.flatMap(({ path, settings }) => {
      const text = readSettings(path)
      return text.ok && text.value !== null ? settings.commands(text.value) : []
    }),
  ),
]

/** Runs the hook as the client would: through a shell, with a call on stdin. */
function hookFindings(client: string, command: string, checkup: Checkup): readonly Finding[] {
  const [denied, allowed] = [runHook(command, 'rm -rf /', checkup), runHook(command, 'pwd', checkup)]
  const isRight = denied.decision === 'deny' && allowed.decision === 'allow'
  if (startsFromSnapshot(command) && [denied, allowed].some(({ err }) => err.includes(nodeCrash)))
    return [
      fault(
        client,
        'the snapshot is damaged: the hook does not start, so every call is blocked',
        `sallyport install ${client}`,
      ),
    ]
  return [
    isRight
      ? healthy(client, `the hook denies \`rm -rf /\` and allows \`pwd\`, in ${allowed.milliseconds} ms`)
      : fault(
          client,
          `the hook should deny \`rm -rf /\` and allow \`pwd\`, but answers ${denied.decision} and ${allowed.decision}${firstError(denied, allowed)}`,
          `sallyport install ${client}`,
        ),
    ...snapshotFindings(client, command),
  ]
}

/** Node prints this when it cannot start. */
const nodeCrash = 'Native stack trace'

const startsFromSnapshot = (command: string): boolean => command.includes('--snapshot-blob')

interface HookAnswer {
  readonly decision: string
  readonly err: string
  readonly milliseconds: number
}

function runHook(command: string, canary: string, checkup: Checkup): HookAnswer {
  const start = performance.now()
  const ran = spawnSync('/bin/sh', ['-c', command], {
    input: checkup.canary(canary, process.cwd()),
    encoding: 'utf8',
    timeout: 30_000,
  })
  const answer = ran.status === 0 ? checkup.decision(ran.stdout) : null
  const decision = answer ?? (ran.status === 2 ? 'deny' : `nothing (exit ${ran.status ?? ran.signal})`)
  return { decision, err: ran.stderr.trim(), milliseconds: Math.round(performance.now() - start) }
}

/** The first line that the hook printed to stderr. */
function firstError(...answers: readonly HookAnswer[]): string {
  const [first = ''] = (answers.find(one => one.err !== '')?.err ?? '').split('\n')
  return first === '' ? '' : `: ${cutText(first, 160)}`
}

/** Without a usable snapshot the hook starts slowly. */
function snapshotFindings(client: string, command: string): readonly Finding[] {
  const { node, snapshot: path } = wantedOf('user').program
  return path === null || !startsFromSnapshot(command) || isFresh({ node, path })
    ? []
    : [
        note(
          client,
          'the snapshot is for another version of Node or Sallyport, so the hook starts slowly',
          `sallyport install ${client}`,
        ),
      ]
}
