import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { genesis, type Link, link, readJournalLine } from '../../src/audit/chain.ts'
import { type Disk, realDisk } from '../../src/io/journal/journal-disk.ts'
import { openJournal } from '../../src/io/journal/journal-file.ts'
import { readRecords } from '../../src/io/journal/journal-read.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { fakeClock, freshDirectory, opened, quickBase, requested, setting } from './support.ts'

const unavailable = { ok: false, faults: [{ code: 'audit_unavailable' }] }
const broken = { ok: false, faults: [{ code: 'audit_broken' }] }
const segment = (dir: string, n = 1) => join(dir, `journal-00000${n}.jsonl`)
const valuesIn = (dir: string): readonly unknown[] =>
  [...readRecords(dir)].flatMap(read => (read.ok ? [read.value.event['value']] : []))

/** A disk whose n-th call fails, once or from then on. */
function failingDisk(n: number, how: { readonly code: string; readonly sticky: boolean }) {
  let calls = 0
  let fired = false
  let healed = false
  const due = (): boolean => {
    calls += 1
    if (healed || !(how.sticky ? calls >= n : calls === n)) return false
    fired = true
    return true
  }
  const error = () => Object.assign(new Error(`${how.code}: injected`), { code: how.code })
  const guard =
    <A extends readonly unknown[], T>(call: (...args: A) => T) =>
    (...args: A): T => {
      if (due()) throw error()
      return call(...args)
    }
  const disk: Disk = {
    open: guard(realDisk.open),
    // Linux frees the number even if `close` fails.
    close: fd => {
      const fails = due()
      realDisk.close(fd)
      if (fails) throw error()
    },
    write(fd, bytes, position) {
      if (!due()) return realDisk.write(fd, bytes, position)
      // The head is overwritten within one page, which the kernel writes completely or not at all.
      if (position !== null && how.code !== 'short') throw error()
      // Like a full disk: it writes some bytes without an error, and the next call fails.
      if (how.code === 'short') return realDisk.write(fd, bytes.subarray(0, Math.ceil(bytes.length / 2)), position)
      if (bytes.length > 1) realDisk.write(fd, bytes.subarray(0, bytes.length >> 1), position)
      throw error()
    },
    read: guard(realDisk.read),
    sync: async fd => {
      if (due()) throw error()
      await realDisk.sync(fd)
    },
    syncNow: guard(realDisk.syncNow),
    truncate: guard(realDisk.truncate),
    stat: guard(realDisk.stat),
    look: guard(realDisk.look),
    symlink: guard(realDisk.symlink),
    readlink: guard(realDisk.readlink),
    unlink: guard(realDisk.unlink),
    rename: guard(realDisk.rename),
    list: guard(realDisk.list),
    mkdir: guard(realDisk.mkdir),
  }
  return {
    disk,
    fired: () => fired,
    heal() {
      healed = true
    },
  }
}

