import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newRandom } from '../../../../test/oracle/random.ts'
import { fileFacts } from '../../../io/files/file-facts.ts'
import { madeUpPlace } from '../../../testing.ts'
import { remoteAddresses } from './remote-addresses.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'remote-addresses-')))
afterAll(() => rmSync(root, { recursive: true }))
const home = join(root, 'home')
const work = join(root, 'work')
const env = { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', work, ...args], { env, encoding: 'utf8', stdio: 'pipe' })

mkdirSync(home)
mkdirSync(work)
git('init', '-q', '-b', 'main')
git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-q', '--allow-empty', '-m', 'x')
git('branch', 'topic')
const bares = ['one', 'two', 'three'].map(name => join(root, `${name}.git`))
for (const bare of bares) execFileSync('git', ['init', '-q', '--bare', bare], { env })
const plainConfig = readFileSync(join(work, '.git/config'), 'utf8')

/** Where a real push goes, by the lines `To ADDRESS` that git prints. */
function pushed(args: readonly string[]): readonly string[] {
  const { stderr, stdout } = spawnSync(
    'git',
    ['-C', work, '-c', 'push.default=current', 'push', '--dry-run', '-v', ...args],
    {
      env,
      encoding: 'utf8',
    },
  )
  return [...new Set([...`${stdout}${stderr}`.matchAll(/^To (.*)$/gm)].map(([, to = '']) => to))].sort()
}

const world = { facts: fileFacts, place: { ...madeUpPlace, home } }

test('the addresses are those that git pushes to, for random settings', () => {
  const { pick, below } = newRandom(20_260_103)
  let told = 0
  for (let i = 0; i < 60; i += 1) {
    let config = plainConfig
    let own = ''
    const add = (text: string) => {
      if (below(4) === 0) own += text
      else config += text
    }
    for (const name of ['origin', 'fork'])
      if (below(4) > 0) add(`[remote "${name}"]\n\turl = ${pick([...bares, `${root}/x:one.git`])}\n`)
    if (below(3) === 0)
      add(`[remote "${pick(['origin', 'fork'])}"]\n\t${pick(['pushurl', 'url', 'pushURL'])} = ${pick(bares)}\n`)
    if (below(3) === 0)
      add(
        `[branch "${pick(['main', 'topic'])}"]\n\t${pick(['remote', 'pushRemote'])} = ${pick(['origin', 'fork', ...bares])}\n`,
      )
    if (below(4) === 0) add(`[remote]\n\tpushDefault = ${pick(['origin', 'fork'])}\n`)
    if (below(3) === 0)
      add(`[url "${root}/t"]\n\t${pick(['insteadOf', 'pushInsteadOf'])} = ${root}/${pick(['t', 'x:', 'o'])}\n`)
    writeFileSync(join(work, '.git/config'), config)
    writeFileSync(join(home, '.gitconfig'), own)
    git('symbolic-ref', 'HEAD', `refs/heads/${pick(['main', 'topic'])}`)
    const named = pick([null, null, 'origin', 'fork'])
    const found = remoteAddresses({ directory: work, does: 'push', named }, world)
    const real = pushed(named === null ? [] : [named])
    if (real.length === 0 || found === null) continue
    told += 1
    // Git stops at the first address that fails, so it may print fewer.
    expect(found.addresses, `${config}\n--\n${own}`).toEqual(expect.arrayContaining([...real]))
    if (real.length > 1) expect(found.addresses).toEqual(real)
  }
  expect(told).toBeGreaterThan(20)
})

test('a worktree has its own branch, and may have its own settings', () => {
  writeFileSync(join(home, '.gitconfig'), '')
  writeFileSync(join(work, '.git/config'), plainConfig)
  git('remote', 'add', 'origin', 'https://github.com/acme/app')
  git('symbolic-ref', 'HEAD', 'refs/heads/main')
  const tree = join(root, 'tree')
  git('worktree', 'add', '-q', tree, 'topic')
  const push = () => remoteAddresses({ directory: tree, does: 'push', named: null }, world)?.addresses
  expect(push()).toEqual(['https://github.com/acme/app'])
  git('config', 'branch.topic.remote', 'https://example.com/x')
  expect(push()).toEqual(['https://example.com/x'])
  git('config', 'extensions.worktreeConfig', 'true')
  execFileSync('git', ['-C', tree, 'config', '--worktree', 'branch.topic.pushRemote', 'https://example.com/y'], { env })
  expect(push()).toEqual(['https://example.com/y'])
  appendFileSync(join(work, '.git/config'), '[extensions]\n\tworktreeConfig = false\n')
  expect(push()).toBeUndefined()
})
