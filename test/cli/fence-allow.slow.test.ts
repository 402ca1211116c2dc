import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { type Cli, openCli } from './cli.ts'

const missing = whyNoBash()

describe('sallyport fence allow', () => {
  let cli: Cli
  const shared = () => join(cli.home, 'shared')
  beforeAll(async () => {
    cli = await openCli()
    for (const name of ['shared', '.ssh', '.config']) mkdirSync(join(cli.home, name))
    cli.write('package.json', '{}')
    cli.write('.npmrc', 'registry=https://npm.corp.example/')
  })
  afterAll(() => cli.remove())

  const fenced = (...argv: readonly string[]) => cli.run({ args: ['run', '--yes', '--', ...argv], env: { FOO: 'bar' } })

  test.skipIf(missing !== null)('opens a path that was closed, until it is revoked', async () => {
    const file = () => join(shared(), 'a')
    expect(await fenced('touch', file())).toMatchObject({ code: 1 })
    const allowed = await cli.atTerminal('y\n', 'fence', 'allow', shared())
    expect(allowed.out).toContain('every file below it that is not protected')
    const id = /grants revoke ([0-9a-z]{8})/.exec(allowed.out)?.[1] ?? ''
    expect(await fenced('touch', file())).toMatchObject({ code: 0 })
    expect(existsSync(file())).toBe(true)
    expect((await cli.run({ args: ['grants', 'list'] })).out).toContain(`${id}  always`)
    expect(await cli.run({ args: ['grants', 'revoke', id] })).toMatchObject({ code: 0 })
    expect(await fenced('touch', join(shared(), 'b'))).toMatchObject({ code: 1 })
    expect(existsSync(join(shared(), 'b'))).toBe(false)
  })

  test.skipIf(missing !== null)('passes a variable on for one program alone', async () => {
    expect(await cli.run({ args: ['fence', 'allow', 'FOO', '--program', 'printenv', '--yes'] })).toMatchObject({
      code: 0,
    })
    expect(await fenced('printenv', 'FOO')).toMatchObject({ code: 0, out: expect.stringContaining('bar') })
    expect(await fenced('env')).toMatchObject({ code: 0, out: expect.not.stringContaining('FOO') })
  })

  test.skipIf(missing !== null)('plan shows each host with its reason', async () => {
    await cli.run({ args: ['fence', 'allow', 'example.com:8443', '--yes'] })
    const { out } = await cli.run({ args: ['fence', 'plan', '--', 'npm', 'ci'] })
    expect(out).toContain('example.com:8443: you allowed it with `sallyport fence allow`')
    expect(out).toContain('registry.npmjs.org: a registry of npm: package.json is here')
    expect(out).toContain('npm.corp.example: .npmrc names it as a registry')
    const other = await cli.run({ args: ['fence', 'plan', '--', 'ls'] })
    expect(other.out).not.toContain('npmjs')
  })

  test('without a terminal and without --yes nothing is opened', async () =>
    expect(await cli.run({ args: ['fence', 'allow', 'b.com'] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('only a person at a terminal can open the fence'),
    }))

  test.each<readonly [path: (cli: Cli) => string, says: string]>([
    [({ home }) => join(home, '.ssh'), 'ssh keys'],
    [({ home }) => join(home, '.config'), "Sallyport's own files are in it"],
    [({ home }) => home, 'everything below it'],
    [() => '/', 'everything below it'],
    [() => '/etc', 'everything below it'],
    [({ home }) => join(home, 'missing'), 'does not exist'],
    [({ project }) => join(project, 'package.json'), 'writable already'],
  ])('row %#: a protected or useless path is refused', async (path, says) => {
    const { code, err } = await cli.run({ args: ['fence', 'allow', path(cli), '--yes'] })
    expect(code).toBe(2)
    expect(err).toContain(says)
  })

  test.each(['*', 'a b', '', 'http://x.com/'])('%j is wrong usage or no path', async word =>
    expect((await cli.run({ args: ['fence', 'allow', word, '--yes'] })).code).not.toBe(0),
  )

  test('lint and doctor say in advance what cannot be enforced here', async () => {
    cli.write('gap.yaml', 'version: 1\nfence: { adapter: seatbelt }\n')
    const linted = await cli.run({ args: ['policy', 'lint', 'gap.yaml'] })
    expect(linted).toMatchObject({ code: 0, out: expect.stringContaining('fence_unenforced') })
    const policy = join(cli.home, '.config', 'sallyport')
    mkdirSync(policy, { recursive: true })
    writeFileSync(join(policy, 'policy.yaml'), 'version: 1\nfence: { adapter: seatbelt }\n')
    const { out } = await cli.run({ args: ['doctor'] })
    expect(out).toMatch(/FAULT +fence +the policy requires it, .*`seatbelt`.*remove `fence.adapter`/)
    expect(await fenced('touch', 'x')).toMatchObject({ code: 126, err: expect.stringContaining('`seatbelt`') })
    expect(existsSync(join(cli.project, 'x'))).toBe(false)
  })
})