describe('the n-th system call fails', () => {
  test.each([
    { code: 'EIO', sticky: false },
    { code: 'ENOSPC', sticky: true },
    { code: 'short', sticky: false },
    { code: 'EMFILE', sticky: true },
  ])('$code, sticky: $sticky: no throw, nothing acknowledged is lost, and it resumes by itself', async how => {
    let n = 0
    for (let done = false; !done; ) {
      n += 1
      const dir = freshDirectory(quickBase)
      // Starts with a torn end to repair, so that faults also hit repairs.
      const anchor = `${dir}.id`
      const before = await opened(dir, { segmentBytes: 900 })
      await before.append([setting('before')])
      await before.close()
      appendFileSync(segment(dir), '{"event":{"torn')

      const { disk, fired, heal } = failingDisk(n, how)
      const acknowledged: string[] = ['before']
      let journal = await openJournal({ dir, clock: fakeClock(), newId: randomUUID, segmentBytes: 900, disk, anchor })
      for (let i = 0; i < 4 && journal.ok; i += 1) {
        const result = await journal.value.append([setting(`during ${i}`)])
        if (result.ok) acknowledged.push(`during ${i}`)
        else expect(result, `call ${n}`).toMatchObject(unavailable)
      }
      done = !fired()
      heal()
      if (!journal.ok) {
        expect(journal, `call ${n}`).toMatchObject(unavailable)
        journal = await openJournal({ dir, clock: fakeClock(), newId: randomUUID, segmentBytes: 900, disk, anchor })
      }
      expect(journal, `call ${n}`).toMatchObject({ ok: true })
      if (!journal.ok) continue
      expect(await journal.value.append([setting('after')]), `call ${n}`).toMatchObject({ ok: true })
      await journal.value.close()
      expect(verifyJournal(dir, { anchor }), `call ${n}`).toMatchObject({ ok: true, value: { unfinished: 0 } })
      expect(existsSync(anchor), `call ${n}`).toBe(true)
      expect(valuesIn(dir), `call ${n}`).toEqual(expect.arrayContaining([...acknowledged, 'after']))
      expect(readdirSync(dir).filter(name => name.endsWith('.torn')).length, `call ${n}`).toBeGreaterThanOrEqual(1)
      rmSync(dir, { recursive: true })
    }
    expect(n).toBeGreaterThan(40)
  })
})

test('a process that dies at its n-th system call leaves a journal that the next process continues by itself', async () => {
  let n = 0
  let torn = 0
  for (let done = false; !done; ) {
    n += 1
    const dir = freshDirectory(quickBase)
    const anchor = `${dir}.id`
    // From the n-th call on nothing reaches the disk, and of the n-th write only a half.
    const { disk, fired } = failingDisk(n, { code: 'EIO', sticky: true })
    const acknowledged: string[] = []
    const dying = await openJournal({ dir, anchor, clock: fakeClock(), newId: randomUUID, segmentBytes: 900, disk })
    for (let i = 0; i < 4 && dying.ok; i += 1)
      if ((await dying.value.append([setting(`during ${i}`)])).ok) acknowledged.push(`during ${i}`)
    done = !fired()
    // The lock names this process, which is alive; that of a dead process is taken over.
    rmSync(join(dir, 'journal.lock'), { force: true })
    const next = await openJournal({ dir, anchor, clock: fakeClock(), newId: randomUUID, segmentBytes: 900 })
    expect(next, `call ${n}`).toMatchObject({ ok: true })
    if (!next.ok) continue
    expect(await next.value.append([setting('after')]), `call ${n}`).toMatchObject({ ok: true })
    await next.value.close()
    const verified = verifyJournal(dir, { anchor })
    expect(verified, `call ${n}`).toMatchObject({ ok: true, value: { unfinished: 0, breaks: [] } })
    if (verified.ok) torn += verified.value.repairs
    expect(valuesIn(dir), `call ${n}`).toEqual(expect.arrayContaining([...acknowledged, 'after']))
    rmSync(dir, { recursive: true })
  }
  expect(n).toBeGreaterThan(60)
  expect(torn).toBeGreaterThan(0)
})

