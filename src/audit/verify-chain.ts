import { type Fault, fail, ok, type Result } from '../core/fault.ts'
import { ownString } from '../core/json.ts'
import { eventOf, genesis, type Hash, type Link, type Linked, readJournalLine } from './chain.ts'

/** What is known from elsewhere about a journal that is to be verified. */
export interface Expected {
  /** The last record that must be there: shows a cut-off end. */
  readonly head?: Link
  /** Records seen before, kept where the journal's writer cannot reach: show a chain that was computed anew. */
  readonly checkpoints?: readonly Link[]
  /** The journal's own name, if it is known. */
  readonly journal?: string
}

export interface Verified extends Link {
  readonly journal: string
  readonly records: number
  readonly segments: number
  /** Repairs that the journal itself tells of. */
  readonly repairs: number
}

export interface Segment {
  readonly name: string
  readonly lines: Iterable<string>
}

/** Walks whole segments in order. The first thing that is wrong ends it, with its file and line. */
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

/** The same, line by line, for journals that do not fit in memory. */
export interface Verifier {
  segment(name: string): void
  /** Null if the line is the right one here. */
  line(line: string): Fault | null
  /** The last right line. */
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
  let journal = ''

  const broken = (message: string): Fault => ({ code: 'audit_broken', message, at: { file, line: number, column: 1 } })

  function place(linked: Linked): Fault | null {
    if (linked.sequence !== last.sequence + 1)
      return broken(`record ${linked.sequence} stands where ${last.sequence + 1} belongs`)
    if (linked.previous !== last.hash) return broken(`record ${linked.sequence} does not follow the record before it`)
    const seen = known.get(linked.sequence)
    if (seen !== undefined && seen !== linked.hash)
      return broken(`record ${linked.sequence} is not the one of the checkpoint`)
    if (expected.head?.sequence === linked.sequence && expected.head.hash !== linked.hash)
      return broken(`record ${linked.sequence} is not the one that the head names`)
    return number === 1 ? opening(linked) : null
  }

  /** What must stand at the start of a segment. */
  function opening(linked: Linked): Fault | null {
    const event = eventOf(linked)
    const type = event === null ? undefined : ownString(event, 'type')
    if (event === null || type !== (segments === 1 ? 'journal_opened' : 'journal_segment'))
      return broken('a segment does not start with the record that opens it')
    if (segments > 1) {
      const right = event['segment'] === segments && event['previous'] === linked.previous
      return right ? null : broken('a segment does not follow the segment before it')
    }
    journal = ownString(event, 'journal') ?? ''
    return expected.journal === undefined || expected.journal === journal
      ? null
      : broken(`this is the journal \`${journal}\`, not \`${expected.journal}\``)
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
      if (linked === null) return broken(`what should be record ${last.sequence + 1} is none, or it was altered`)
      const fault = place(linked)
      if (fault !== null) return fault
      if (isRepair(linked)) repairs += 1
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
      return ok({ ...last, journal, records: last.sequence, segments, repairs })
    },
  }
}

/** The text is asked first: parsing every record would double the time. */
const isRepair = (linked: Linked): boolean =>
  linked.text.includes('"type":"journal_repaired"') && eventOf(linked)?.['type'] === 'journal_repaired'
