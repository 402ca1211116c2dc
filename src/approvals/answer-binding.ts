import { sha256 } from '../core/digest.ts'
import type { Effect } from '../core/effect.ts'
import type { Fact, FileFacts } from '../core/facts.ts'
import { canonicalJson } from '../core/json.ts'
import { resolvePath } from '../core/path.ts'
import { isKnown } from '../core/word.ts'
import { asksOf } from './asked-call.ts'
import { type AskingVerdict, askingReasons } from './asking-reasons.ts'
import { fileDigests } from './key.ts'

/** All that an answer depends on, beside the call itself. */
export interface AnswerBasis extends AskingVerdict {
  /** What the file system told the analysis. */
  readonly told: readonly Fact[]
  readonly facts: FileFacts
}

/**
 * What a remembered approval holds for beside its key: the same agent, the same reasons to ask, and files that still
 * say what they said. Null where that cannot be told, so that such an answer holds once.
 */
export function answerBinding(asked: AnswerBasis, agents: readonly string[]): string | null {
  const files = filesJudged(asked)
  if (files === null) return null
  return sha256(canonicalJson({ agents, why: askingReasons(asked), files: fileDigests(files) }))
}

/** What the analysis was told, and the code that it did not read; null where that code cannot be read at all. */
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

/** Code that a file may bring and the analysis does not read. */
const isUnread = (effect: Effect): boolean =>
  effect.kind === 'opaque' || (effect.kind === 'run' && effect.code === 'unknown')

/** The files that such code may stand in: what the call reads here, and programs that it names by their path. */
function filesOf(effect: Effect): readonly string[] {
  if (effect.where.at !== 'local') return []
  if (effect.kind === 'run') {
    const { program, cwd } = effect
    return isKnown(program) && program.includes('/') && isKnown(cwd) ? [resolvePath(cwd, program)] : []
  }
  return effect.kind === 'read' && isKnown(effect.path) ? [effect.path] : []
}
