import type { Place } from '../core/call.ts'
import { resolvePath } from '../core/path.ts'
import { isGround } from '../guard/zone.ts'
import { gitRoot } from './file-facts.ts'
import { ownPaths, scratchPaths } from './paths.ts'

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
    session: options.session ?? 'cli',
    cwd,
    workspace,
    home: paths.home,
    scratch: scratchPaths(env),
    own: [paths.config, paths.state, '/etc/sallyport'],
    agents: [],
    runner: options.runner ?? 'client',
    automation: options.automation ?? false,
    careful: options.careful ?? false,
  }
}
