import { spawnSync } from 'node:child_process'
import { clientSettings } from '../adapters/install/clients.ts'
import type { Checkup, InstallState } from '../adapters/install/settings.ts'
import { isFresh } from '../io/hook-snapshot.ts'
import { readSettings } from '../io/settings-file.ts'
import { settingsPlace, type Target, targetsOf, wantedOf } from './client-choice.ts'
import { isAtLeast, versionOf } from './client-version.ts'
import { type Finding, fault, note, well } from './finding.ts'
import { installState } from './install-state.ts'

/** Whether one client's calls really come to the gate. */
export function clientFindings(client: string): readonly Finding[] {
  const checkup = clientSettings[client]?.checkup
  if (checkup === undefined) return []
  const targets = targetsOf(client).map(target => ({ target, state: installState(target) }))
  const installed = targets.filter(({ state }) => state !== 'absent')
  const version = versionOf(checkup.program)
  if (version === null && installed.length === 0)
    return [note(client, `\`${checkup.program}\` is not on this machine, and the hook is not installed`)]
  return [
    versionFinding(client, checkup, version),
    ...weakeningFindings(client, checkup),
    ...(installed.length === 0
      ? [fault(client, 'the hook is not installed', `sallyport install ${client}`)]
      : installed.flatMap(({ target, state }) => levelFindings(target, state))),
    ...commandsOf(
      targets.map(({ target }) => target),
      checkup,
    ).flatMap(command => hookFindings(client, command, checkup)),
  ]
}

function versionFinding(client: string, { program, firstVersion }: Checkup, version: string | null): Finding {
  if (version === null) return note(client, `\`${program}\` is not on the PATH, so its version is unknown`)
  return isAtLeast(version, firstVersion)
    ? well(client, `version ${version} blocks when a hook fails`)
    : fault(client, `version ${version} lets a call run when its hook fails`, `update it to ${firstVersion} or newer`)
}

function weakeningFindings(client: string, checkup: Checkup): readonly Finding[] {
  const files = [...targetsOf(client).map(({ path }) => path), ...checkup.otherFiles(settingsPlace())]
  const inSettings = files.flatMap(path => {
    const text = readSettings(path)
    const weakenings = text.ok && text.value !== null ? checkup.weakenings(text.value) : []
    return weakenings.map(({ says, dropsHooks }) =>
      (dropsHooks ? fault : note)(client, `${says} (${path})`, 'take it out of that file'),
    )
  })
  const inEnvironment = checkup.droppingVariables
    .filter(name => !['', '0', 'false', undefined].includes(process.env[name]))
    .map(name => fault(client, `\`${name}\` is set here, which drops hooks`, `unset ${name}`))
  return [...inSettings, ...inEnvironment]
}

function levelFindings({ client, level, path, settings }: Target, state: InstallState): readonly Finding[] {
  if (state === 'unreadable') return [fault(client, `\`${path}\` cannot be read`, 'mend that file')]
  if (state !== 'present')
    return [
      fault(
        client,
        `the hook in ${path} is not as this installation writes it`,
        `sallyport install ${client} --level ${level}`,
      ),
    ]
  const [gap] = settings.gaps(level)
  return [
    level === 'managed'
      ? well(client, `the hook is installed for this machine (${path})`)
      : note(
          client,
          `the hook is installed at level ${level}: ${gap}`,
          `sudo sallyport install ${client} --level managed`,
        ),
  ]
}

const commandsOf = (targets: readonly Target[], { commands }: Checkup): readonly string[] => [
  ...new Set(
    targets.flatMap(({ path }) => {
      const text = readSettings(path)
      return text.ok && text.value !== null ? commands(text.value) : []
    }),
  ),
]

/** Runs what the client would run, as it would: through a shell, with a call on stdin. */
function hookFindings(client: string, command: string, checkup: Checkup): readonly Finding[] {
  const [denied, allowed] = [ask(command, 'rm -rf /', checkup), ask(command, 'pwd', checkup)]
  const isWell = denied.decision === 'deny' && allowed.decision === 'allow'
  return [
    isWell
      ? well(client, `the hook denies \`rm -rf /\` and allows \`pwd\`, in ${allowed.milliseconds} ms`)
      : fault(
          client,
          `the hook should deny \`rm -rf /\` and allow \`pwd\`, but says ${denied.decision} and ${allowed.decision}${trouble(denied, allowed)}`,
          `sallyport install ${client}`,
        ),
    ...snapshotFindings(client, command),
  ]
}

interface Asked {
  readonly decision: string
  readonly err: string
  readonly milliseconds: number
}

function ask(command: string, canary: string, checkup: Checkup): Asked {
  const start = performance.now()
  const ran = spawnSync('/bin/sh', ['-c', command], {
    input: checkup.canary(canary, process.cwd()),
    encoding: 'utf8',
    timeout: 30_000,
  })
  const said = ran.status === 0 ? checkup.decision(ran.stdout) : null
  const decision = said ?? (ran.status === 2 ? 'deny' : `nothing (exit ${ran.status ?? ran.signal})`)
  return { decision, err: ran.stderr.trim(), milliseconds: Math.round(performance.now() - start) }
}

function trouble(...asked: readonly Asked[]): string {
  const err = asked.find(one => one.err !== '')?.err
  return err === undefined ? '' : `: ${err}`
}

/** A hook that must be loaded at every call is slow. */
function snapshotFindings(client: string, command: string): readonly Finding[] {
  const { node, snapshot: path } = wantedOf('user', false).program
  return path === null || !command.includes('--snapshot-blob') || isFresh({ node, path })
    ? []
    : [
        note(
          client,
          'the hook is kept loaded for another Node or another version of Sallyport, so each call waits longer',
          `sallyport install ${client}`,
        ),
      ]
}
