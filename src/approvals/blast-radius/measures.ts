import { decidingEffects } from '../../core/danger.ts'
import { type Change, type Effect, isTouch, type Run } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import type { Verdict } from '../../core/verdict.ts'
import { isKnown, wordText } from '../../core/word.ts'

/** One figure that a person wants to know before they say yes. */
export type Measure =
  /** Files that are deleted or overwritten. */
  | { readonly kind: 'files'; readonly verb: 'delete' | 'write'; readonly paths: readonly string[] }
  /** Uncommitted changes in these paths, or in the whole repository. */
  | { readonly kind: 'uncommitted'; readonly cwd: string; readonly paths: readonly string[] | null }
  /** Files that git does not track; `ignored` ones too, or only them. */
  | {
      readonly kind: 'untracked'
      readonly cwd: string
      readonly ignored: 'no' | 'also' | 'only'
      readonly directories: boolean
      readonly paths: readonly string[]
    }
  /** Commits of HEAD that no branch holds after it moved to `to`. */
  | { readonly kind: 'reset'; readonly cwd: string; readonly to: string }
  /** Commits that only these branches hold. */
  | { readonly kind: 'branches'; readonly cwd: string; readonly names: readonly string[] }
  /** Commits of the remote branch that a forced push removes. */
  | { readonly kind: 'push'; readonly cwd: string; readonly remote: string | null; readonly branch: string | null }
  | { readonly kind: 'stashes'; readonly cwd: string; readonly all: boolean }
  /** The place that a tool would act on, from its own settings. */
  | { readonly kind: 'target'; readonly system: TargetSystem; readonly run: Run }

export const targetSystems = ['kubernetes', 'aws', 'gcloud', 'azure', 'terraform', 'database'] as const
export type TargetSystem = (typeof targetSystems)[number]

/** The figures for a verdict that asks. Only effects on this machine's files and repositories have figures. */
export function measuresOf(verdict: Verdict): readonly Measure[] {
  const deciding = decidingEffects(verdict)
  const changes = deciding.filter(effect => effect.kind === 'change')
  const runs = new Set(deciding.flatMap(effect => starterOf(effect, verdict.effects) ?? []))
  return [
    ...fileMeasures(deciding),
    ...unique(changes.flatMap(change => gitMeasures(change, starterOf(change, verdict.effects)))),
    ...unique([...runs].flatMap(targetMeasures)),
  ]
}

/** A measure of files that a call deletes or discards. */
export type LossMeasure = Extract<Measure, { kind: 'files' | 'uncommitted' | 'untracked' }>

/** The files of the workspace that a call deletes or discards. */
export interface Losses {
  readonly measures: readonly LossMeasure[]
  /** Whether the measures cover all of them: a path may only be known at run time. */
  readonly isComplete: boolean
}

/** Null if the call loses nothing. */
export function lossesOf(effects: readonly Effect[]): Losses | null {
  // A path that is only known at run time may lie in the workspace.
  const deletes = effects.filter(
    effect =>
      isTouch(effect) &&
      effect.kind === 'delete' &&
      effect.where.at === 'local' &&
      (effect.zone === 'workspace' || !isKnown(effect.path)),
  )
  const discards = effects.filter(
    effect =>
      effect.kind === 'change' &&
      effect.system === 'git' &&
      effect.where.at === 'local' &&
      discarding.has(effect.action),
  )
  if (deletes.length + discards.length === 0) return null
  const discarded = discards.map(effect =>
    effect.kind === 'change' ? gitMeasures(effect, starterOf(effect, effects)).filter(isLoss) : [],
  )
  return {
    measures: [...fileMeasures(deletes), ...unique(discarded.flat())].filter(isLoss),
    isComplete:
      deletes.every(effect => isTouch(effect) && isKnown(effect.path)) &&
      discarded.every(measures => measures.length > 0),
  }
}

const discarding: ReadonlySet<string> = new Set(['discard', 'delete-untracked'])

const isLoss = (measure: Measure): measure is LossMeasure =>
  measure.kind === 'files' || measure.kind === 'uncommitted' || measure.kind === 'untracked'

const starterOf = (effect: Effect, all: readonly Effect[]): Run | null => {
  const starter = effect.kind === 'run' ? effect : effect.by === null ? undefined : all[effect.by]
  return starter?.kind === 'run' && starter.where.at === 'local' ? starter : null
}

const unique = (measures: readonly Measure[]): readonly Measure[] => [
  ...new Map(measures.map(measure => [JSON.stringify(measure), measure])).values(),
]

