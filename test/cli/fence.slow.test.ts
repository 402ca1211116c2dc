import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { type Cli, openCli } from './cli.ts'

const missing = whyNoBash()

describe('sallyport fence', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
    cli.write('.env', 'TOKEN=secret')
  })
  afterAll(() => cli.remove())

  test.skipIf(missing !== null)(
    `probe says that it works${missing === null ? '' : `: skipped, ${missing}`}`,
    async () => {
      expect(await cli.run({ args: ['fence', 'probe'] })).toMatchObject({
        code: 0,
        out: expect.stringContaining('works here'),
      })
      const { out } = await cli.run({ args: ['fence', 'probe', '--json'] })
      expect(JSON.parse(out)).toMatchObject({ works: true, adapter: 'bubblewrap' })
    },
  )

  test.skipIf(missing !== null)('plan shows files with reasons, variables, network and limits', async () => {
    const { code, out } = await cli.run({ args: ['fence', 'plan', '--profile', 'strict', '--', 'npm', 'test'] })
    expect(code).toBe(0)
    expect(out).toMatch(/^profile +strict$/m)
    expect(out).toMatch(/^network +none$/m)
    expect(out).toMatch(/^limits +.*512 processes/m)
    expect(out).toMatch(/^variables +.*\bPATH\b/m)
    expect(out).toMatch(/\/project\/\.env +environment file$/m)
  })

  test.skipIf(missing !== null)('the same plan as JSON has no values of variables', async () => {
    const { out } = await cli.run({ args: ['fence', 'plan', '--json'], env: { LANG: 'a-value-of-mine' } })
    expect(JSON.parse(out)).toMatchObject({ profile: 'balanced', network: [], env: expect.arrayContaining(['LANG']) })
    expect(out).not.toContain('a-value-of-mine')
  })

  test('an unknown profile or subcommand is wrong usage', async () => {
    expect(await cli.run({ args: ['fence', 'plan', '--profile', 'x'] })).toMatchObject({ code: 64 })
    expect(await cli.run({ args: ['fence', 'off'] })).toMatchObject({ code: 64 })
  })
})
