import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { limits } from '../core/limits.ts'
import type { Clock } from '../ports.ts'
import { type Disk, realDisk } from './journal-disk.ts'
import { openLock } from './lock.ts'
import { type Owner, ownerText, thisOwner } from './lock-owner.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sallyport-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
})

const path = () => join(dir, 'x.lock')
const holder = (): unknown => JSON.parse(readFileSync(path(), 'utf8')).token

function lockWith(disk: Disk = realDisk) {
  let waited = 0
  const clock: Clock = {
    now: () => new Date(0),
    after(ms, then) {
      waited += ms
      const timer = setImmediate(then)
      return () => clearImmediate(timer)
    },
  }
  return { lock: openLock({ directory: dir, name: 'x', clock, newId: randomUUID, disk }), waited: () => waited }
}

/** No process has this number: Linux and macOS end far below. */
const noProcess = 99_999_999
const dead = (token: string): Owner => ({ ...thisOwner(token), pid: noProcess })

test('one holder at a time, and the next one after it lets go', async () => {
  const first = await lockWith().lock.acquire()
  const { lock, waited } = lockWith()
  expect(await lock.acquire()).toMatchObject({ ok: false, faults: [{ code: 'audit_unavailable' }] })
  expect(waited()).toBe(limits.lockWait)
  if (first.ok) first.value()
  expect(existsSync(path())).toBe(false)
  expect(await lock.acquire()).toMatchObject({ ok: true })
})

test.each([
  ['a process that is gone', () => ownerText(dead('a')), true],
  ['a number that another process has now', () => ownerText({ ...thisOwner('a'), start: '1' }), true],
  ['the time before the machine was restarted', () => ownerText({ ...thisOwner('a'), boot: 'other' }), true],
  ['a process that lives', () => ownerText(thisOwner('a')), false],
  ['another machine', () => ownerText({ ...dead('a'), host: 'elsewhere' }), false],
  ['another container', () => ownerText({ ...dead('a'), space: 'pid:[1]' }), false],
  ['nobody that can be read', () => 'garbage', false],
  ['an empty file', () => '', false],
])('a lock of %s', async (_, text, taken) => {
  writeFileSync(path(), text())
  expect((await lockWith().lock.acquire()).ok).toBe(taken)
})

test('what dead processes left is tidied up', async () => {
  writeFileSync(`${path()}-gone`, ownerText(dead('gone')))
  writeFileSync(`${path()}.claim-other`, ownerText(dead('claimant')))
  writeFileSync(`${path()}-alive`, ownerText(thisOwner('alive')))
  const { lock } = lockWith()
  const held = await lock.acquire()
  if (held.ok) held.value()
  lock.close()
  expect(readdirSync(dir)).toEqual(['x.lock-alive'])
})

test('a taker that died in the middle does not keep the others out', async () => {
  writeFileSync(path(), ownerText(dead('first')))
  writeFileSync(`${path()}.claim-first`, ownerText(dead('second')))
  writeFileSync(`${path()}.claim-second`, ownerText(dead('third')))
  expect(await lockWith().lock.acquire()).toMatchObject({ ok: true })
})

test('a slow taker does not remove the lock of the taker that was faster', async () => {
  writeFileSync(path(), ownerText(dead('gone')))
  writeFileSync(`${path()}-faster`, ownerText(thisOwner('faster')))
  let overtaken = false
  const disk: Disk = {
    ...realDisk,
    link(existing, target) {
      // Between having seen the dead holder and claiming it, the other one is done with all of that.
      if (target.includes('.claim-gone') && !overtaken) {
        overtaken = true
        unlinkSync(path())
        linkSync(`${path()}-faster`, path())
      }
      realDisk.link(existing, target)
    },
  }
  expect((await lockWith(disk).lock.acquire()).ok).toBe(false)
  expect(overtaken).toBe(true)
  expect(holder()).toBe('faster')
})

test('letting go removes only our own lock', async () => {
  const held = await lockWith().lock.acquire()
  unlinkSync(path())
  writeFileSync(path(), ownerText(thisOwner('somebody')))
  if (held.ok) held.value()
  expect(holder()).toBe('somebody')
})

test('a lock that could not be let go of is still ours', async () => {
  let failing = true
  const disk: Disk = {
    ...realDisk,
    unlink(target) {
      if (failing) throw new Error('read-only')
      realDisk.unlink(target)
    },
  }
  const { lock } = lockWith(disk)
  const held = await lock.acquire()
  if (held.ok) held.value()
  expect(existsSync(path())).toBe(true)
  failing = false
  expect(await lock.acquire()).toMatchObject({ ok: true })
})

test('whoever waits goes before whoever just had it', async () => {
  const { lock: eager } = lockWith()
  const { lock: waiting } = lockWith()
  const held = await eager.acquire()
  const next = waiting.acquire()
  if (held.ok) held.value()
  const again = eager.acquire()
  expect((await next).ok).toBe(true)
  expect((await again).ok).toBe(false)
})
