import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MovedPath } from '../../src/io/files/held-directory.ts'
import { prepareDelete, prepareWrite, readHeld } from '../../src/io/files/held-file.ts'
import { newWorkspace } from './open-toolbox.ts'

const rounds = 10_000

test('a file is never read, written or deleted through a link that another process puts in its place', async () => {
  const root = newWorkspace({ 'dir/file.txt': 'inside', 'outside/file.txt': 'secret' })
  const file = join(root, 'dir', 'file.txt')
  const swapping = spawn(process.execPath, [
    join(import.meta.dirname, 'swap-links.mjs'),
    join(root, 'dir'),
    join(root, 'outside'),
    String(rounds),
  ])
  let isDone = false
  let swapped = ''
  swapping.stdout.on('data', (chunk: Buffer) => {
    swapped += chunk.toString()
  })
  swapping.stderr.on('data', (chunk: Buffer) => {
    swapped += chunk.toString()
  })
  const ended = new Promise(resolve => swapping.on('close', resolve)).then(() => {
    isDone = true
  })
  const count = { worked: 0, stopped: 0 }
  const attempts = [
    () => expect(readHeld(file, 100).bytes.toString()).not.toBe('secret'),
    () => prepareWrite(file, Buffer.from('inside')).commit(),
    () => {
      prepareDelete(file).commit()
      prepareWrite(file, Buffer.from('inside')).commit()
    },
    () => prepareWrite(join(root, 'dir', 'new', 'x.txt'), Buffer.from('x'), { createDirectories: true }).commit(),
  ]
  while (!isDone) {
    for (const attempt of attempts) {
      try {
        attempt()
        count.worked += 1
      } catch (error) {
        if (!(error instanceof MovedPath) && !isMissing(error)) throw error
        count.stopped += 1
      }
    }
    await new Promise(setImmediate)
  }
  await ended
  expect(swapped.trim()).toBe(String(rounds))
  expect(readFileSync(join(root, 'outside', 'file.txt'), 'utf8')).toBe('secret')
  expect(readdirSync(join(root, 'outside'))).toEqual(['file.txt'])
  expect(count.worked).toBeGreaterThan(0)
  expect(count.stopped).toBeGreaterThan(0)
})

/** Between two renames there is nothing at the path. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

describe.each(['linux', 'darwin'])('on %s', platform => {
  const own = process.platform
  beforeAll(() => void Object.defineProperty(process, 'platform', { value: platform }))
  afterAll(() => void Object.defineProperty(process, 'platform', { value: own }))

  test.each([
    ['the file itself', 'real/link.txt'],
    ['its directory', 'linked/a.txt'],
    ['a directory further up', 'linked/deep/b.txt'],
  ])('a path with a link in it is not opened: %s', (_how, path) => {
    const root = newWorkspace({ 'real/a.txt': 'a', 'real/deep/b.txt': 'b' })
    symlinkSync('a.txt', join(root, 'real', 'link.txt'))
    symlinkSync('real', join(root, 'linked'))
    expect(() => readHeld(join(root, path), 10)).toThrow(MovedPath)
    expect(() => prepareWrite(join(root, path), Buffer.from('x'))).toThrow(MovedPath)
    expect(readHeld(join(root, 'real/a.txt'), 10).bytes.toString()).toBe('a')
  })

  test('a file is written, in new directories too, and deleted', () => {
    const root = newWorkspace()
    const file = join(root, 'a/b/c.txt')
    prepareWrite(file, Buffer.from('x'), { createDirectories: true }).commit()
    expect(readFileSync(file, 'utf8')).toBe('x')
    prepareDelete(file).commit()
    expect(readdirSync(join(root, 'a/b'))).toEqual([])
  })

  test('a change that is discarded leaves nothing', () => {
    const root = newWorkspace({ 'a.txt': 'a' })
    prepareWrite(join(root, 'a.txt'), Buffer.from('b')).discard()
    expect(readdirSync(root)).toEqual(['a.txt'])
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a')
  })
})