describe('a torn end', () => {
  test.each([
    ['half a line', '{"event":{"type":"tool_call_re'],
    ['a line that is not a record', '{"event":1}\n'],
    ['zeros', '\0'.repeat(5_000)],
    ['zeros and a line feed', `${'\0'.repeat(70_000)}\n`],
    ['a line feed', '\n'],
  ])('%s is saved, recorded, and writing goes on after it', async (_, fragment) => {
    const dir = freshDirectory()
    const first = await opened(dir)
    await first.append([setting('before')])
    await first.close()
    appendFileSync(segment(dir), fragment)
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { unfinished: 1 } })
    const second = await opened(dir)
    await second.append([setting('after')])
    await second.close()
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { repairs: 1, unfinished: 0 } })
    const kept = readdirSync(dir).filter(name => name.endsWith('.torn'))
    expect(kept.map(name => readFileSync(join(dir, name), 'utf8'))).toEqual([fragment])
    const told = [...readRecords(dir)].flatMap(read =>
      read.ok && read.value.event['type'] === 'journal_repaired' ? [read.value.event] : [],
    )
    expect(told).toMatchObject([{ what: 'torn_tail', kept: kept[0], bytes: fragment.length }])
    expect(valuesIn(dir)).toContain('after')
  })

  test('that another process leaves is repaired at the next append', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    await journal.append([setting('before')])
    appendFileSync(segment(dir), '{"event":')
    expect(await journal.append([setting('after')])).toMatchObject({ ok: true, value: { sequence: 4 } })
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { repairs: 1 } })
  })

  test('of the first write of a new segment', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir, { segmentBytes: 300 })
    await journal.append([setting('before')])
    await journal.close()
    const written = readdirSync(dir).filter(name => name.endsWith('.jsonl')).length
    writeFileSync(segment(dir, written + 1), '{"ev', { mode: 0o600 })
    const next = await opened(dir, { segmentBytes: 300 })
    expect(await next.append([setting('after')])).toMatchObject({ ok: true })
    await next.close()
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { repairs: 1 } })
  })

  test('an interrupted repair is recorded by the next one', async () => {
    const dir = freshDirectory()
    await (await opened(dir)).close()
    writeFileSync(join(dir, 'journal-000001.jsonl-9-x.torn-new'), 'fragment', { mode: 0o600 })
    await (await opened(dir)).close()
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { repairs: 1 } })
    expect(existsSync(join(dir, 'journal-000001.jsonl-9-x.torn'))).toBe(true)
  })
})

describe('a journal that no crash can leave behind is broken, and no later append hides that', () => {
  const lines = (dir: string) => readFileSync(segment(dir), 'utf8').split('\n').slice(0, -1)
  const keep = (dir: string, kept: readonly string[]) =>
    writeFileSync(segment(dir), kept.map(line => `${line}\n`).join(''))
  const head = (dir: string) => join(dir, 'head.json')

  test.each<readonly [what: string, harm: (dir: string) => unknown]>([
    ['the head is gone', dir => unlinkSync(head(dir))],
    ['the head is empty', dir => truncateSync(head(dir), 0)],
    ['the head is garbled', dir => writeFileSync(head(dir), 'x')],
    ['the head is gone, and so are ten records', dir => [unlinkSync(head(dir)), keep(dir, lines(dir).slice(0, -10))]],
    [
      'the head is garbled, and ten records are gone',
      dir => [writeFileSync(head(dir), '{}'), keep(dir, lines(dir).slice(0, -10))],
    ],
    ['ten records are gone', dir => keep(dir, lines(dir).slice(0, -10))],
    ['ten records are replaced by eleven others', dir => keep(dir, forged(lines(dir), 10, 11))],
    ['the segment is gone, but not the head', dir => unlinkSync(segment(dir))],
    ['the head and the segment are gone', dir => [unlinkSync(head(dir)), unlinkSync(segment(dir))]],
    [
      'the segment is gone, and the head says that nothing was written',
      dir => [unlinkSync(segment(dir)), resetHead(dir)],
    ],
    ['the directory is empty', dir => [rmSync(dir, { recursive: true }), mkdirSync(dir, { mode: 0o700 })]],
    ['the directory is gone', dir => rmSync(dir, { recursive: true })],
    ['the directory has another journal', dir => [rmSync(dir, { recursive: true }), renameSync(`${dir}-other`, dir)]],
  ])('%s', async (_, harm) => {
    const dir = freshDirectory()
    const anchor = `${dir}.id`
    await (await opened(`${dir}-other`)).close()
    const first = await opened(dir, { anchor })
    for (let i = 0; i < 20; i += 1) await first.append([setting(`${i}`)])
    await first.close()
    harm(dir)
    const left = existsSync(segment(dir)) ? readFileSync(segment(dir), 'utf8') : null
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(verifyJournal(dir, { anchor })).toMatchObject(broken)
      expect(await openJournal({ dir, anchor, clock: fakeClock(), newId: randomUUID })).toMatchObject(broken)
      const once = await opened(dir, { anchor, once: true })
      expect(await once.append([setting('after')])).toMatchObject(broken)
      await once.close()
    }
    expect(existsSync(segment(dir)) ? readFileSync(segment(dir), 'utf8') : null).toBe(left)
  })

  function resetHead(dir: string): void {
    const text = readFileSync(head(dir), 'utf8')
    const changed = text
      .replace(/"hash":"[0-9a-f]+"/, `"hash":"${genesis.hash}"`)
      .replace(/"sequence":\d+/, '"sequence":0')
    writeFileSync(head(dir), `${changed.trimEnd().padEnd(255)}\n`)
  }

  /** Other records with a valid chain in place of the last ones. */
  function forged(all: readonly string[], cut: number, added: number): readonly string[] {
    const kept = all.slice(0, -cut)
    const tail = readJournalLine(kept.at(-1) ?? '')
    let last: Link = { sequence: tail?.sequence ?? 0, hash: tail?.hash ?? '' }
    return [
      ...kept,
      ...Array.from({ length: added }, () => {
        const next = link(last, '{"type":"forged"}')
        last = next.link
        return next.line
      }),
    ]
  }
})

