import type { PipelineNode } from 'unbash'
import type { Effect, Run, Span } from '../../core/effect.ts'
import { isKnown, knownPrefix, type Word } from '../../core/word.ts'
import { type Frame, type PatchSource, spanIn } from '../frame/frame.ts'
import { aliasKey } from '../frame/scope.ts'

/** The source of the patch that a command prints; null if unknown. */
export function printedPatch(
  node: PipelineNode | undefined,
  effects: readonly Effect[],
  frame: Frame,
): PatchSource | null {
  const name = node?.type === 'Command' ? (node.name?.value ?? '') : ''
  if (node?.type !== 'Command' || node.prefix.length > 0 || frame.scope.variables.has(aliasKey(name))) return null
  if (frame.scope.functions.has(name)) return null
  const { start, end } = spanIn(frame, node)
  const run = onlyRun(effects, span => span.start === start && span.end === end)
  if (run !== null && printsChanges(run)) return 'repository'
  const isCat = run?.program === 'cat' && run.args.length > 0
  return isCat && run.args.every(isFileName) ? run.args : null
}

/** Whether the call itself wrote the file, exactly once, with the repository's own changes: `git diff > x`. */
export function holdsChanges(path: string, { recorder: { effects }, scope }: Frame): boolean {
  const [write, ...others] = effects.filter(effect => effect.kind === 'write' && effect.path === path)
  if (write?.kind !== 'write' || write.how !== '>' || others.length > 0 || scope.functions.has('git')) return false
  const { span } = write
  if (span === null) return false
  const run = onlyRun(effects, ({ start, end }) => start <= span.start && end >= span.end)
  return run !== null && printsChanges(run)
}

function onlyRun(effects: readonly Effect[], isThere: (span: Span) => boolean): Run | null {
  const [run, ...others] = effects.filter(
    (effect): effect is Run => effect.kind === 'run' && effect.span !== null && isThere(effect.span),
  )
  return run === undefined || others.length > 0 || run.where.at !== 'local' ? null : run
}

const isFileName = (arg: Word): arg is string => isKnown(arg) && !arg.startsWith('-')

/** Whether git prints a diff of the repository's content under its own file names. */
function printsChanges({ program, args, env }: Run): boolean {
  const [command, ...rest] = args.filter((arg, i) => i > 0 || arg !== '--no-pager')
  if (program !== 'git' || env.length > 0 || command === undefined || !isKnown(command)) return false
  const isStash = command === 'stash' && rest[0] === 'show'
  if (!isStash && !['diff', 'show', 'format-patch'].includes(command)) return false
  return rest.every(arg => (knownPrefix(arg).startsWith('-') ? isPlainOption(arg) : isOfRepository(arg, command)))
}

/** Options that neither rename files in the diff nor print other text. */
const isPlainOption = (arg: Word): boolean =>
  isKnown(arg) &&
  /^(--|-[puRwbaMmk]|-\d+|-U\d+|--(stdout|cached|staged|binary|full-index|patch|no-color|no-ext-diff|no-textconv|minimal|patience|histogram|no-renames|merge-base|root|unified=\d+|diff-filter=\w+|format=|pretty=|ignore-[a-z-]+))$/.test(
    arg,
  )

/**
 * Two paths outside the repository are compared as they are; `show COMMIT:FILE` prints a file, which may contain anything.
 */
const isOfRepository = (arg: Word, command: string): boolean =>
  isKnown(arg) && !/^[/~]|(^|\/)\.\.(\/|$)/.test(arg) && (command === 'diff' || !arg.includes(':'))
