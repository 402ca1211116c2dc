import { isTouch } from '../../core/effect.ts'
import { baseName, expandHome, isWithin, parentOf, resolvePath } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import type { FencePlan, Mount } from '../fence.ts'
import type { FenceDenial } from './denial.ts'
import type { FailedRun, OutsideView, PathLook } from './failed-run.ts'
import { type FailureKinds, failureKinds } from './failure-kinds.ts'
import { printedNames } from './printed-names.ts'

/** A path that the command may have failed at. */
interface Suspect {
  readonly path: string
  readonly wants: 'read' | 'write' | 'delete' | 'either'
  /** The failure that the output reports for it; null if the output is not known. */
  readonly failure: FailureKinds | null
  /** `output`: only the command's output names it. */
  readonly from: 'call' | 'output'
}

/**
 * The paths that the fence kept from a command. What the call itself names comes first. A path in the output is only a hint: it
 * counts if the plan and a look from outside say the same.
 */
export function explainPaths(run: FailedRun, outside: OutsideView): readonly FenceDenial[] {
  const fromOutput = printed(run)
  const fromCall = named(run)
  const told = fromOutput.filter(({ isNearby }) => !isNearby)
  // A word of the call may be any file, such as the script that runs. The line that reports the failure knows better.
  const both = fromCall.filter(({ path }) => told.some(one => one.path === path))
  const all: readonly (readonly (Suspect & Partial<Printed>)[])[] = [
    ...[touched(run), both, told.filter(({ isElsewhere }) => !isElsewhere)],
    ...[told.filter(({ isElsewhere }) => isElsewhere), fromCall, fromOutput.filter(({ isNearby }) => isNearby)],
  ]
  if (run.stderr === null && touched(run).some(suspect => isMissing(suspect, run, outside))) return []
  for (const suspects of all) {
    const found = suspects.flatMap(suspect => {
      const denial = denialOf(suspect, run, outside)
      return denial === null ? [] : [{ denial, line: suspect.line, at: suspect.at ?? 0 }]
    })
    // `tool: script: cannot create x`: the last path of a line is the one that it is about.
    const isLast = ({ line, at }: (typeof found)[number]) => !found.some(one => one.line === line && one.at > at)
    if (found.length > 0) return found.filter(one => one.line === undefined || isLast(one)).map(({ denial }) => denial)
  }
  return []
}

/** Where a path is in the output. */
interface Printed {
  readonly line: string
  /** Its place in the line. */
  readonly at: number
  /** Whether it is in a line around the one that reports the failure. */
  readonly isNearby: boolean
  /** Whether it is meant from another directory than that of the call. */
  readonly isElsewhere: boolean
}

/** Paths that the analysis found, those that the output names first. */
function touched({ effects, stderr }: FailedRun): readonly Suspect[] {
  const failure = stderr === null ? null : failureKinds(stderr)
  const suspects = effects.flatMap<Suspect>(effect =>
    isTouch(effect) && effect.where.at === 'local' && isKnown(effect.path)
      ? [{ path: effect.path, wants: effect.kind, failure, from: 'call' }]
      : [],
  )
  const isNamed = ({ path }: Suspect) => stderr?.includes(baseName(path)) === true
  return [...suspects.filter(isNamed), ...suspects.filter(suspect => !isNamed(suspect))]
}

