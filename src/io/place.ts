import { type Place, unnamedSession } from '../core/call.ts'
import { isWithin, resolvePath } from '../core/path.ts'
import { isGround } from '../guard/zone.ts'
import { gitRoot } from './files/file-facts.ts'
import { ownPaths, scratchPaths } from './paths.ts'
import { packageRoot } from './policies/presets.ts'
import { readInstalled } from './stores/installed.ts'

export interface PlaceOptions {
  readonly cwd: string
  /** The client's project directory, if it told one. */
  readonly workspace?: readonly string[]
  readonly session?: string
  readonly runner?: Place['runner']
  readonly automation?: boolean
  readonly careful?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/** The place that calls stand in: the client's project directory, else the git root, else cwd. */
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
    own: [paths.config, paths.state, '/etc/sallyport', ...installation(workspace), ...readInstalled(paths.installed)],
    agents: [],
    runner: options.runner ?? 'client',
    automation: options.automation ?? false,
    careful: options.careful ?? false,
  }
}

/** Sallyport's own program and presets; in its own repository they are the project. */
function installation(workspace: readonly string[]): readonly string[] {
  const root = packageRoot()
  return workspace.some(one => isWithin(one, root)) ? [] : [root]
}
