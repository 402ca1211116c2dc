import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mayWrite } from '../files/may-write.ts'
import { writableByOthers } from '../files/writable-by-others.ts'
import { changeSettings, readSettings } from './settings-file.ts'

let ground: string
let path: string

beforeEach(() => {
  ground = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-settings-')))
  path = join(ground, 'settings.json')
})
afterEach(() => rmSync(ground, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0

describe("another program's settings", () => {
  test.each([
    ['a missing file', () => undefined, null],
    ['a dangling link', () => symlinkSync('nothing.json', path), null],
    ['an empty file', () => writeFileSync(path, ''), ''],
    ['a byte order mark', () => writeFileSync(path, '\uFEFF{}\r\n'), '\uFEFF{}\r\n'],
  ])('%s is read unchanged', (_, make, text) => {
    make()
    expect(readSettings(path)).toEqual({ ok: true, value: text })
  })

  test.each([
    ['a directory', () => mkdirSync(path), 'must be a regular file'],
    ['a named pipe', () => execFileSync('mkfifo', [path]), 'must be a regular file'],
    ['a device', () => symlinkSync('/dev/zero', path), 'must be a regular file'],
    ['invalid UTF-8', () => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), 'is not valid UTF-8'],
    ['a link to itself', () => symlinkSync('settings.json', path), 'ELOOP'],
  ])('%s is refused at once', (_, make, says) => {
    make()
    const read = readSettings(path)
    expect(read.ok ? '' : read.faults[0].message).toContain(says)
    expect(changeSettings({ path, before: null, after: '{}' })).toMatchObject({ ok: false })
  })

  test('a file that changed meanwhile is not overwritten', () => {
    writeFileSync(path, 'mine')
    expect(changeSettings({ path, before: 'shown', after: 'ours' })).toMatchObject({ ok: false })
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  test.each([0o600, 0o640, 0o664, 0o666])('the file and its copy keep the mode %o', mode => {
    writeFileSync(path, 'mine')
    chmodSync(path, mode)
    const kept = changeSettings({ path, before: 'mine', after: 'ours' })
    const copy = kept.ok ? (kept.value ?? '') : ''
    expect([path, copy].map(file => [statSync(file).mode & 0o7777, readFileSync(file, 'utf8')])).toEqual([
      [mode, 'ours'],
      [mode, 'mine'],
    ])
  })

  test.skipIf(!isRoot)("another user's file keeps its owner (needs root)", () => {
    writeFileSync(path, 'mine')
    chownSync(path, 1234, 2345)
    const kept = changeSettings({ path, before: 'mine', after: 'ours' })
    const owners = [path, kept.ok ? (kept.value ?? '') : ''].map(file => [statSync(file).uid, statSync(file).gid])
    expect(owners).toEqual([
      [1234, 2345],
      [1234, 2345],
    ])
  })
})

describe('settings through a link', () => {
  const file = (): string => join(ground, 'dotfiles/claude/settings.json')
  const links: readonly (readonly [string, () => string])[] = [
    ['a link', () => linked('dotfiles/claude/settings.json', 'settings.json')],
    ['a link to a link', () => linked(linked('dotfiles/claude/settings.json', 'between.json'), 'settings.json')],
    ['a directory that is a link', () => join(linked('dotfiles/claude', '.claude'), 'settings.json')],
    ['a relative link in such a directory', () => linkedBelow()],
  ]

  function linked(to: string, name: string): string {
    symlinkSync(to, join(ground, name))
    return join(ground, name)
  }

  /** The target of a relative link depends on the real path of its directory. */
  function linkedBelow(): string {
    const folder = linked('target/deep', '.claude')
    mkdirSync(join(ground, 'target/deep'), { recursive: true })
    symlinkSync('../../dotfiles/claude/settings.json', join(folder, 'settings.json'))
    return join(folder, 'settings.json')
  }

  test.each(links)('%s stays, and its target is changed', (_, make) => {
    mkdirSync(join(ground, 'dotfiles/claude'), { recursive: true })
    writeFileSync(file(), 'mine')
    const name = make()
    expect(changeSettings({ path: name, before: 'mine', after: 'ours' })).toMatchObject({ ok: true })
    expect([lstatSync(file()).isFile(), readFileSync(file(), 'utf8'), readFileSync(name, 'utf8')]).toEqual([
      true,
      'ours',
      'ours',
    ])
  })

  test.each(links)('%s without a target stays, and its target is created and removed again', (_, make) => {
    const name = make()
    expect(changeSettings({ path: name, before: null, after: 'ours' })).toMatchObject({ ok: true })
    expect(readFileSync(file(), 'utf8')).toBe('ours')
    expect(changeSettings({ path: name, before: 'ours', after: null })).toMatchObject({ ok: true })
    expect(existsSync(file())).toBe(false)
  })

  test('the link itself does not change', () => {
    symlinkSync('dotfiles/claude/settings.json', path)
    changeSettings({ path, before: null, after: 'ours' })
    expect(readlinkSync(path)).toBe('dotfiles/claude/settings.json')
  })
})

test.skipIf(isRoot)('a file may be written if it may be replaced or created (needs a user who is not root)', () => {
  const names = [path, join(ground, 'new/settings.json'), '/etc/claude-code/managed-settings.json']
  expect(names.map(mayWrite)).toEqual([true, true, false])
})

describe('code that runs for every user', () => {
  const me = process.getuid?.() ?? 0

  test.each([
    ['the file', () => chmodSync(join(ground, 'dist/hook.cjs'), 0o666), 'dist/hook.cjs'],
    ['the directory', () => chmodSync(join(ground, 'dist'), 0o777), 'dist'],
    ['the parent directory', () => chmodSync(ground, 0o770), '.'],
    ['no part of it', () => chmodSync(ground, 0o755), null],
    ['the parent directory, which has the sticky bit', () => chmodSync(ground, 0o1777), null],
  ])('other users can write %s', (_, open, found) => {
    mkdirSync(join(ground, 'dist'))
    writeFileSync(join(ground, 'dist/hook.cjs'), '', { mode: 0o644 })
    open()
    expect(writableByOthers([join(ground, 'dist')], me)).toBe(found === null ? null : join(ground, found))
  })

  test.skipIf(!isRoot)('another user owns the file (needs root)', () => {
    writeFileSync(path, '')
    chownSync(path, 1234, 0)
    expect(writableByOthers([path])).toBe(path)
  })
})
