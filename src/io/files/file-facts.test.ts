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

describe('the real path of', () => {
  mkdirSync(join(ground, 'a/b'), { recursive: true })
  symlinkSync('/etc', join(ground, 'out'))
  symlinkSync('a/b', join(ground, 'in'))
  symlinkSync('nowhere/deep', join(ground, 'dangling'))
  symlinkSync(join(ground, 'loop'), join(ground, 'loop'))
  symlinkSync(Buffer.from([0x2f, 0xff]), join(ground, 'odd-target'))
  const long = `${ground}/${`${'x'.repeat(250)}/`.repeat(17)}y`

  test.each<readonly [what: string, path: string, real: string | null]>([
    ['a link', `${ground}/out/passwd`, '/etc/passwd'],
    ["`..` after a link, which goes up from the link's target", `${ground}/in/..`, `${ground}/a`],
    ['a missing file, which stays as written', `${ground}/no/such/file`, `${ground}/no/such/file`],
    ['`..` after a missing directory, where links count again', `${ground}/no/../out/x`, '/etc/x'],
    ['a dangling link', `${ground}/dangling/x`, `${ground}/nowhere/deep/x`],
    ['`..` after a dangling link, where links count again', `${ground}/dangling/../../out`, '/etc'],
    ['a link to itself, which is unknown', `${ground}/loop/x`, null],
    ['a link to a name that is not UTF-8, which is unknown', `${ground}/odd-target/x`, null],
    ['a name that is not UTF-8, which is unknown', `${ground}/q\ufffd/x`, null],
    ['a path that is too long for the kernel, which is unknown', long, null],
    ["another process's directory through a device, which is unknown", '/dev/fd/../cwd/usr', null],
    ["a file descriptor's target, which is unknown", '/proc/self/fd/0/usr', null],
    ["a process's status file, which stays as written", '/proc/1/status', '/proc/1/status'],
  ])('%s', (_what, path, real) => expect(fileFacts.realPath(path)).toBe(real))
})

describe('whether git ignores a path', () => {
  const outer = join(ground, 'outer')
  mkdirSync(join(outer, 'lib/core'), { recursive: true })
  mkdirSync(join(outer, 'build'))
  writeFileSync(join(outer, 'lib/core/a.ts'), 'x')
  writeFileSync(join(outer, '.gitignore'), 'build\n')
  git(outer, 'init', '--quiet')
  git(outer, 'add', '--all')
  git(outer, 'commit', '--quiet', '--message', 'all')

  test('an ignored directory is ignored', () => expect(fileFacts.ignored(join(outer, 'build'))).toBe(true))

  test('a path that an outer repository tracks is not ignored, even if an inner one ignores it', () => {
    git(join(outer, 'lib'), 'init', '--quiet')
    writeFileSync(join(outer, 'lib/.gitignore'), '*\n')
    expect(fileFacts.ignored(join(outer, 'lib/core'))).toBe(false)
  })

  test("the check runs no program that the repository's settings name", () => {
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