describe('a head that is behind the journal is the trace of a crash', () => {
  test.each([1, 2, 9, 20])('by %d records, over several segments', async behind => {
    const dir = freshDirectory()
    const first = await opened(dir, { segmentBytes: 1_500 })
    const heads: Buffer[] = []
    for (let i = 0; i < 21; i += 1) {
      await first.append([setting(`${i}`)])
      heads.push(readFileSync(join(dir, 'head.json')))
    }
    await first.close()
    writeFileSync(join(dir, 'head.json'), heads.at(-1 - behind) ?? '')
    expect(verifyJournal(dir)).toMatchObject({ ok: true })
    const next = await opened(dir, { segmentBytes: 1_500 })
    expect(await next.append([setting('after')])).toMatchObject({ ok: true })
    await next.close()
    expect(valuesIn(dir)).toEqual(expect.arrayContaining([...Array.from({ length: 21 }, (_, i) => `${i}`), 'after']))
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { unfinished: 0, breaks: [] } })
  })
})

describe('a running writer notices changes to its files', () => {
  test.each([
    ['the segment is deleted', (dir: string) => unlinkSync(segment(dir)), broken],
    ['the segment is replaced by its copy', replaceByCopy, broken],
    ['the segment is cut', (dir: string) => truncateSync(segment(dir), 100), broken],
    ['the segment becomes a link', (dir: string) => becomesLink(segment(dir)), unavailable],
    ['the segment is opened to others', (dir: string) => chmodSync(segment(dir), 0o644), unavailable],
    ['the directory is deleted', (dir: string) => rmSync(dir, { recursive: true }), unavailable],
    ['the directory is replaced', becomesDirectory, broken],
  ])('%s', async (_, harm, fault) => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    await journal.append([setting('before')])
    harm(dir)
    expect(await journal.append([setting('after')])).toMatchObject(fault)
    expect((await journal.append([setting('again')])).ok).toBe(false)
    expect(existsSync(segment(dir)) && readFileSync(segment(dir), 'utf8').includes('again')).toBe(false)
    await journal.close()
  })

  test('even when a failing disk made it lose its place', async () => {
    const dir = freshDirectory()
    let failing = false
    const sync: Disk['sync'] = async fd => (failing ? Promise.reject(new Error('EIO')) : realDisk.sync(fd))
    const journal = await opened(dir, { disk: { ...realDisk, sync } })
    await journal.append([setting('before')])
    failing = true
    expect(await journal.append([setting('lost')])).toMatchObject(unavailable)
    failing = false
    for (const name of readdirSync(dir)) unlinkSync(join(dir, name))
    expect(await journal.append([setting('after')])).toMatchObject(broken)
    expect(existsSync(segment(dir))).toBe(false)
    await journal.close()
  })

  function replaceByCopy(dir: string): void {
    copyFileSync(segment(dir), join(dir, 'copy'))
    renameSync(join(dir, 'copy'), segment(dir))
  }
})

