import { sha256 } from '../core/digest.ts'
import type { Effect } from '../core/effect.ts'
import type { Fact, FileFacts } from '../core/facts.ts'
import { canonicalJson } from '../core/json.ts'
import { resolvePath } from '../core/path.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import { fileDigests } from './key.ts'

export interface AnswerBasis {
  readonly verdict: Verdict
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
  return sha256(canonicalJson({ agents, why: askingReasons(asked.verdict), files: fileDigests(files) }))
}

/** Every reason to ask, as a text of its own. */
export const askingReasons = ({ reasons }: Verdict): readonly string[] =>
  asksOf(reasons).map(({ layer, rule, because }) => canonicalJson([layer, rule?.id ?? null, because]))

/** What the analysis was told, and the code that it did not read; null where that code cannot be read at all. */
export function filesJudged({ verdict, told, facts }: AnswerBasis): readonly Fact[] | null {
  const asking = asksOf(verdict.reasons).flatMap(reason =>
    reason.effect === null ? [] : (verdict.effects[reason.effect] ?? []),
  )
  const scripts = asking.some(isUnread) ? verdict.effects.flatMap(filesOf) : []
  const texts = scripts.map((path): Fact => ({ question: 'text', path, answer: facts.text(path) }))
  if (texts.some(({ path, answer }) => answer === null && facts.kind(path) !== 'missing')) return null
  return [...told, ...texts]
}

const asksOf = (reasons: readonly Reason[]): readonly Reason[] => reasons.filter(reason => reason.decision === 'ask')

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
