import { linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalRequest } from '../../approvals/approver.ts'
import type { ApprovalStore } from '../../approvals/stored-approver.ts'
import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Clock } from '../../gate/ports.ts'
import { isMissing } from '../files/is-missing.ts'
import { createOnce, readPrivate } from '../files/private-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { randomId } from '../random.ts'
import {
  type AskContext,
  isCurrent,
  readAnswer,
  readQuestion,
  type StoredAnswer,
  type WaitingQuestion,
  waitingQuestionText,
} from './waiting-question.ts'

/** The pending questions and answers in `state/approvals`, shared by hooks and `sallyport approve`. */
export interface ApprovalFiles {
  /** Pending questions, oldest first. */
  readonly waiting: () => readonly NamedQuestion[]
  readonly find: (id: string) => NamedQuestion | null
  /** The ids of stored questions, which may have expired. */
  readonly ids: () => readonly string[]
  /** The answer that a question got; null if it has none that is still stored. */
  readonly answered: (id: string) => StoredAnswer['decision'] | null
  /** The ids of questions with an answer, which may have expired. */
  readonly answeredIds: () => ReadonlySet<string>
  /** Stores an answer for the hook that waits, or for the next one. If there are two answers, the first counts. */
  readonly answer: (
    question: Pick<NamedQuestion, 'id' | 'binding'>,
    answer: Pick<StoredAnswer, 'decision' | 'by' | 'says' | 'inFence'>,
  ) => Result<StoredAnswer>
  /** Removes a question that needs no answer any more. */
  readonly drop: (question: Pick<NamedQuestion, 'id'>) => void
  /** Takes back an answer that no call has used. */
  readonly withdraw: (question: Pick<NamedQuestion, 'id'>) => void
  /** Whether an answer waits for a call. */
  readonly isUnused: (question: Pick<NamedQuestion, 'id'>) => boolean
  /** Removes expired answers. */
  readonly tidyAnswers: () => void
  readonly store: (asker: Asker) => ApprovalStore
}

export interface ApprovalOptions {
  /** The server keeps an index and tidies from time to time; a hook, which stores one question, tidies then. */
  readonly tidies?: 'with_each_question' | 'on_demand'
}

/** The caller that asks. Several hooks may judge one call; they share the client's id for it. */
export interface Asker extends Omit<AskContext, 'now'> {
  readonly call: string | null
}

export interface NamedQuestion extends WaitingQuestion {
  readonly id: string
}

/** The id is the start of the binding, so the same call always has the same id, and an id never means another call. */
export const questionId = (binding: string): string => binding.slice(0, 10)
const idPattern = /^[0-9a-f]{10}$/

/** Sets how many questions this directory may contain, for every process that uses it. */
export const setMostQuestions = (directory: string, most: number): void =>
  writeAtomic(join(directory, 'most'), String(most))

function mostQuestions(directory: string): number {
  const most = Number(readPrivate(join(directory, 'most'), 16))
  return Number.isSafeInteger(most) ? Math.max(most, limits.waitingQuestions) : limits.waitingQuestions
}

