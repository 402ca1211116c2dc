import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetOriginal, isAsWritten, keepOriginal, readOriginal } from './originals.ts'

let store: string
beforeEach(() => {
  store = join(mkdtempSync(join(tmpdir(), 'sallyport-originals-')), 'originals.json')
})
afterEach(() => rmSync(join(store, '..'), { recursive: true, force: true }))

const path = '/home/me/.claude/settings.json'
const write = (before: string | null, after: string, holdsOurs = true): void =>
  keepOriginal(store, { path, before, after, holdsOurs })

/** The original that would replace this text; undefined if it would not be restored. */
function backFrom(text: string): string | null | undefined {
  const original = readOriginal(store, path)
  return original !== undefined && isAsWritten(text, original) ? original.before : undefined
}

describe('the original of a settings file', () => {
  test.each([['{}'], [''], [null]])('%j is restored if the file is as we wrote it', before => {
    write(before, 'ours', false)
    expect(backFrom('ours')).toBe(before)
    expect(statSync(store).mode & 0o777).toBe(0o600)
  })

  test('is kept when we write the file again', () => {
    write('mine', 'ours', false)
    write('ours', 'ours, newer')
    expect(backFrom('ours, newer')).toBe('mine')
  })

  test('is not restored over changes by others', () => {
    write('mine', 'ours', false)
    expect(backFrom('ours and theirs')).toBeUndefined()
    write('ours and theirs', 'ours, newer, and theirs')
    expect(backFrom('ours, newer, and theirs')).toBeUndefined()
    expect(readOriginal(store, path)?.before).toBe('mine')
  })

  test('is updated when we install again into a file without our hook', () => {
    write('mine', 'ours', false)
    write('mine, newer', 'ours', false)
    expect(backFrom('ours')).toBe('mine, newer')
  })

  test('is unknown if the file already contained our hook', () => {
    write('ours, older', 'ours')
    expect(readOriginal(store, path)).toBeUndefined()
  })

  test('can be forgotten for one file, and is unknown if the store cannot be read', () => {
    write('mine', 'ours', false)
    keepOriginal(store, { path: '/other', before: null, after: 'x', holdsOurs: false })
    forgetOriginal(store, path)
    expect([path, '/other'].map(one => readOriginal(store, one)?.before)).toEqual([undefined, null])
    writeFileSync(store, '{"/other":{"before":1}}')
    expect(readOriginal(store, '/other')).toBeUndefined()
  })
})