/** Words of the command that may be paths. */
const namedPaths = ({ argv, cwd, home }: FailedRun): readonly string[] =>
  argv
    .flatMap(word => word.split(/[\s'"`=;,()<>|&]+/))
    .flatMap(word => (/^\w+:\/\//.test(word) ? [word.replace(/^(?:unix|file):\/\/(?=\/)/, '')] : word.split(':')))
    .filter(word => /[/.~]/.test(word) && !/^\w+:\/\//.test(word))
    .slice(0, 100)
    .map(word => resolvePath(cwd, expandHome(word, home)))

const named = (run: FailedRun): readonly Suspect[] =>
  namedPaths(run).map(path => ({
    path,
    wants: 'either',
    failure: run.stderr === null ? null : failureKinds(run.stderr),
    from: 'call',
  }))

/** Paths in the output. Some programs change their directory to one that the command names: `tar -C`, `make -C`. */
function printed(run: FailedRun): readonly (Suspect & Printed)[] {
  const bases = [run.cwd, ...namedPaths(run).slice(0, 8)]
  return printedNames(run.stderr ?? '').flatMap(({ name, line, isNearby }) => {
    const path = expandHome(name.replace(/^(?:unix|file):\/\/(?=\/)/, ''), run.home)
    const failure = failureKinds(line)
    return (path.startsWith('/') ? ['/'] : bases).map(base => ({
      path: resolvePath(base, path),
      wants: 'either' as const,
      failure,
      from: 'output' as const,
      ...{ line, at: line.lastIndexOf(name), isNearby, isElsewhere: base !== '/' && base !== run.cwd },
    }))
  })
}

/** Whether a file that the command reads does not exist at all: then it failed for that reason. */
function isMissing({ path, wants }: Suspect, { plan }: FailedRun, outside: OutsideView): boolean {
  return wants === 'read' && mountOver(path, plan)?.how !== 'hide' && !outside.look(path).exists
}

function denialOf(
  { path, wants, failure, from }: Suspect,
  { plan }: FailedRun,
  outside: OutsideView,
): FenceDenial | null {
  // Below a hidden path there is no look: the answer would tell which files exist in it.
  const direct = mountOver(path, plan)
  const look = direct?.how === 'hide' ? null : outside.look(path)
  const mount = look === null ? direct : mountOver(look.path, plan)
  if (mount === null) return null
  const may = (kinds: readonly (keyof FailureKinds)[]) => failure === null || kinds.some(kind => failure[kind])
  switch (mount.how) {
    case 'hide':
      if (from === 'output' && readInPassing.test(mount.path)) return null
      if (!may(['permission', 'write', 'missing']) || !outside.look(mount.path).isReadable) return null
      return { kind: 'hidden', path: from === 'output' ? mount.path : (look?.path ?? path), because: mount.because }
    case 'private':
      return look !== null && (from === 'call' || look.exists) && may(['missing', 'write', 'permission'])
        ? privateDenial(look, mount, wants)
        : null
    case 'read':
      if (look === null || wants === 'read' || !look.isWritable) return null
      // Without knowing what a word of the command is for, only a clear message counts.
      if (wants === 'either' ? failure?.write !== true : !may(['write', 'permission'])) return null
      return writeDenial(from === 'output' ? plainPath(look, mount, outside) : look.path, mount, plan)
    case 'write':
      return failure?.write === true && wants === 'delete' ? keptBelow(look?.path ?? path, plan) : null
  }
}

/** Programs that find it closed warn, and go on without it. */
const readInPassing = /\/\.netrc$/

/** A path in a directory that the command has of its own: the file outside is not in it. */
function privateDenial(
  { path, exists, isReadable }: PathLook,
  mount: Mount,
  wants: Suspect['wants'],
): FenceDenial | null {
  if (mount.path === '/') return { kind: 'hidden', path, because: 'only programs and the workspace are visible' }
  const isThere = path !== mount.path && exists && isReadable
  if (!isThere || wants === 'write') return null
  return { kind: 'hidden', path, because: `the command has its own ${mount.path}: ${mount.because}` }
}

/** A directory cannot be moved or deleted if it has a protected file. */
function keptBelow(path: string, plan: FencePlan): FenceDenial | null {
  const kept = plan.mounts.find(mount => (mount.how === 'read' || mount.how === 'hide') && isWithin(mount.path, path))
  return kept === undefined ? null : writeDenial(kept.path, kept, plan)
}

const writeDenial = (path: string, mount: Mount, plan: FencePlan): FenceDenial => ({
  kind: 'write',
  path,
  because: mount.path === '/' ? 'it is outside the workspace' : mount.because,
  writable: writableIn(plan),
})

/** The innermost mount over a path; of two at the same place the later one, which lies on top. */
function mountOver(path: string, { mounts }: FencePlan): Mount | null {
  return mounts.reduce<Mount | null>(
    (best, mount) => (isWithin(path, mount.path) && mount.path.length >= (best?.path.length ?? 0) ? mount : best),
    null,
  )
}

/** Where the command may write: the directories that matter to a person. */
function writableIn({ mounts }: FencePlan): readonly string[] {
  const writable = mounts.filter(({ how }) => how === 'write' || how === 'private').map(({ path }) => path)
  const roots = writable.filter(
    path => path !== '/' && path !== '/run' && !writable.some(one => one !== path && isWithin(path, one)),
  )
  const caches = mounts.find(({ because }) => because === 'caches of this workspace')?.path
  return [...new Set(roots.filter(path => path !== caches && path !== '/var/tmp'))].slice(0, 5)
}

/** A path as a message may name it: what does not exist is the program's own text, and could be a sentence. */
function plainPath({ path, exists }: PathLook, mount: Mount, outside: OutsideView): string {
  if (exists || path === mount.path) return path
  const parent = outside.look(parentOf(path))
  return parent.exists && /^[\w.@+-]{1,80}$/.test(baseName(path)) ? path : plainPath(parent, mount, outside)
}
