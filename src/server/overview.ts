import { clientSettings } from '../adapters/install/clients.ts'
import { installState } from '../cli/install/install-state.ts'
import { targetsOf } from '../cli/install/settings-target.ts'
import type { Clock } from '../gate/ports.ts'
import type { OwnPaths } from '../io/paths.ts'
import { findPlace } from '../io/place.ts'
import { loadPolicies } from '../io/policies/load-policies.ts'
import { readPause } from '../io/stores/pause.ts'
import type { Overview } from './api.ts'
import type { CallIndex } from './calls/call-index.ts'
import type { ServerSettings } from './context.ts'
import type { Inbox } from './inbox/inbox.ts'

export interface OverviewSources {
  readonly env: NodeJS.ProcessEnv
  readonly paths: OwnPaths
  readonly user: string
  readonly machine: string
  readonly version: string
  readonly clock: Pick<Clock, 'now'>
  readonly calls: Pick<CallIndex, 'recent'>
  readonly inbox: Pick<Inbox, 'list'>
  readonly settings: ServerSettings
}

/** Reads the state of the machine. What needs many files is read again only after a few seconds. */
export function overviewReader(sources: OverviewSources): () => Promise<Overview> {
  const { env, paths, user, machine, version, clock, calls, inbox, settings } = sources
  const now = () => clock.now().getTime()
  const clients = remembered(now, async () => protectedClients())
  const policy = remembered(now, () => policyName(env, paths.home))
  return async () => {
    const paused = readPause(paths.pause, now())
    return {
      version,
      machine,
      user,
      home: paths.home,
      mode: settings.mode(),
      policy: await policy(),
      paused: paused === null ? null : { until: new Date(paused.until).toISOString(), by: paused.by },
      waiting: inbox.list().length,
      stopped: settings.stopped(),
      clients: await clients(),
      day: calls.recent.since(now() - dayMs),
    }
  }
}

const dayMs = 86_400_000
const rememberMs = 5_000

function remembered<T>(now: () => number, read: () => Promise<T>): () => Promise<T> {
  let known: { readonly at: number; readonly value: Promise<T> } | null = null
  return () => {
    if (known === null || now() - known.at > rememberMs) known = { at: now(), value: read() }
    return known.value
  }
}

const protectedClients = (): Overview['clients'] =>
  Object.keys(clientSettings).map(name => ({
    name,
    installed: targetsOf(name).some(target => ['present', 'stale'].includes(installState(target))),
  }))

/** The preset that applies outside of any project, and whether the user or the organisation adds rules to it. */
async function policyName(env: NodeJS.ProcessEnv, home: string): Promise<string> {
  const loaded = await loadPolicies({ place: { ...findPlace({ cwd: home, env }), workspace: [] }, env })
  if (!loaded.ok) return 'not usable: every call is denied'
  const { base, files, watches } = loaded.value
  const name = /([^/]+)\.yaml$/.exec(base.document.file)?.[1] ?? base.document.file
  const added = files.map(({ layer }) => layer).filter(layer => layer !== 'session')
  return `${name}${added.length === 0 ? '' : ` with ${added.join(' and ')} rules`}${watches ? ', only watching' : ''}`
}
