import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileFacts } from './file-facts.ts'

const ground = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-facts-')))
afterAll(() => rmSync(ground, { recursive: true, force: true }))

const git = (directory: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'pipe' })

describe('where a path leads', () => {
  mkdirSync(join(ground, 'a/b'), { recursive: true })
  symlinkSync('/etc', join(ground, 'out'))
  symlinkSync('a/b', join(ground, 'in'))
  symlinkSync('nowhere/deep', join(ground, 'dangling'))
  symlinkSync(join(ground, 'loop'), join(ground, 'loop'))
  symlinkSync(Buffer.from([0x2f, 0xff]), join(ground, 'odd-target'))
  const long = `${ground}/${`${'x'.repeat(250)}/`.repeat(17)}y`

  test.each<readonly [what: string, path: string, real: string | null]>([
    ['a link', `${ground}/out/passwd`, '/etc/passwd'],
    ['behind a link, up means up from where it leads', `${ground}/in/..`, `${ground}/a`],
    ['what is missing stays as written', `${ground}/no/such/file`, `${ground}/no/such/file`],
    ['up from what is missing, links count again', `${ground}/no/../out/x`, '/etc/x'],
    ['a link to what is missing', `${ground}/dangling/x`, `${ground}/nowhere/deep/x`],
    ['up from what a link misses, links count again', `${ground}/dangling/../../out`, '/etc'],
    ['a link to itself', `${ground}/loop/x`, null],
    ['a link to a name that is no text', `${ground}/odd-target/x`, null],
    ['a name that is no text', `${ground}/q\ufffd/x`, null],
    ['a path that no kernel takes', long, null],
    ["another process's directory, by way of a device", '/dev/fd/../cwd/usr', null],
    ['what a descriptor leads to', '/proc/self/fd/0/usr', null],
    ['what is told about a process is where it is', '/proc/1/status', '/proc/1/status'],
  ])('%s', (_what, path, real) => expect(fileFacts.realPath(path)).toBe(real))
})

describe('what git ignores', () => {
  const outer = join(ground, 'outer')
  mkdirSync(join(outer, 'lib/core'), { recursive: true })
  mkdirSync(join(outer, 'build'))
  writeFileSync(join(outer, 'lib/core/a.ts'), 'x')
  writeFileSync(join(outer, '.gitignore'), 'build\n')
  git(outer, 'init', '--quiet')
  git(outer, 'add', '--all')
  git(outer, 'commit', '--quiet', '--message', 'all')

  test('is ignored', () => expect(fileFacts.ignored(join(outer, 'build'))).toBe(true))

  test('is not what an outer repository tracks, whatever an inner one says', () => {
    git(join(outer, 'lib'), 'init', '--quiet')
    writeFileSync(join(outer, 'lib/.gitignore'), '*\n')
    expect(fileFacts.ignored(join(outer, 'lib/core'))).toBe(false)
  })

  test('is asked for without running what the repository names', () => {
    const mark = join(ground, 'ran')
    const trap = join(ground, 'trap')
    const script = join(ground, 'evil.sh')
    writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
    mkdirSync(join(trap, 'src/deep'), { recursive: true })
    mkdirSync(join(trap, 'keep'))
    writeFileSync(join(trap, 'src/deep/a'), 'x')
    writeFileSync(join(trap, 'keep/b'), 'x')
    writeFileSync(join(trap, '.gitignore'), '*.log\n')
    git(trap, 'init', '--quiet')
    git(trap, 'add', '--all')
    git(trap, 'commit', '--quiet', '--message', 'all')
    git(trap, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'keep')
    const tree = git(trap, 'rev-parse', 'HEAD:src').toString().trim()
    rmSync(join(trap, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    for (const [key, value] of [
      ['extensions.partialClone', 'evil'],
      ['remote.evil.promisor', 'true'],
      ['remote.evil.url', trap],
      ['remote.evil.uploadpack', script],
    ] as const)
      git(trap, 'config', key, value)
    fileFacts.ignored(join(trap, 'src/x.log'))
    expect(existsSync(mark)).toBe(false)
  })
})
