import { type Place, unnamedSession } from '../core/call.ts'
import { isWithin, resolvePath } from '../core/path.ts'
import { isGround } from '../guard/zone.ts'
import { gitRoot } from './files/file-facts.ts'
import { ownPaths, scratchPaths, temporaryPaths } from './paths.ts'
import { packageRoot } from './policies/presets.ts'
import { readInstalled } from './stores/installed.ts'

export interface PlaceOptions {
  readonly cwd: string
  /** The client's project directories, if it sent any. */
  readonly workspace?: readonly string[]
  readonly session?: string
  readonly client?: string
  readonly proven?: false
  readonly runner?: Place['runner']
  readonly automation?: boolean
  readonly careful?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/** The place in which calls run. The workspace is the client's project directory, else the git root, else cwd. */
export function findPlace(options: PlaceOptions): Place {
  const env = options.env ?? process.env
  const paths = ownPaths(env)
  const cwd = resolvePath('/', options.cwd)
  const workspace = (options.workspace ?? [gitRoot(cwd) ?? cwd])
    .map(root => resolvePath(cwd, root))
    .filter(root => isGround(root, paths.home))
  return {
    session: options.session ?? unnamedSession,
    cwd,
    workspace,
    home: paths.home,
    scratch: scratchPaths(env),
    temporary: temporaryPaths(env),
    own: [paths.config, paths.state, '/etc/sallyport', ...installation(workspace), ...readInstalled(paths.installed)],
    agents: [],
    client: options.client ?? null,
    ...(options.proven === false ? { proven: false } : {}),
    runner: options.runner ?? 'client',
    automation: options.automation ?? false,
    careful: options.careful ?? false,
  }
}

/** Sallyport's program and presets. In Sallyport's own repository they are the project instead. */
function installation(workspace: readonly string[]): readonly string[] {
  const root = packageRoot()
  return workspace.some(one => isWithin(one, root)) ? [] : [root]
}
