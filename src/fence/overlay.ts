import type { FencePlan } from './fence.ts'

/** How an overlay is mounted: by `unshare` and `mount` in front of bubblewrap, or by bubblewrap 0.10 or newer itself. */
export type OverlayMethod = 'unshare' | 'bubblewrap'

/** The programs and directories of the overlays of one run. */
export interface OverlayLayers {
  readonly method: OverlayMethod
  /** Programs by absolute path. */
  readonly unshare: string
  readonly mount: string
  /** The private directory. Layer N has `N/lower`, `N/upper`, `N/work` and `N/merged` in it. */
  readonly directory: string
  /** The user and group that the command runs as. */
  readonly user: { readonly uid: number; readonly gid: number }
}

/**
 * The words of a plan with its overlays mounted. INVARIANT: no writable mount of an overlay's directory is left in it, so the
 * command cannot write to the real one.
 */
export function overlaidPlan(plan: FencePlan, layers: OverlayLayers): FencePlan {
  const roots = plan.overlay ?? []
  const start = plan.argv.indexOf('--')
  const [before, after] = [plan.argv.slice(0, start), plan.argv.slice(start)]
  const words = replaceBinds(before, roots, layers)
  if (layers.method === 'bubblewrap') return { ...plan, argv: [...words, ...after] }
  const identity = ['--uid', `${layers.user.uid}`, '--gid', `${layers.user.gid}`]
  return { ...plan, argv: [...mountWords(roots, layers), ...words, ...identity, ...after] }
}

function replaceBinds(words: readonly string[], roots: readonly string[], layers: OverlayLayers): readonly string[] {
  const replaced: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const layer = words[at] === '--bind' ? roots.indexOf(words[at + 1] ?? '') : -1
    if (layer < 0) {
      replaced.push(words[at] ?? '')
      continue
    }
    const root = words[at + 1] ?? ''
    const own = `${layers.directory}/${layer}`
    replaced.push(
      ...(layers.method === 'bubblewrap'
        ? ['--overlay-src', root, '--overlay', `${own}/upper`, `${own}/work`, root]
        : ['--bind', `${own}/merged`, root]),
    )
    at += 2
  }
  return replaced
}

/** Words in front of a command that give it the overlays at `N/merged`. As root of its own user namespace, any user may mount. */
export const mountWords = (
  roots: readonly string[],
  { unshare, mount, directory }: Omit<OverlayLayers, 'user'>,
): readonly string[] => [
  ...[unshare, '--user', '--map-root-user', '--mount', '--', '/bin/sh', '-c', mountScript, 'sh'],
  ...[mount, directory, ...roots, '--'],
]

/**
 * The layers are named by relative paths, because a mount option cannot have every character. Binding the real directory without
 * the mounts in it fails if there are any, so a mount inside a workspace is never taken for a part of it.
 */
const mountScript = `mount=$1; cd "$2" || exit 125; shift 2; n=0
while [ "$1" != -- ]; do
  "$mount" --bind "$1" "$n/lower" && "$mount" -t overlay overlay -o "lowerdir=$n/lower,upperdir=$n/upper,workdir=$n/work,userxattr" "$n/merged" || exit 125
  n=$((n + 1)); shift
done
shift; cd /; exec "$@"`
