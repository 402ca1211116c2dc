import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../gate/ports.ts'
import type { ApprovalFiles, NamedQuestion } from '../../io/stores/approval-store.ts'

/** An index over the questions on disk, so that a page never reads thousands of files. */
export interface StoredQuestions {
  all(): IterableIterator<NamedQuestion>
  find(id: string): NamedQuestion | null
  /** Adds a question that this process has stored. */
  add(question: NamedQuestion): void
  /** Reads what has changed on disk. Returns the questions that are new, and those that are gone. */
  refresh(): StoredChange
  /** Whether answers may have been added since the last call. */
  hasNewAnswers(): boolean
}

export interface StoredChange {
  readonly added: readonly NamedQuestion[]
  readonly gone: readonly NamedQuestion[]
}

export function storedQuestions(directory: string, approvals: ApprovalFiles, clock: Clock): StoredQuestions {
  const known = new Map<string, NamedQuestion>()
  const now = () => clock.now().getTime()
  const questionsChanged = changesIn(join(directory, 'waiting'))
  const hasNewAnswers = changesIn(join(directory, 'answers'))

  function refresh(): StoredChange {
    const expired = [...known.values()].filter(({ until }) => until <= now())
    for (const question of expired) approvals.drop(question)
    const isSame = !questionsChanged() && expired.length === 0
    if (isSame) return nothing
    const ids = new Set(approvals.ids())
    const gone = [...known.values()].filter(({ id }) => !ids.has(id))
    for (const { id } of gone) known.delete(id)
    const added = [...ids].flatMap(id => (known.has(id) ? [] : readOrDrop(id)))
    for (const question of added.sort((a, b) => a.at - b.at)) known.set(question.id, question)
    return { added, gone }
  }

  /** A file that does not hold a current question will never hold one again. */
  function readOrDrop(id: string): readonly NamedQuestion[] {
    const question = approvals.find(id)
    if (question === null) approvals.drop({ id })
    return question === null ? [] : [question]
  }

  return {
    all: () => known.values(),
    find: id => known.get(id) ?? null,
    add: question => void known.set(question.id, question),
    refresh,
    hasNewAnswers,
  }
}

const nothing: StoredChange = { added: [], gone: [] }

/** Says whether a directory may have changed since the last call. Its time stamp is too coarse to tell about the last moment. */
function changesIn(directory: string): () => boolean {
  let seen = -1
  return () => {
    const { mtimeMs } = statSync(directory, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (mtimeMs === seen) return false
    seen = Date.now() - mtimeMs < coarseMs ? -1 : mtimeMs
    return true
  }
}

const coarseMs = 100
