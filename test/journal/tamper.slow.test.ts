import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { genesis, type Link, link, readJournalLine } from '../../src/audit/chain.ts'
import { startVerifier } from '../../src/audit/verify-chain.ts'
import type { Result } from '../../src/core/fault.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { nodeHash } from '../../src/io/node-hash.ts'
import { freshDirectory, opened, quickBase, setting } from './support.ts'

// Three segments, sixty records and more. Segments are kept as bytes: an attacker works on bytes.
let dir = ''
let names: readonly string[] = []
let segments: readonly Buffer[] = []
let head: Link = genesis

beforeAll(async () => {
  dir = freshDirectory()
  const journal = await opened(dir, { segmentBytes: 6_500 })
  for (let i = 0; i < 58; i += 1) {
    const receipt = await journal.append([setting(`value ${i}`)])
    if (receipt.ok) head = receipt.value
  }
  await journal.close()
  names = readdirSync(dir)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
  segments = names.map(name => readFileSync(join(dir, name)))
})

// Most lines of an altered journal are unchanged, so their hashes are cached.
const hashes = new Map<string, string>()
function rememberedHash(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = nodeHash(text)
  if (hashes.size < 200) hashes.set(text, hash)
  return hash
}

const splitOnce = new Map<Buffer, readonly string[]>()
function unaltered(bytes: Buffer): readonly string[] {
  const lines = splitOnce.get(bytes) ?? bytes.toString('utf8').split('\n')
  splitOnce.set(bytes, lines)
  return lines
}

function verify(files: readonly Buffer[], checkpoints: readonly Link[] = [], expected: Link = head): Result<unknown> {
  const verifier = startVerifier({ head: expected, checkpoints }, rememberedHash)
  for (const [index, bytes] of files.entries()) {
    verifier.segment(`segment ${index + 1}`)
    const lines = segments.includes(bytes) ? unaltered(bytes) : bytes.toString('utf8').split('\n')
    for (const [number, line] of lines.entries()) {
      const last = number === lines.length - 1
      if (last && line === '') continue
      // A line without its line feed is as wrong as any other.
      const fault = verifier.line(last ? '' : line)
      if (fault !== null) return { ok: false, faults: [fault] }
    }
  }
  return verifier.end()
}

const broken = { ok: false, faults: [{ code: 'audit_broken' }] }
const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('utf8').split('\n').slice(0, -1)
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map(line => `${line}\n`).join(''))
const replaced = (index: number, bytes: Buffer): readonly Buffer[] =>
  segments.map((segment, i) => (i === index ? bytes : segment))
/** Every altered version of the lines of one segment at a time. */
function* altered(
  change: (lines: readonly string[], at: number) => readonly string[] | null,
): Generator<readonly Buffer[]> {
  for (const [index, segment] of segments.entries()) {
    const lines = linesOf(segment)
    for (let at = 0; at < lines.length; at += 1) {
      const after = change(lines, at)
      if (after !== null) yield replaced(index, bytesOf(after))
    }
  }
}

test('the journal verifies before it is altered', () => {
  expect(segments.length).toBeGreaterThanOrEqual(3)
  expect(verify(segments)).toMatchObject({ ok: true, value: { records: head.sequence, segments: segments.length } })
  expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { records: head.sequence, unfinished: 0, repairs: 0 } })
  expect(head.sequence).toBeGreaterThanOrEqual(60)
})

test('every flipped bit is detected', () => {
  let flips = 0
  let seen = 0
  for (const [index, segment] of segments.entries()) {
    const bytes = Buffer.from(segment)
    const files = replaced(index, bytes)
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      for (let bit = 0; bit < 8; bit += 1) {
        bytes[at] = byte ^ (1 << bit)
        flips += 1
        if (!verify(files).ok) seen += 1
      }
      bytes[at] = byte
    }
  }
  expect(flips).toBe(segments.reduce((sum, segment) => sum + segment.length * 8, 0))
  expect(flips).toBeGreaterThan(100_000)
  expect(seen).toBe(flips)
})

