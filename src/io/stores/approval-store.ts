import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalRequest } from '../../approvals/approver.ts'
import type { ApprovalStore } from '../../approvals/stored-approver.ts'
import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Clock } from '../../gate/ports.ts'
import { createOnce, readPrivate } from '../files/private-file.ts'
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
  /** Stores an answer for the next hook. If there are two answers, the first counts. */
  readonly answer: (question: NamedQuestion, decision: StoredAnswer['decision'], by: string) => Result<StoredAnswer>
  /** Removes a question that was answered in another way. */
  readonly drop: (question: NamedQuestion) => void
  readonly store: (asker: Asker) => ApprovalStore
}

/** The caller that asks. Several hooks may judge one call; they share the client's id for it. */
export interface Asker extends Omit<AskContext, 'now'> {
  readonly call: string | null
}

export interface NamedQuestion extends WaitingQuestion {
  readonly id: string
}

/** The id is the start of the binding, so the same call always has the same id, and an id never means another call. */
const idOf = (binding: string): string => binding.slice(0, 10)
const idPattern = /^[0-9a-f]{10}$/

export function openApprovals(directory: string, clock: Clock): ApprovalFiles {
  const now = () => clock.now().getTime()
  const questionPath = (id: string) => join(directory, 'waiting', `${id}.json`)
  const answerPath = (id: string) => join(directory, 'answers', `${id}.json`)
  /** The file of an approval that one call has used; it stays valid for that call's other hooks until it expires. */
  const usedPath = (id: string, call: string) => join(directory, 'answers', `${id}.${sha256(call).slice(0, 32)}.used`)
  const answerAt = (path: string) => readAnswer(readPrivate(path, limits.waitingBytes))

  function find(id: string): NamedQuestion | null {
    if (!idPattern.test(id)) return null
    const question = readQuestion(readPrivate(questionPath(id), limits.waitingBytes))
    return question !== null && isCurrent(question, now()) && idOf(question.binding) === id ? { id, ...question } : null
  }

  const waiting = (): readonly NamedQuestion[] =>
    idsIn(join(directory, 'waiting'))
      .flatMap(id => find(id) ?? [])
      .sort((a, b) => a.at - b.at)

  /** Removes expired questions and answers, and the oldest questions if there are too many. */
  function tidy(room: number): void {
    for (const id of idsIn(join(directory, 'waiting'))) if (find(id) === null) rmSync(questionPath(id), { force: true })
    for (const name of namesIn(join(directory, 'answers')).filter(one => /\.(json|used)$/.test(one))) {
      const path = join(directory, 'answers', name)
      const answer = answerAt(path)
      if (answer === null || !isCurrent(answer, now())) rmSync(path, { force: true })
    }
    const kept = waiting()
    for (const { id } of kept.slice(0, Math.max(kept.length - limits.waitingQuestions + room, 0)))
      rmSync(questionPath(id), { force: true })
  }

  function keep(request: ApprovalRequest, binding: string, { agents, cwd }: Asker): Result<string> {
    const text = waitingQuestionText(request, binding, { agents, cwd, now: now() })
    if (Buffer.byteLength(text) > limits.waitingBytes)
      return fail('limit_reached', 'the call is too long to show for approval')
    const id = idOf(binding)
    try {
      const before = find(id)
      if (before?.binding === binding) return ok(id)
      tidy(1)
      if (createOnce(questionPath(id), text) || find(id)?.binding === binding) return ok(id)
    } catch {
      // The disk cannot be written: same result as below.
    }
    return fail('approval_failed', 'the question could not be stored for approval')
  }

  /** INVARIANT: only the call whose rename succeeds gets the approval, and all hooks of that call share it. */
  function take(binding: string, call: string): StoredAnswer | null {
    const id = idOf(binding)
    const answerIn = (path: string): StoredAnswer | null => {
      const answer = answerAt(path)
      return answer !== null && answer.binding === binding && isCurrent(answer, now()) ? answer : null
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

  return {
    waiting,
    find,
    answer: ({ id, binding }, decision, by) => {
      const at = now()
      const answer: StoredAnswer = { version: 1, binding, decision, by, at, until: at + limits.answerMs }
      try {
        tidy(0)
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
    store: asker => ({
      // Without the client's id, a new random id ensures that no other call shares the approval.
      take: binding => take(binding, asker.call ?? randomId()),
      keep: (request, binding) => keep(request, binding, asker),
    }),
  }
}

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
