import { randomUUID } from 'node:crypto'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import type { Clock } from '../../gate/ports.ts'
import { type Disk, realDisk } from './journal-disk.ts'
import { openLock } from './lock.ts'
import { type Owner, ownerText, readOwner, thisOwner } from './lock-owner.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sallyport-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
})

const path = () => join(dir, 'x.lock')
const holder = (): unknown => readOwner(readlinkSync(path()))?.token
const isHeld = (): boolean => lstatSync(path(), { throwIfNoEntry: false }) !== undefined

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

/** No process has this pid: the limits of Linux and macOS are far lower. */
const noProcess = 99_999_999
const dead = (token: string): Owner => ({ ...thisOwner(token), pid: noProcess })

test('a lock has one holder at a time, and the next one gets it after a release', async () => {
  const first = await lockWith().lock.acquire()
  const { lock, waited } = lockWith()
  expect(await lock.acquire()).toMatchObject({ ok: false, faults: [{ code: 'audit_unavailable' }] })
  expect(waited()).toBe(limits.lockWait)
  if (first.ok) first.value()
  expect(isHeld()).toBe(false)
  expect(await lock.acquire()).toMatchObject({ ok: true })
})

test.each([
  ['a process that is gone can be taken', () => ownerText(dead('a')), true],
  ['a pid that another process has now can be taken', () => ownerText({ ...thisOwner('a'), start: '1' }), true],
  ['a process from before the last reboot can be taken', () => ownerText({ ...thisOwner('a'), boot: 'other' }), true],
  ['a live process cannot be taken', () => ownerText(thisOwner('a')), false],
  ['a process on another machine cannot be taken', () => ownerText({ ...dead('a'), host: 'other' }), false],
  ['a process in another container cannot be taken', () => ownerText({ ...dead('a'), space: 'other' }), false],
  ['an unreadable owner cannot be taken', () => 'garbage', false],
])('a lock of %s', async (_, text, taken) => {
  symlinkSync(text(), path())
  expect((await lockWith().lock.acquire()).ok).toBe(taken)
})

test('the text of a lock is short enough for the file system to store it in the inode', () => {
  const longest = { ...thisOwner(randomUUID()), pid: 4_194_304 }
  expect(ownerText(longest).length).toBeLessThan(60)
})

test('a file in place of the lock is not removed', async () => {
  writeFileSync(path(), ownerText(dead('a')))
  expect((await lockWith().lock.acquire()).ok).toBe(false)
})

test('a released lock leaves nothing behind', async () => {
  symlinkSync(ownerText(dead('gone')), path())
  const held = await lockWith().lock.acquire()
  if (held.ok) held.value()
  expect(readdirSync(dir).filter(name => name !== 'x.wanted')).toEqual([])
})

test('a process that died while taking over a lock does not keep others out', async () => {
  symlinkSync(ownerText(dead('first')), path())
  symlinkSync(ownerText(dead('second')), `${path()}.claim-first`)
  symlinkSync(ownerText(dead('third')), `${path()}.claim-second`)
  expect(await lockWith().lock.acquire()).toMatchObject({ ok: true })
})

test('a slow process does not remove the lock of a faster one that took over first', async () => {
  symlinkSync(ownerText(dead('gone')), path())
  let overtaken = false
  const disk: Disk = {
    ...realDisk,
    symlink(text, target) {
      // The faster process finishes after this one has seen the dead holder and before it claims it.
      if (target.includes('.claim-gone') && !overtaken) {
        overtaken = true
        unlinkSync(path())
        symlinkSync(ownerText(thisOwner('faster')), path())
      }
      realDisk.symlink(text, target)
    },
  }
  expect((await lockWith(disk).lock.acquire()).ok).toBe(false)
  expect(overtaken).toBe(true)
  expect(holder()).toBe('faster')
})

test('a release removes only our own lock', async () => {
  const held = await lockWith().lock.acquire()
  unlinkSync(path())
  symlinkSync(ownerText(thisOwner('somebody')), path())
  if (held.ok) held.value()
  expect(holder()).toBe('somebody')
})

test('a lock whose release failed is still ours', async () => {
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
  expect(isHeld()).toBe(true)
  failing = false
  expect(await lock.acquire()).toMatchObject({ ok: true })
})

test('a waiting process gets the lock before the one that just released it', async () => {
  const { lock: eager } = lockWith()
  const { lock: waiting } = lockWith()
  const held = await eager.acquire()
  const next = waiting.acquire()
  if (held.ok) held.value()
  const again = eager.acquire()
  expect((await next).ok).toBe(true)
  expect((await again).ok).toBe(false)
})