describe('permissions', () => {
  test('only the owner can access the directory and the files, with any umask', async () => {
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const dir = freshDirectory()
    const journal = await opened(dir, { segmentBytes: 400 })
    for (let i = 0; i < 3; i += 1) await journal.append([setting(`${i}`)])
    await journal.close()
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    const files = readdirSync(dir)
    expect(files.length).toBeGreaterThan(2)
    for (const name of files) expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600)
  })

  test.each([
    ['a directory open to others', (dir: string) => chmodSync(dir, 0o755)],
    ['a segment open to others', (dir: string) => chmodSync(segment(dir), 0o640)],
    ['a head open to others', (dir: string) => chmodSync(join(dir, 'head.json'), 0o604)],
    ['a segment that is a link', (dir: string) => becomesLink(segment(dir))],
    ['a directory that is a link', (dir: string) => becomesLink(dir)],
    ['a segment that is a directory', (dir: string) => becomesDirectory(segment(dir))],
  ])('%s is refused', async (_, harm) => {
    const dir = freshDirectory()
    await (await opened(dir)).close()
    harm(dir)
    expect(await openJournal({ dir, clock: fakeClock(), newId: randomUUID })).toMatchObject(unavailable)
  })

  test.skipIf(process.getuid?.() !== 0)('a segment of another user is refused (needs root)', async () => {
    const dir = freshDirectory()
    await (await opened(dir)).close()
    chownSync(segment(dir), 12_345, 12_345)
    expect(await openJournal({ dir, clock: fakeClock(), newId: randomUUID })).toMatchObject(unavailable)
  })
})

function becomesLink(path: string): void {
  renameSync(path, `${path}.real`)
  symlinkSync(`${path}.real`, path)
}

function becomesDirectory(path: string): void {
  renameSync(path, `${path}.old`)
  mkdirSync(path, { mode: 0o700 })
}

const mountable = canMount()
if (!mountable)
  console.warn('SKIPPED: the full-disk test needs a user who may mount a tmpfs (root); only injected ENOSPC was tested')

test.skipIf(!mountable)(
  'a disk that is really full: every append says so, and it goes on when there is room',
  async () => {
    const place = freshDirectory()
    mkdirSync(place, { recursive: true })
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', place]).status).toBe(0)
    onTestFinished(() => void spawnSync('umount', [place]))
    const dir = join(place, 'journal')
    const journal = await opened(dir)
    const acknowledged: string[] = []
    let failures = 0
    for (let i = 0; failures < 5; i += 1) {
      const result = await journal.append([requested(`call ${i}`, { command: 'y'.repeat(400) })])
      if (result.ok) acknowledged.push(`call ${i}`)
      else {
        expect(result).toMatchObject(unavailable)
        failures += 1
      }
      expect(i).toBeLessThan(2_000)
    }
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(verifyJournal(dir)).toMatchObject({ ok: true })
    expect(spawnSync('mount', ['-o', 'remount,size=512k', place]).status).toBe(0)
    expect(await journal.append([requested('after')])).toMatchObject({ ok: true })
    await journal.close()
    expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { unfinished: 0 } })
    const calls = [...readRecords(dir)].flatMap(read => (read.ok ? [read.value.event['call']] : []))
    expect(calls).toEqual(expect.arrayContaining([...acknowledged, 'after']))
  },
)

function canMount(): boolean {
  const place = freshDirectory()
  mkdirSync(place, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]).status === 0
  if (mounted) spawnSync('umount', [place])
  return mounted
}
