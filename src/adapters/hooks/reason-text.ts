import { redact } from '../../audit/redaction/redact.ts'
import { decidingReasons } from '../../core/danger.ts'
import type { Layer, Reason, Verdict } from '../../core/verdict.ts'
import { sentence } from '../../core/wording/sentence.ts'
import { replacedInput } from './client.ts'

const maxReasons = 3
const maxChars = 1_200

/**
 * The verdict in a few lines. A question is for a person: one sentence, then what their own rules say about it. A denial is for
 * the model too: what was blocked, why, what to do instead, and that it must not try another way.
 */
export function reasonText(verdict: Verdict): string {
  const lines = linesOf[verdict.decision](verdict)
  const { text } = redact(lines.join('\n'))
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

function questionLines(verdict: Verdict): readonly string[] {
  const deciding = decidingReasons(verdict)
  return [
    `Sallyport asks: ${sentence(verdict)}`,
    ...(verdict.radius ?? []),
    ...inFew(deciding.filter(({ layer }) => isWritten.has(layer)).map(({ because }) => because)),
    ...replacedLines(verdict),
    ...insteadLines(deciding),
    ...verdict.advice,
  ]
}

/** Layers whose rules a person or their organisation wrote. */
const isWritten: ReadonlySet<Layer> = new Set(['organisation', 'user', 'project', 'session'])

function denialLines(verdict: Verdict): readonly string[] {
  const deciding = decidingReasons(verdict)
  const answer = verdict.reasons.find(({ layer }) => layer === 'approval')?.because
  const needsApprover = verdict.code === 'no_approver'
  const [first = 'the call is denied', ...rest] = inFew(deciding.map(({ because }) => because))
  return [
    `Sallyport ${needsApprover ? 'blocks this until a person approves it' : 'blocks this'}: ${first}`,
    ...rest,
    ...(answer === undefined || needsApprover ? [] : [answer]),
    ...insteadLines(deciding),
    ...verdict.advice,
    ...(needsApprover ? [howToApprove] : verdict.errorKind === 'permission' ? [doNotEvade] : []),
  ]
}

function permissionLines(verdict: Verdict): readonly string[] {
  const deciding = decidingReasons(verdict)
  return [
    `Sallyport allows this: ${inFew(deciding.map(({ because }) => because)).join('; ')}`,
    ...replacedLines(verdict),
    ...insteadLines(deciding),
  ]
}

const linesOf = { allow: permissionLines, ask: questionLines, deny: denialLines } as const

const replacedLines = (verdict: Verdict): readonly string[] =>
  replacedInput(verdict) === null ? [] : [replacementText(verdict)]

/** Each text once, and a count of those that are too many to show. */
function inFew(texts: readonly string[]): readonly string[] {
  const different = [...new Set(texts)]
  const more = different.length - maxReasons
  return more > 0 ? [...different.slice(0, maxReasons), `and ${more} more reasons`] : different
}

const insteadLines = (reasons: readonly Reason[]): readonly string[] =>
  [...new Set(reasons.flatMap(({ instead }) => instead ?? []))].slice(0, maxReasons).map(text => `Instead: ${text}`)

/** Says which command replaces the call; empty if the call is not replaced. */
export const replacementText = ({ replacement }: Verdict): string =>
  replacement === null ? '' : `Running \`${replacement.instead}\` instead (rule \`${replacement.rule.id}\`)`

/** For a client that cannot ask about a replaced call: the agent may call the replacement itself. */
export const deniedReplacementText = ({ replacement }: Verdict): string =>
  `Sallyport blocks this: a rule replaces it, and the replacement needs approval\nInstead: ${replacement?.instead}`

const howToApprove =
  'This client cannot show a prompt. Tell the user what you want to run and why; they can allow it in their policy or run it themselves.'
const doNotEvade =
  'Do not try to get the same result another way. If the task needs it, tell the user what you want to run and why, and let them decide.'
