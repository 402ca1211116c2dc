import { sha256 } from '../core/digest.ts'
import type { Effect } from '../core/effect.ts'
import type { Fact, FileFacts } from '../core/facts.ts'
import { canonicalJson } from '../core/json.ts'
import { resolvePath } from '../core/path.ts'
import { isKnown } from '../core/word.ts'
import { asksOf } from './asked-call.ts'
import { type AskingVerdict, askingReasons } from './asking-reasons.ts'
import { fileDigests } from './key.ts'

/** Everything that an answer depends on, except the call itself. */
export interface AnswerBasis extends AskingVerdict {
  /** The file facts that the analysis read. */
  readonly told: readonly Fact[]
  readonly facts: FileFacts
}

/**
 * Binds a remembered approval to more than its key: the same agent, the same reasons to ask, and files that have not
 * changed. Null if a file cannot be read: such an answer counts once.
 */
export function answerBinding(basis: AnswerBasis, agents: readonly string[]): string | null {
  const files = filesJudged(basis)
  if (files === null) return null
  return sha256(canonicalJson({ agents, why: askingReasons(basis), files: fileDigests(files) }))
}

/** The file facts that the analysis read, and the code files that it did not read; null if one of those cannot be read. */
export function filesJudged({
  verdict,
  told,
  facts,
}: Pick<AnswerBasis, 'verdict' | 'told' | 'facts'>): readonly Fact[] | null {
  const asking = asksOf(verdict).flatMap(reason =>
    reason.effect === null ? [] : (verdict.effects[reason.effect] ?? []),
  )
  const scripts = asking.some(isUnread) ? verdict.effects.flatMap(filesOf) : []
  const texts = scripts.map((path): Fact => ({ question: 'text', path, answer: facts.text(path) }))
  if (texts.some(({ path, answer }) => answer === null && facts.kind(path) !== 'missing')) return null
  return [...told, ...texts]
}

/** Whether the effect may run code from a file that the analysis did not read. */
const isUnread = (effect: Effect): boolean =>
  effect.kind === 'opaque' || (effect.kind === 'run' && effect.code === 'unknown')

/** The files that may contain such code: local files that the call reads, and programs that it names by path. */
function filesOf(effect: Effect): readonly string[] {
  if (effect.where.at !== 'local') return []
  if (effect.kind === 'run') {
    const { program, cwd } = effect
    return isKnown(program) && program.includes('/') && isKnown(cwd) ? [resolvePath(cwd, program)] : []
  }
  return effect.kind === 'read' && isKnown(effect.path) ? [effect.path] : []
}
