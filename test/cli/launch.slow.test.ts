import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'

const dist = resolve('dist')
const cache = `cli.cjs.${process.version}-${process.arch}.cache`
let folder: string

/** A package without the caches, as it is under another version of Node. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-launch-'))
  for (const name of ['package.json', 'presets']) symlinkSync(resolve(name), join(folder, name))
  cpSync(join(dist, 'compiled'), join(folder, 'dist/compiled'), { recursive: true })
  for (const name of ['cli.js', 'cli.cjs']) cpSync(join(dist, name), join(folder, 'dist', name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const answer = (cli: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('V8 accepts the code cache of the built CLI', () => {
  const script = new Script(readFileSync(join(dist, 'cli.cjs'), 'latin1'), {
    filename: join(dist, 'cli.cjs'),
    cachedData: readFileSync(join(dist, cache)),
  })
  expect(script.cachedDataRejected).toBe(false)
})

test('without a code cache, the CLI gives the same answers', () => {
  expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['cli.cjs', 'cli.js', 'compiled'])
  for (const args of [['version'], ['check', 'git status'], ['check', 'sudo rm -rf /'], ['chekc']]) {
    const cached = answer(join(dist, 'cli.js'), ...args)
    expect(cached.stdout + cached.stderr).not.toBe('')
    expect(answer(join(folder, 'dist/cli.js'), ...args)).toEqual(cached)
  }
})

test('the optional packages of agents are found beside the CLI', () => {
  const args = ['agent', 'a task', '--model', 'openai-compatible:x', '--base-url', 'http://127.0.0.1:1/v1']
  expect(answer(join(folder, 'dist/cli.js'), ...args).stderr).toContain('agents need two more packages')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  expect(answer(join(folder, 'dist/cli.js'), ...args).stdout).toContain('the connection to the model failed')
})
