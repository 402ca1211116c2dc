import type { CommandNode, ParsedScript } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { hasHole } from '../../core/word.ts'

/** One command of a pipeline and the program that it starts. */
interface Stage {
  readonly node: CommandNode
  readonly run: Run
}

/**
 * The pipelines of a substitution, `a | b || c`; null unless each stage is one program that the substitution itself starts.
 * A function or a group could print more.
 */
export function pipelinesOf(script: ParsedScript, effects: readonly Effect[]): readonly (readonly Stage[])[] | null {
  const [statement, ...others] = script.commands
  if (statement === undefined || others.length > 0 || statement.background === true) return null
  const { command } = statement
  const pipelines = (command.type === 'AndOr' ? command.commands : [command])
    .map(node => (node.type === 'Pipeline' ? node.commands : [node]))
    .filter(stages => !isSilent(stages))
  const runs = ownRuns(effects.filter((effect): effect is Run => effect.kind === 'run'))
  const nodes = pipelines.flat()
  if (runs.length !== nodes.length || !runs.every(isItsOwn) || !nodes.every(({ type }) => type === 'Command'))
    return null
  let at = 0
  return pipelines.map(stages => stages.flatMap(node => ({ node, run: runs[at++] })).filter(isStarted))
}

/**
 * The runs without those of substitutions in their arguments: `git rev-list $(git merge-base main HEAD)..HEAD`. All of them
 * count if such an argument may be an option, which can change what is printed.
 */
function ownRuns(runs: readonly Run[]): readonly Run[] {
  const depth = Math.min(...runs.map(({ chain }) => chain.length))
  const own = runs.filter(({ chain }) => !/^(command|process) substitution$/.test(chain[depth] ?? ''))
  return own.some(({ args }) => args.some(arg => hasHole(arg, 'mayBeOption'))) ? runs : own
}

/** `|| true`: it starts nothing and prints nothing. */
const isSilent = ([node, ...others]: readonly CommandNode[]): boolean =>
  others.length === 0 && node?.type === 'Command' && ['true', ':'].includes(node.name?.text ?? '')

const isItsOwn = ({ chain }: Run): boolean => /^(command|process) substitution$/.test(chain.at(-1) ?? '')

const isStarted = (stage: { readonly node: CommandNode; readonly run: Run | undefined }): stage is Stage =>
  stage.run !== undefined

/**
 * The last program that is not a filter, and the filters after it: the pipeline prints that program's output or part of it.
 */
export function printingStage(
  stages: readonly Stage[],
  isFilter: (run: Run) => boolean,
): { readonly source: Run; readonly after: readonly Run[] } | null {
  const last = stages.findLastIndex(({ run }) => !isFilter(run))
  const source = stages[last]?.run
  const after = stages.slice(last + 1)
  const isFedByIt = after.every(
    ({ node, run }) => node.type === 'Command' && node.redirects.length === 0 && run.code === 'known',
  )
  // The source's own input does not matter, because the source prints something else.
  return source?.code !== 'known' || !isFedByIt ? null : { source, after: after.map(({ run }) => run) }
}
