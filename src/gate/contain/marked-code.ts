import type { Place } from '../../core/call.ts'
import type { Effect, Run } from '../../core/effect.ts'
import type { FileFacts } from '../../core/facts.ts'
import { baseName, isWithin, parentOf, resolvePath, shortPath } from '../../core/path.ts'
import type { Reason } from '../../core/verdict.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { worktreesOf } from '../../shell/programs/version-control/worktrees.ts'

/** The files of contained runs, and where a call is. */
export interface MarkedGround {
  /** Not empty. */
  readonly marks: readonly string[]
  readonly place: Place
  readonly facts: FileFacts
}

/**
 * The reasons to contain a call again: it runs code that a contained run wrote, or code of the project that could load it.
 * Which project code loads which file is not known, so one marked file in the workspace concerns all of it.
 */
export function markedReasons(effects: readonly Effect[], ground: MarkedGround): readonly Reason[] {
  const { place, facts } = ground
  const roots = projectRoots(place, facts)
  const inProject = ground.marks.filter(mark => roots.some(root => isWithin(mark, root) || isWithin(root, mark)))
  return effects.flatMap((effect, index) => {
    if (effect.kind !== 'run' || effect.where.at !== 'local') return []
    const named = namedMarks(effect, ground)
    const marks = named.length > 0 ? named : inProject.length > 0 && loadsProject(effect, ground) ? inProject : []
    return marks.length === 0 ? [] : [markedReason(effect, index, marks, place)]
  })
}

/** The directories whose code may load each other: the workspace, its worktrees and repositories, also by their real names. */
function projectRoots(place: Place, facts: FileFacts): readonly string[] {
  const named = [...place.workspace, ...worktreesOf(place, facts)]
  const real = named.flatMap(root => facts.realPath(root) ?? [])
  const repositories = real.flatMap(root => repositoryOf(root, place.home, facts) ?? [])
  return [...new Set([...named, ...real, ...repositories])]
}

/** The repository around a workspace that is only a part of it. */
function repositoryOf(root: string, home: string, facts: FileFacts): string | null {
  if (root === '/' || isWithin(home, root)) return null
  return facts.kind(`${root}/.git`) === 'missing' ? repositoryOf(parentOf(root), home, facts) : root
}

function markedReason(run: Run, index: number, marks: readonly string[], place: Place): Reason {
  const [first = ''] = marks
  const others = marks.length > 1 ? ` and ${marks.length - 1} more` : ''
  return {
    layer: 'sandbox',
    decision: 'ask',
    code: null,
    because: `\`${wordText(run.program)}\` may run files that a contained call wrote: \`${shortPath(first, place)}\`${others} (look at them, then \`sallyport trust --files\`)`,
    effect: index,
    rule: null,
    instead: null,
    contain: true,
  }
}

/** Whether a program reads code or settings of the project that start code. */
function loadsProject(run: Run, ground: MarkedGround): boolean {
  if (run.code !== 'known') return run.code === 'project' || touchesProject(run, ground.place)
  if (!isKnown(run.program)) return true
  const name = baseName(run.program)
  if (name === 'git') return startsPrograms(run, ground)
  return loaders.test(name) || run.env.some(({ name: variable }) => loadingVariables.test(variable))
}

const loadingVariables = /PATH|PRELOAD|OPT(?:ION)?S|LIB|STARTUP|RC$|ENV$|PAGER|EDITOR|COMMAND|SHELL|CONFIG/

const touchesProject = ({ cwd }: Run, { workspace }: Place): boolean =>
  !isKnown(cwd) || workspace.some(root => isWithin(cwd, root))

/** Interpreters that look for modules in the directory, and tools that obey settings of the project. */
const loaders =
  /^(?:python[\d.]*|ipython|pypy[\d.]*|pip[\d.]*|uvx?|poetry|pdm|node|nodejs|npm|npx|pnpm|pnpx|yarn|bunx?|deno|corepack|ruby|irb|gem|bundle|rake|perl|php|composer|lua|Rscript|make|gmake|cmake|ninja|cargo|rustc|go|gradle|mvn|sbt|dotnet|direnv|mise|asdf|just|task|vim|nvim|emacs|tox|nox|pre-commit)$/

/** Whether git would start a hook or a program of its settings that may be code of the project. */
function startsPrograms({ tier }: Run, ground: MarkedGround): boolean {
  const { place, facts } = ground
  const isRead = tier === 'read'
  const settings = [
    ...place.workspace.map(root => `${root}/.git/config`),
    `${place.home}/.gitconfig`,
    `${place.home}/.config/git/config`,
  ]
  const isObeyed = isRead ? readingSettings : programSettings
  const values = settings.flatMap(path => settingValues(facts.text(path) ?? '', isObeyed))
  if (values.some(value => isOfProject(value, ground))) return true
  return place.workspace.some(root => {
    // A worktree and a submodule have their hooks elsewhere.
    if (facts.kind(`${root}/.git`) === 'file') return !isRead
    const hooks = facts.names(`${root}/.git/hooks`)?.filter(name => !name.endsWith('.sample')) ?? []
    return isRead ? hooks.includes('post-index-change') : hooks.length > 0
  })
}

/** Settings of git that name a program, a directory of hooks, or more settings. */
const programSettings =
  /^(?:hookspath|clean|smudge|process|driver|helper|program|editor|cmd|sshcommand|gitproxy|askpass|textconv|command|fsmonitor|external|pager|path)$/i

/** Those that commands obey which only read. */
const readingSettings = /^(?:textconv|command|fsmonitor|external|pager|path)$/i

const settingValues = (text: string, isObeyed: RegExp): readonly string[] =>
  text.split('\n').flatMap(line => {
    const [, name = '', value = ''] = /^\s*(?:\[[^\]]*\]\s*)?([\w-]+)\s*=\s*(.*)$/.exec(line) ?? []
    return isObeyed.test(name) ? [value] : []
  })

/** Whether a setting starts something of the project: it names a path in it, or a program that obeys its files. */
const isOfProject = (value: string, { place, facts }: MarkedGround): boolean =>
  value
    .split(/[\s'"`!;|&()]+/)
    .filter(word => word !== '' && word !== '.')
    .some(
      word =>
        loaders.test(baseName(word)) ||
        place.workspace.some(root => {
          const path = resolvePath(`${root}/.git`, word)
          return [path, resolvePath(root, word)].some(one => isWithin(one, root) && facts.kind(one) !== 'missing')
        }),
    )

/** The marked files that the words of a run name, if it starts them or reads them as code. */
function namedMarks(run: Run, { marks, place, facts }: MarkedGround): readonly string[] {
  if (!isKnown(run.cwd)) return []
  const isCode = run.code !== 'known' || codeReaders.test(baseName(wordText(run.program)))
  // A program without a directory in its name is one on the PATH.
  const program = isKnown(run.program) && run.program.includes('/') ? [run.program] : []
  const words = [...program, ...(isCode ? run.args.filter(isKnown) : [])].filter(word => word !== '')
  const paths = words
    .filter(word => !word.startsWith('-'))
    .map(word => resolvePath(run.cwd as string, word.replace(/^~(?=\/)/, place.home)))
    .flatMap(path => [path, facts.realPath(path) ?? path])
  return marks.filter(mark => paths.some(path => path === mark || isWithin(path, mark) || parentOf(mark) === path))
}

/** Programs that run the files that they are given. */
const codeReaders =
  /^(?:\.|source|(?:ba|da|z|k|a|fi)?sh|env|exec|xargs|sqlite3|psql|mysql|gdb|awk|gawk|mawk|sed|tclsh|expect|screen|tmux|at|batch)$/
