import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCaches, pruneCaches } from './caches.ts'

let root = ''
let base = ''
beforeEach(() => {
  root = mkdtempSync(`${tmpdir()}/sallyport-caches-`)
  base = `${root}/fence`
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A process id that no machine gives out. */
const endedPid = 4_194_305

/** A cache of 100 kB that a process used, the lower the day the earlier. */
function cache(workspace: string, program: string, { day, pid = endedPid }: { day: number; pid?: number }): string {
  const path = `${base}/${workspace}/${program}`
  mkdirSync(path, { recursive: true })
  writeFileSync(`${path}/data`, Buffer.alloc(100_000, 'x'))
  const used = `${base}/notes/${workspace}`
  mkdirSync(used, { recursive: true })
  writeFileSync(`${used}/${pid}`, '')
  utimesSync(`${used}/${pid}`, day, day)
  return path
}

describe('pruning caches', () => {
  test('removes those that were used longest ago, and only as many as necessary', () => {
    const oldest = cache('a', 'npm', { day: 1 })
    const middle = cache('b', 'pip', { day: 2 })
    const newest = cache('c', 'cargo', { day: 3 })
    pruneCaches(base, 250_000)
    expect([oldest, middle, newest].map(existsSync)).toEqual([false, true, true])
  })

  test('leaves them alone below the limit', () => {
    const path = cache('a', 'npm', { day: 1 })
    pruneCaches(base, 150_000)
    expect(existsSync(`${path}/data`)).toBe(true)
  })

  test('never removes caches of a workspace that a running process uses', () => {
    const used = cache('a', 'npm', { day: 1, pid: process.pid })
    const free = cache('b', 'npm', { day: 2 })
    pruneCaches(base, 0)
    expect([used, free].map(existsSync)).toEqual([true, false])
  })

  test('follows no link out of the cache', () => {
    writeFileSync(`${root}/precious`, 'x')
    mkdirSync(`${root}/directory`)
    writeFileSync(`${root}/directory/precious`, 'x')
    const path = cache('a', 'npm', { day: 1 })
    symlinkSync(`${root}/directory`, `${path}/link`)
    symlinkSync(root, `${base}/a/pip`)
    pruneCaches(base, 0)
    expect(existsSync(path)).toBe(false)
    expect([`${root}/precious`, `${root}/directory/precious`].map(existsSync)).toEqual([true, true])
  })

  test('finishes a removal that was interrupted', () => {
    mkdirSync(`${base}/notes/removing-x/deep`, { recursive: true })
    pruneCaches(base, 1)
    expect(existsSync(`${base}/notes/removing-x`)).toBe(false)
  })
})

test('opened caches are in use, one directory for each workspace', () => {
  const one = openCaches(base, ['/work/a'])
  const two = openCaches(base, ['/work/b'])
  if (!one.ok || !two.ok) throw new Error('no caches')
  expect(one.value).not.toBe(two.value)
  mkdirSync(`${one.value}/npm`)
  pruneCaches(base, 0)
  expect(existsSync(`${one.value}/npm`)).toBe(true)
})
