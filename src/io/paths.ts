import { homedir } from 'node:os'
import { resolvePath } from '../core/path.ts'
import { isScratchRoot } from '../guard/zone.ts'

/** Sallyport's own files. The floor denies calls that write to them. */
export interface OwnPaths {
  readonly home: string
  readonly organisationPolicy: string
  readonly userPolicy: string
  readonly config: string
  readonly state: string
  /** Files that may be deleted at any time. */
  readonly cache: string
  readonly journal: string
  /** The name of the journal, outside its directory. */
  readonly journalAnchor: string
  readonly trust: string
  readonly compiled: string
  /** For each workspace, what its policies allowed when they were last used. */
  readonly policies: string
  readonly runKey: string
  readonly installed: string
  /** The contents of settings files before the hook was installed in them. */
  readonly originals: string
  /** The hashes under which clients record that they trust our hooks. */
  readonly hookHashes: string
  readonly approvals: string
  readonly grants: string
  readonly pause: string
  /** The memory of contained runs. */
  readonly contained: string
  /** Tickets of contained calls, and the runner that clients start them with. */
  readonly tickets: string
  /** Contained calls that clients were given, until their results arrive. */
  readonly handed: string
  /** Copies of what clients are about to delete or discard, until the calls have ended. */
  readonly copies: string
  /** The sessions in which a contained call lost its fence, and those whose model knows how the fence works. */
  readonly fenceLost: string
  readonly fenceTold: string
  /** The sessions that a person stopped, and the modes that they chose. */
  readonly stops: string
  readonly modes: string
  /** Says where the server runs. */
  readonly server: string
  /** The socket on which a running server answers hooks. */
  readonly socket: string
  /** The hook's snapshot, for the Node that it was installed with. */
  readonly snapshot: string
}

export function ownPaths(env: NodeJS.ProcessEnv = process.env): OwnPaths {
  const home = env['HOME'] ?? homedir()
  const config = resolvePath('/', `${env['XDG_CONFIG_HOME'] ?? `${home}/.config`}/sallyport`)
  const state = resolvePath('/', `${env['XDG_STATE_HOME'] ?? `${home}/.local/state`}/sallyport`)
  const cache = resolvePath('/', `${env['XDG_CACHE_HOME'] ?? `${home}/.cache`}/sallyport`)
  return {
    home,
    cache,
    organisationPolicy: '/etc/sallyport/policy.yaml',
    userPolicy: `${config}/policy.yaml`,
    config,
    state,
    journal: `${state}/journal`,
    journalAnchor: `${state}/journal.id`,
    trust: `${state}/trust.json`,
    compiled: `${state}/compiled`,
    policies: `${state}/policies`,
    runKey: `${state}/run-key`,
    installed: `${state}/installed.json`,
    originals: `${state}/originals.json`,
    hookHashes: `${state}/hook-hashes.json`,
    approvals: `${state}/approvals`,
    grants: `${state}/grants.json`,
    pause: `${state}/pause.json`,
    contained: `${state}/contained.json`,
    tickets: `${state}/contain`,
    handed: `${state}/handed`,
    copies: `${state}/copies`,
    fenceLost: `${state}/fence-lost`,
    fenceTold: `${state}/fence-told`,
    stops: `${state}/stops`,
    modes: `${state}/modes`,
    server: `${state}/server.url`,
    socket: `${state}/server.sock`,
    snapshot: `${state}/hook.blob`,
  }
}

/** Directories that every user may write to and that contain no project code. */
export const scratchPaths = (env: NodeJS.ProcessEnv = process.env): readonly string[] => [
  ...new Set(['/tmp', '/var/tmp', '/private/tmp', ...Object.values(temporaryPaths(env))]),
]

/** The variables for temporary directories that are set, and that name one. */
export function temporaryPaths(env: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  const home = env['HOME'] ?? homedir()
  return Object.fromEntries(
    ['TMPDIR', 'TMP', 'TEMP'].flatMap(name => {
      const path = env[name]
      if (path === undefined || !path.startsWith('/')) return []
      const root = resolvePath('/', path)
      return isScratchRoot(root, home) ? [[name, root]] : []
    }),
  )
}