export function openApprovals(
  directory: string,
  clock: Clock,
  { tidies = 'with_each_question' }: ApprovalOptions = {},
): ApprovalFiles {
  const now = () => clock.now().getTime()
  const questionPath = (id: string) => join(directory, 'waiting', `${id}.json`)
  const answerPath = (id: string) => join(directory, 'answers', `${id}.json`)
  /** The file of an approval that one call has used; it stays valid for that call's other hooks until it expires. */
  const usedPath = (id: string, call: string) => join(directory, 'answers', `${id}.${sha256(call).slice(0, 32)}.used`)
  const answerAt = (path: string) => readAnswer(readPrivate(path, limits.waitingBytes))

  function find(id: string): NamedQuestion | null {
    if (!idPattern.test(id)) return null
    const question = readQuestion(readPrivate(questionPath(id), limits.waitingBytes))
    return question !== null && isCurrent(question, now()) && questionId(question.binding) === id
      ? { id, ...question }
      : null
  }

  const waiting = (): readonly NamedQuestion[] =>
    idsIn(join(directory, 'waiting'))
      .flatMap(id => find(id) ?? [])
      .sort((a, b) => a.at - b.at)

  /** Removes expired questions and answers, and the oldest questions if there is no room for one more. */
  function tidy(): void {
    for (const id of idsIn(join(directory, 'waiting'))) if (find(id) === null) rmSync(questionPath(id), { force: true })
    tidyAnswers()
    const kept = waiting()
    for (const { id } of kept.slice(0, Math.max(kept.length - mostQuestions(directory) + 1, 0)))
      rmSync(questionPath(id), { force: true })
  }

  function tidyAnswers(): void {
    for (const name of namesIn(join(directory, 'answers')).filter(one => /\.(json|used)$/.test(one)))
      removeExpired(join(directory, 'answers', name))
  }

  /** INVARIANT: never removes an answer that counts: it is moved aside, looked at, and put back if it is a new one. */
  function removeExpired(path: string): void {
    if (isMissing(path) || isCounting(answerAt(path))) return
    const aside = `${path}.${randomId()}.old`
    try {
      renameSync(path, aside)
      if (isCounting(answerAt(aside))) linkSync(aside, path)
    } catch {
      // Another process was faster.
    }
    rmSync(aside, { force: true })
  }

  const isCounting = (answer: StoredAnswer | null): answer is StoredAnswer =>
    answer !== null && isCurrent(answer, now())

  function keep(request: ApprovalRequest, binding: string, asker: Asker): Result<string> {
    const text = waitingQuestionText(request, binding, { ...asker, now: now() })
    if (Buffer.byteLength(text) > limits.waitingBytes)
      return fail('limit_reached', 'the call is too long to show for approval')
    const id = questionId(binding)
    try {
      const before = find(id)
      if (before?.binding === binding) return ok(id)
      if (tidies === 'with_each_question') tidy()
      else rmSync(questionPath(id), { force: true })
      if (createOnce(questionPath(id), text) || find(id)?.binding === binding) return ok(id)
    } catch {
      // The disk cannot be written: same result as below.
    }
    return fail('approval_failed', 'the question could not be stored for approval')
  }

  /** INVARIANT: only the call whose rename succeeds gets the approval, and all hooks of that call share it. */
  function take(binding: string, call: string): StoredAnswer | null {
    const id = questionId(binding)
    const answerIn = (path: string): StoredAnswer | null => {
      const answer = answerAt(path)
      return isCounting(answer) && answer.binding === binding ? answer : null
    }
    const waiting = answerIn(answerPath(id))
    if (waiting?.decision === 'denied') return waiting
    if (waiting !== null) {
      try {
        renameSync(answerPath(id), usedPath(id, call))
      } catch {
        // Another hook was faster, for this call or for another one.
      }
    }
    return answerIn(usedPath(id, call))
  }

  /** Also finds an approval that a call has used. */
  function answered(id: string): StoredAnswer['decision'] | null {
    const names = namesIn(join(directory, 'answers')).filter(name => name === `${id}.json` || isUseOf(id, name))
    const [answer] = names.flatMap(name => answerAt(join(directory, 'answers', name)) ?? [])
    return answer?.decision ?? null
  }

  return {
    waiting,
    find,
    answered,
    answeredIds: () => new Set(namesIn(join(directory, 'answers')).map(name => name.slice(0, name.indexOf('.')))),
    ids: () => idsIn(join(directory, 'waiting')),
    tidyAnswers,
    answer: ({ id, binding }, given) => {
      const at = now()
      const answer: StoredAnswer = { version: 1, binding, ...given, at, until: at + limits.answerMs }
      try {
        removeExpired(answerPath(id))
        if (!createOnce(answerPath(id), JSON.stringify(answer)))
          return fail('approval_failed', 'this question is already answered')
        rmSync(questionPath(id), { force: true })
        return ok(answer)
      } catch (error) {
        const why = error instanceof Error ? error.message : 'unknown'
        return fail('approval_failed', `the answer cannot be stored: ${why}`)
      }
    },
    drop: ({ id }) => rmSync(questionPath(id), { force: true }),
    withdraw: ({ id }) => rmSync(answerPath(id), { force: true }),
    isUnused: ({ id }) => !isMissing(answerPath(id)),
    store: asker => ({
      // Without the client's id, a new random id ensures that no other call shares the approval.
      take: binding => take(binding, asker.call ?? randomId()),
      keep: (request, binding) => keep(request, binding, asker),
    }),
  }
}

const isUseOf = (id: string, name: string): boolean => name.startsWith(`${id}.`) && name.endsWith('.used')

const idsIn = (directory: string): readonly string[] =>
  namesIn(directory).flatMap(name =>
    name.endsWith('.json') && idPattern.test(name.slice(0, -5)) ? [name.slice(0, -5)] : [],
  )

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
