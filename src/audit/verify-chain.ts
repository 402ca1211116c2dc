import { type Fault, fail, ok, type Result } from '../core/fault.ts'
import { type JsonObject, ownString } from '../core/json.ts'
import { eventOf, genesis, type Hash, type Link, type Linked, readJournalLine } from './chain.ts'
import { type JournalContinued, readContinued } from './mark.ts'

/** Facts about a journal from outside it, to verify it against. */
export interface Expected {
  /** A record that must exist; reveals that the end was cut off. */
  readonly head?: Link
  /** Earlier records, kept where the writer of the journal cannot reach them; reveal a recomputed chain. */
  readonly checkpoints?: readonly Link[]
  /** The name of the journal, if it is known. */
  readonly journal?: string
}

export interface Verified extends Link {
  readonly journal: string
  readonly records: number
  readonly segments: number
  /** When its first record was written. */
  readonly since: string
  /** The repairs that the journal records. */
  readonly repairs: number
  /** Every break after which a person continued, oldest first. */
  readonly breaks: readonly JournalContinued[]
}

export interface Segment {
  readonly name: string
  readonly lines: Iterable<string>
}

/** Verifies whole segments in order. Stops at the first error, with its file and line. */
export function verifyLines(segments: Iterable<Segment>, expected: Expected = {}, hash?: Hash): Result<Verified> {
  const verifier = startVerifier(expected, hash)
  for (const segment of segments) {
    verifier.segment(segment.name)
    for (const line of segment.lines) {
      const fault = verifier.line(line)
      if (fault !== null) return { ok: false, faults: [fault] }
    }
  }
  return verifier.end()
}

/** Verifies line by line, for journals that do not fit in memory. */
export interface Verifier {
  segment(name: string): void
  /** Null if the line continues the chain. */
  line(line: string): Fault | null
  /** The link to the last correct line. */
  last(): Link
  end(): Result<Verified>
}

export function startVerifier(expected: Expected = {}, hash?: Hash): Verifier {
  const known = new Map((expected.checkpoints ?? []).map(point => [point.sequence, point.hash]))
  let last: Link = genesis
  let file = ''
  let segments = 0
  let number = 0
  let repairs = 0
  const breaks: JournalContinued[] = []
  let journal = ''
  let since = ''

  const broken = (message: string): Fault => ({ code: 'audit_broken', message, at: { file, line: number, column: 1 } })

  function place(linked: Linked): Fault | null {
    if (linked.sequence !== last.sequence + 1)
      return broken(`found record ${linked.sequence} where record ${last.sequence + 1} should be`)
    if (linked.previous !== last.hash) return broken(`record ${linked.sequence} does not follow the record before it`)
    const seen = known.get(linked.sequence)
    if (seen !== undefined && seen !== linked.hash)
      return broken(`record ${linked.sequence} differs from the checkpoint`)
    if (expected.head?.sequence === linked.sequence && expected.head.hash !== linked.hash)
      return broken(`record ${linked.sequence} differs from the head file`)
    return number === 1 ? opening(linked) : null
  }

  /** Checks the first record of a segment. */
  function opening(linked: Linked): Fault | null {
    const event = eventOf(linked)
    const type = event === null ? undefined : ownString(event, 'type')
    if (event === null || type !== (segments === 1 ? 'journal_opened' : 'journal_segment'))
      return broken('the segment does not start with its opening record')
    if (segments > 1) {
      const right = event['segment'] === segments && event['previous'] === linked.previous
      return right ? null : broken('the segment does not follow the one before it')
    }
    journal = ownString(event, 'journal') ?? ''
    since = ownString(event, 'at') ?? ''
    return expected.journal === undefined || expected.journal === journal
      ? null
      : broken(`this is the journal \`${journal}\`, expected \`${expected.journal}\``)
  }

  return {
    segment(name) {
      file = name
      segments += 1
      number = 0
    },
    line(line) {
      number += 1
      const linked = readJournalLine(line, hash)
      if (linked === null) return broken(`record ${last.sequence + 1} is not a valid record, or it was altered`)
      const fault = place(linked)
      if (fault !== null) return fault
      const mark = markIn(linked)
      if (mark?.['type'] === 'journal_repaired') repairs += 1
      if (mark?.['type'] === 'journal_continued') breaks.push(readContinued(mark))
      last = { sequence: linked.sequence, hash: linked.hash }
      return null
    },
    last: () => last,
    end() {
      const missing = Math.max(expected.head?.sequence ?? 0, ...known.keys())
      if (missing > last.sequence)
        return fail('audit_broken', `the journal ends at record ${last.sequence}, but record ${missing} was written`, {
          file,
          line: number + 1,
          column: 1,
        })
      if (journal === '') return fail('audit_broken', 'the journal has no first record')
      return ok({ ...last, journal, since, records: last.sequence, segments, repairs, breaks })
    },
  }
}

/** The journal's own record in a line; null for any other. Looks at the text first: parsing every record would double the time. */
const markIn = (linked: Linked): JsonObject | null =>
  linked.text.includes('"type":"journal_') ? eventOf(linked) : null
