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

/** What would be put back in the place of a text; undefined if nothing would. */
function backFrom(text: string): string | null | undefined {
  const original = readOriginal(store, path)
  return original !== undefined && isAsWritten(text, original) ? original.before : undefined
}

describe('what a settings file held before', () => {
  test.each([['{}'], [''], [null]])('%j is put back for what was written on top of it', before => {
    write(before, 'ours', false)
    expect(backFrom('ours')).toBe(before)
    expect(statSync(store).mode & 0o777).toBe(0o600)
  })

  test('is kept through what we write later', () => {
    write('mine', 'ours', false)
    write('ours', 'ours, newer')
    expect(backFrom('ours, newer')).toBe('mine')
  })

  test('is not put back over what others have written since', () => {
    write('mine', 'ours', false)
    expect(backFrom('ours and theirs')).toBeUndefined()
    write('ours and theirs', 'ours, newer, and theirs')
    expect(backFrom('ours, newer, and theirs')).toBeUndefined()
    expect(readOriginal(store, path)?.before).toBe('mine')
  })

  test('is what stands there when we come again', () => {
    write('mine', 'ours', false)
    write('mine, newer', 'ours', false)
    expect(backFrom('ours')).toBe('mine, newer')
  })

  test('is not known where our hook was there already', () => {
    write('ours, older', 'ours')
    expect(readOriginal(store, path)).toBeUndefined()
  })

  test('is forgotten alone, and what cannot be read counts as unknown', () => {
    write('mine', 'ours', false)
    keepOriginal(store, { path: '/other', before: null, after: 'x', holdsOurs: false })
    forgetOriginal(store, path)
    expect([path, '/other'].map(one => readOriginal(store, one)?.before)).toEqual([undefined, null])
    writeFileSync(store, '{"/other":{"before":1}}')
    expect(readOriginal(store, '/other')).toBeUndefined()
  })
})
