import { setImmediate } from 'node:timers/promises'
import type { Link } from '../../audit/chain.ts'
import { startVerifier, type Verified, type Verifier } from '../../audit/verify-chain.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { nodeHash } from '../node-hash.ts'
import { readAnchor } from './journal-anchor.ts'
import { realDisk } from './journal-disk.ts'
import { anotherJournal, deletedJournal, type Head, headFault, readHead } from './journal-head.ts'
import { fileLines } from './journal-lines.ts'
import { listSegments, missingSegment, segmentName, segmentPath } from './segments.ts'

export interface Verification extends Verified {
  /** Lines after the head that are not records: a write in progress, or one that a crash interrupted. */
  readonly unfinished: number
  readonly milliseconds: number
}

/** Facts about a journal from outside its directory. */
export interface Outside {
  /** Records that must exist. */
  readonly checkpoints?: readonly Link[]
  /** A file that names the journal. */
  readonly anchor?: string
}

/**
 * Reads the whole journal and checks every record, its position, the head and the given checkpoints. Needs no lock: the head
 * is read first, and only lines after it may be unfinished.
 *
 * Without checkpoints it cannot detect that someone with write access rewrote both the journal and the head.
 */
export function verifyJournal(directory: string, outside: Outside = {}): Result<Verification> {
  const turns = verifying(directory, outside)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
  }
}

/** The same in turns of a few milliseconds, so that a server answers other requests in between. */
export async function verifyInTurns(directory: string, outside: Outside = {}): Promise<Result<Verification>> {
  const turns = verifying(directory, outside)
  for (let since = performance.now(); ; ) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
    if (performance.now() - since < turnMs) continue
    await setImmediate()
    since = performance.now()
  }
}

const turnMs = 10
/** Records between two looks at the clock. */
const recordsInStep = 32

type Turns<T> = Generator<void, T, void>

function* verifying(directory: string, { checkpoints = [], anchor }: Outside): Turns<Result<Verification>> {
  const start = performance.now()
  try {
    const named = readAnchor(realDisk, anchor ?? null)
    if (realDisk.look(directory) === null && named !== null) return fail('audit_broken', deletedJournal(directory))
    const head = readHead(realDisk, directory)
    const segments = listSegments(realDisk, directory)
    if (segments.length === 0 && named !== null) return fail('audit_broken', deletedJournal(directory))
    if (head === null || head === 'unreadable') return fail('audit_broken', headFault(directory, head))
    if (named !== null && named !== head.journal) return fail('audit_broken', anotherJournal(directory, head, named))
    const missing = missingSegment(segments)
    if (missing !== null) return fail('audit_broken', `\`${segmentPath(directory, missing)}\` is missing`)
    const walked = yield* walk({ directory, segments, head, checkpoints })
    return walked.ok ? ok({ ...walked.value, milliseconds: performance.now() - start }) : walked
  } catch (error) {
    return fail(
      'audit_unavailable',
      `\`${directory}\` cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** The last record before the first fault; the chain's beginning if there is none. */
export function lastIntact(directory: string): Link {
  const verifier = startVerifier({}, nodeHash)
  for (const segment of segmentsBeforeGap(directory)) {
    verifier.segment(segmentName(segment))
    for (const { text, whole } of fileLines(segmentPath(directory, segment)))
      if (take(verifier, whole ? text : null) !== null) return verifier.last()
  }
  return verifier.last()
}

function segmentsBeforeGap(directory: string): readonly number[] {
  const segments = realDisk.look(directory) === null ? [] : listSegments(realDisk, directory)
  return segments.filter((segment, index) => segment === index + 1)
}

interface Walk {
  readonly directory: string
  readonly segments: readonly number[]
  readonly head: Head
  readonly checkpoints: readonly Link[]
}

function* walk({
  directory,
  segments,
  head,
  checkpoints,
}: Walk): Turns<Result<Verified & { readonly unfinished: number }>> {
  const verifier = startVerifier({ head, checkpoints, journal: head.journal }, nodeHash)
  let unfinished = 0
  let records = 0
  for (const segment of segments) {
    verifier.segment(segmentName(segment))
    for (const { text, whole } of fileLines(segmentPath(directory, segment))) {
      const fault = unfinished > 0 ? null : take(verifier, whole ? text : null)
      const excused = segment === segments.at(-1) && verifier.last().sequence >= head.sequence
      if (fault !== null && !excused) return { ok: false, faults: [fault] }
      if (fault !== null || unfinished > 0) unfinished += 1
      records += 1
      if (records % recordsInStep === 0) yield
    }
  }
  const end = verifier.end()
  return end.ok ? ok({ ...end.value, unfinished }) : end
}

/** Invalid UTF-8 and lines without a line feed are wrong at any position. */
const take = (verifier: Verifier, text: string | null): Fault | null => verifier.line(text ?? '')