function fileMeasures(effects: readonly Effect[]): readonly Measure[] {
  return (['delete', 'write'] as const).flatMap(verb => {
    const paths = effects.flatMap(effect =>
      isTouch(effect) && effect.kind === verb && effect.where.at === 'local' && isKnown(effect.path) ? effect.path : [],
    )
    return paths.length === 0 ? [] : [{ kind: 'files', verb, paths: [...new Set(paths)] }]
  })
}

function gitMeasures({ system, action }: Change, run: Run | null): readonly Measure[] {
  if (system !== 'git' || run === null || !isKnown(run.cwd)) return []
  const command = gitCommand(run)
  if (command === null) return []
  const { name, options, operands, cwd } = command
  switch (action) {
    case 'discard':
      if (name === 'reset')
        return [
          { kind: 'uncommitted', cwd, paths: null },
          { kind: 'reset', cwd, to: operands[0] ?? 'HEAD' },
        ]
      return [{ kind: 'uncommitted', cwd, paths: name === 'checkout' || name === 'restore' ? restored(command) : null }]
    case 'delete-untracked':
      return [
        {
          kind: 'untracked',
          cwd,
          ignored: options.has('X') ? 'only' : options.has('x') ? 'also' : 'no',
          directories: options.has('d'),
          paths: operands,
        },
      ]
    case 'delete-branch':
      return [{ kind: 'branches', cwd, names: operands }]
    case 'overwrite-remote':
    case 'overwrite-remote-if-unchanged':
      return [{ kind: 'push', cwd, remote: operands[0] ?? null, branch: pushedBranch(operands[1]) }]
    case 'delete-stash':
      return [{ kind: 'stashes', cwd, all: operands[0] === 'clear' }]
    default:
      return []
  }
}

interface GitCommand {
  readonly name: string
  /** The letters of short options, and the names of long ones. */
  readonly options: ReadonlySet<string>
  readonly operands: readonly string[]
  readonly cwd: string
}

/** Reads a git command line as far as the figures need it; null if a word is only known at run time. */
function gitCommand({ program, args, cwd }: Run): GitCommand | null {
  if (baseName(wordText(program)) !== 'git' || !isKnown(cwd) || !args.every(isKnown)) return null
  const words = args.map(wordText)
  let at = 0
  let directory = cwd
  for (; words[at]?.startsWith('-') === true; at += 1) {
    if (words[at] !== '-C' || words[at + 1] === undefined) return null
    at += 1
    directory = words[at]?.startsWith('/') === true ? (words[at] ?? '') : `${directory}/${words[at]}`
  }
  const [name = '', ...rest] = words.slice(at)
  const options = new Set<string>()
  const operands: string[] = []
  let onlyOperands = false
  for (const word of rest) {
    if (word === '--' && !onlyOperands) onlyOperands = true
    else if (onlyOperands || !word.startsWith('-') || word === '-') operands.push(word)
    else if (word.startsWith('--')) options.add(word.slice(2))
    else for (const letter of word.slice(1)) options.add(letter)
  }
  return { name, options, operands, cwd: directory }
}

/** `git checkout REV -- a b` names a revision first; without `--` the first operand may be one too, so all of it counts. */
const restored = ({ operands }: GitCommand): readonly string[] | null => (operands.length === 0 ? null : operands)

/** The remote branch of a refspec: `a:b` and `+a:b` push to `b`. */
const pushedBranch = (refspec: string | undefined): string | null =>
  refspec === undefined ? null : (refspec.replace(/^\+/, '').split(':').at(-1) ?? null)

function targetMeasures(run: Run): readonly Measure[] {
  const system = bySystem.get(baseName(wordText(run.program)))
  return system === undefined ? [] : [{ kind: 'target', system, run }]
}

const bySystem: ReadonlyMap<string, TargetSystem> = new Map([
  ...['kubectl', 'helm', 'k9s', 'kustomize', 'flux', 'argocd', 'istioctl'].map(name => [name, 'kubernetes'] as const),
  ...['aws', 'sam', 'cdk', 'copilot', 'eksctl'].map(name => [name, 'aws'] as const),
  ...['gcloud', 'gsutil', 'bq'].map(name => [name, 'gcloud'] as const),
  ['az', 'azure'],
  ...['terraform', 'tofu', 'terragrunt'].map(name => [name, 'terraform'] as const),
  ...['psql', 'mysql', 'mariadb', 'mongosh', 'redis-cli', 'pg_restore', 'dropdb'].map(
    name => [name, 'database'] as const,
  ),
])
