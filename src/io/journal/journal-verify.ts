import type { Link } from '../../audit/chain.ts'
import { startVerifier, type Verified, type Verifier } from '../../audit/verify-chain.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { nodeHash } from '../node-hash.ts'
import { realDisk } from './journal-disk.ts'
import { type Head, readHead } from './journal-head.ts'
import { fileLines } from './journal-lines.ts'
import { listSegments, missingSegment, segmentName, segmentPath } from './segments.ts'

export interface Verification extends Verified {
  /** Lines after the head that are not records: a write in progress, or one that a crash interrupted. */
  readonly unfinished: number
  readonly milliseconds: number
}

/**
 * Reads the whole journal and checks every record, its position, the head and the given checkpoints. Needs no lock: the head
 * is read first, and only lines after it may be unfinished.
 *
 * Without checkpoints it cannot detect that someone with write access rewrote both the journal and the head.
 */
export function verifyJournal(directory: string, checkpoints: readonly Link[] = []): Result<Verification> {
  const start = performance.now()
  try {
    const head = readHead(realDisk, directory) ?? 'missing'
    if (head === 'missing' || head === 'unreadable')
      return fail('audit_broken', `the head of \`${directory}\` is ${head}`)
    const segments = listSegments(realDisk, directory)
    const missing = missingSegment(segments)
    if (missing !== null) return fail('audit_broken', `\`${segmentPath(directory, missing)}\` is missing`)
    const walked = walk({ directory, segments, head, checkpoints })
    return walked.ok ? ok({ ...walked.value, milliseconds: performance.now() - start }) : walked
  } catch (error) {
    return fail(
      'audit_unavailable',
      `\`${directory}\` cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

interface Walk {
  readonly directory: string
  readonly segments: readonly number[]
  readonly head: Head
  readonly checkpoints: readonly Link[]
}

function walk({ directory, segments, head, checkpoints }: Walk): Result<Verified & { readonly unfinished: number }> {
  const verifier = startVerifier({ head, checkpoints, journal: head.journal }, nodeHash)
  let unfinished = 0
  for (const segment of segments) {
    verifier.segment(segmentName(segment))
    for (const { text, whole } of fileLines(segmentPath(directory, segment))) {
      const fault = unfinished > 0 ? null : take(verifier, whole ? text : null)
      const excused = segment === segments.at(-1) && verifier.last().sequence >= head.sequence
      if (fault !== null && !excused) return { ok: false, faults: [fault] }
      if (fault !== null || unfinished > 0) unfinished += 1
    }
  }
  const end = verifier.end()
  return end.ok ? ok({ ...end.value, unfinished }) : end
}

/** Invalid UTF-8 and lines without a line feed are wrong at any position. */
const take = (verifier: Verifier, text: string | null): Fault | null => verifier.line(text ?? '')