describe('changes to whole records are detected at every position', () => {
  test.each<readonly [string, (lines: readonly string[], at: number) => readonly string[] | null]>([
    ['one deleted', (lines, at) => lines.toSpliced(at, 1)],
    ['two deleted', (lines, at) => (at + 1 < lines.length ? lines.toSpliced(at, 2) : null)],
    ['one doubled', (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')],
    ['two swapped', (lines, at) => (at > 0 ? lines.toSpliced(at - 1, 2, lines[at] ?? '', lines[at - 1] ?? '') : null)],
    [
      'the first moved here',
      (lines, at) => (at > 0 ? [...lines.slice(1, at + 1), lines[0] ?? '', ...lines.slice(at + 1)] : null),
    ],
    ['an empty line added', (lines, at) => lines.toSpliced(at, 0, '')],
    ['a space added', (lines, at) => lines.with(at, `${lines[at]} `)],
    ['the rest of the segment cut off', (lines, at) => lines.slice(0, at)],
  ])('%s', (_, change) => {
    let runs = 0
    for (const files of altered(change)) {
      expect(verify(files)).toMatchObject(broken)
      runs += 1
    }
    expect(runs).toBeGreaterThan(50)
  })

  test('the end cut off at any byte', () => {
    const last = segments.length - 1
    const bytes = segments[last] ?? Buffer.alloc(0)
    for (let at = 0; at < bytes.length; at += 1)
      expect(verify(replaced(last, bytes.subarray(0, at)))).toMatchObject(broken)
  })

  test('whole segments deleted, swapped or doubled', () => {
    for (let i = 0; i < segments.length; i += 1) {
      expect(verify(segments.toSpliced(i, 1))).toMatchObject(broken)
      expect(verify(segments.toSpliced(i, 0, segments[i] ?? Buffer.alloc(0)))).toMatchObject(broken)
      if (i > 0)
        expect(
          verify(segments.toSpliced(i - 1, 2, segments[i] ?? Buffer.alloc(0), segments[i - 1] ?? Buffer.alloc(0))),
        ).toMatchObject(broken)
    }
  })

  test('the position is reported', () => {
    const lines = linesOf(segments[1] ?? Buffer.alloc(0))
    expect(verify(replaced(1, bytesOf(lines.toSpliced(4, 1))))).toMatchObject({
      ok: false,
      faults: [{ code: 'audit_broken', at: { file: 'segment 2', line: 5 } }],
    })
  })
})

describe('an attacker who recomputes the hashes', () => {
  /** The same journal with one value changed at `at`, and everything after it chained again. */
  function rechained(at: number): { readonly files: readonly Buffer[]; readonly head: Link } {
    let last: Link = genesis
    let number = 0
    const files = segments.map(segment =>
      bytesOf(
        linesOf(segment).map(line => {
          number += 1
          const text = readJournalLine(line, nodeHash)?.text ?? ''
          const opening = text.includes('journal_segment')
            ? text.replace(/"previous":"[0-9a-f]+"/, `"previous":"${last.hash}"`)
            : text
          const next = link(
            last,
            number === at ? opening.replace('"by":"me"', '"by":"you"').replace('"journal":"', '"journal":"x') : opening,
            nodeHash,
          )
          last = next.link
          return next.line
        }),
      ),
    )
    return { files, head: last }
  }

  test('is not detected without outside knowledge: a chain has no key', () => {
    const forged = rechained(20)
    expect(verify(forged.files, [], forged.head)).toMatchObject({ ok: true })
  })

  test('is detected by the head file, and by any checkpoint after the change', () => {
    for (let at = 2; at < head.sequence; at += 1) {
      const forged = rechained(at)
      if (forged.head.hash === head.hash) continue
      expect(verify(forged.files)).toMatchObject(broken)
      expect(verify(forged.files, [head], forged.head)).toMatchObject(broken)
    }
  })

  test('is detected at every joint of two journals', async () => {
    const other = freshDirectory()
    const journal = await opened(other)
    for (let i = 0; i < 58; i += 1) await journal.append([setting(`value ${i}`)])
    await journal.close()
    const foreign = linesOf(readFileSync(join(other, 'journal-000001.jsonl')))
    const own = linesOf(Buffer.concat([...segments]))
    for (let at = 1; at < foreign.length; at += 1) {
      const joined = bytesOf([...own.slice(0, at), ...foreign.slice(at)])
      expect(verify([joined], [], { sequence: 0, hash: '' })).toMatchObject(broken)
    }
  })
})

describe('on the disk', () => {
  async function small(): Promise<string> {
    const place = freshDirectory(quickBase)
    const journal = await opened(place)
    for (let i = 0; i < 2; i += 1) await journal.append([setting(`ü ${i}`)])
    await journal.close()
    return place
  }

  test.each(['journal-000001.jsonl', 'head.json'])('every flipped bit of %s is detected', async name => {
    const place = await small()
    const file = join(place, name)
    const bytes = readFileSync(file)
    let missed = 0
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (bytes[at] ?? 0) ^ (1 << bit)
        writeFileSync(file, flipped)
        if (verifyJournal(place).ok) missed += 1
      }
    }
    expect(missed).toBe(0)
    writeFileSync(file, bytes)
    expect(verifyJournal(place)).toMatchObject({ ok: true })
  })

  test('a cut end is detected, and no writer continues after it', async () => {
    const place = await small()
    const file = join(place, 'journal-000001.jsonl')
    writeFileSync(file, bytesOf(linesOf(readFileSync(file)).slice(0, -1)))
    expect(verifyJournal(place)).toMatchObject(broken)
    await expect(opened(place)).rejects.toThrow('ends at record 2, but record 3 was written')
  })

  test('a missing segment is detected by verify and by the next writer', async () => {
    const place = freshDirectory()
    const journal = await opened(place, { segmentBytes: 1_000 })
    for (let i = 0; i < 12; i += 1) await journal.append([setting(`${i}`)])
    await journal.close()
    const files = readdirSync(place).filter(name => name.endsWith('.jsonl'))
    expect(files.length).toBeGreaterThan(2)
    for (const name of files) {
      const copy = freshDirectory()
      const fresh = await opened(copy)
      await fresh.close()
      for (const file of readdirSync(place)) if (file !== name) copyFileSync(join(place, file), join(copy, file))
      if (name === 'journal-000001.jsonl') writeFileSync(join(copy, name), '')
      expect(verifyJournal(copy), name).toMatchObject(broken)
      if (name !== files[0]) await expect(opened(copy), name).rejects.toThrow()
    }
  })

  test('a stored checkpoint reveals a journal that was started again', async () => {
    const place = await small()
    const noted = { sequence: 3, hash: 'f'.repeat(64) }
    expect(verifyJournal(place, { checkpoints: [noted] })).toMatchObject(broken)
    expect(verifyJournal(place, { checkpoints: [{ sequence: 900, hash: 'f'.repeat(64) }] })).toMatchObject(broken)
  })
})
