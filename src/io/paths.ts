import { homedir, tmpdir } from 'node:os'
import { resolvePath } from '../core/path.ts'

/** Where Sallyport keeps its own things. An agent's calls may not write there: they are the floor's. */
export interface OwnPaths {
  readonly home: string
  readonly organisationPolicy: string
  readonly userPolicy: string
  readonly config: string
  readonly state: string
  readonly journal: string
  readonly trust: string
  readonly compiled: string
  /** What the policies of each workspace let through when they were last used. */
  readonly policies: string
  readonly runKey: string
  readonly installed: string
  /** What settings files held before the hook was put into them. */
  readonly originals: string
  /** What clients call our hooks where they write down which they trust. */
  readonly hookHashes: string
  readonly approvals: string
  readonly grants: string
  readonly pause: string
  /** The hook, loaded already, for the Node that it was installed with. */
  readonly snapshot: string
}

export function ownPaths(env: NodeJS.ProcessEnv = process.env): OwnPaths {
  const home = env['HOME'] ?? homedir()
  const config = resolvePath('/', `${env['XDG_CONFIG_HOME'] ?? `${home}/.config`}/sallyport`)
  const state = resolvePath('/', `${env['XDG_STATE_HOME'] ?? `${home}/.local/state`}/sallyport`)
  return {
    home,
    organisationPolicy: '/etc/sallyport/policy.yaml',
    userPolicy: `${config}/policy.yaml`,
    config,
    state,
    journal: `${state}/journal`,
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
    snapshot: `${state}/hook.blob`,
  }
}

/** Directories that anyone may write and that hold no project code. */
export const scratchPaths = (env: NodeJS.ProcessEnv = process.env): readonly string[] => [
  ...new Set(
    ['/tmp', '/var/tmp', '/private/tmp', env['TMPDIR'] ?? tmpdir()].map(path => path.replace(/(.)\/+$/, '$1')),
  ),
]
