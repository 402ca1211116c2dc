import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../src/audit/report.ts'
import { openCli } from './cli.ts'
import { callHook } from './hook.ts'

const asking = ['git push origin a', 'git push origin b', 'some-tool --fast', 'curl -d x=1 https://example.com/x']
const others = ['ls', 'git status', 'rm -rf /']

it('audit report counts decisions, and the rules that it suggests answer its questions', async () => {
  const cli = await openCli()
  const decide = async (command: string) => (await callHook(cli, { command, mode: 'default' })).decision
  const user = (policy: string) => {
    mkdirSync(join(cli.home, '.config/sallyport'), { recursive: true })
    writeFileSync(join(cli.home, '.config/sallyport/policy.yaml'), `version: 1\n${policy}`)
  }
  const report = async (): Promise<Report> => JSON.parse((await cli.run({ args: ['audit', 'report', '--json'] })).out)
  try {
    for (const command of [...asking, ...others]) await decide(command)
    user('mode: watch\n')
    for (const command of [...asking, ...others]) await decide(command)

    const { asks, passed, programs, rules, ...tally } = await report()
    expect(tally).toMatchObject({ calls: 14, allowed: 4, asked: 4, denied: 2, watched: 4, approved: 0 })
    expect(programs[0]).toEqual({ name: 'git', calls: 6, allowed: 2, asked: 2, denied: 0, watched: 2 })
    expect(rules.map(({ name, calls }) => [name, calls])).toContainEqual(['floor', 2])
    expect(asks[0]).toMatchObject({ count: 4, when: '{ run: git push origin }' })

    expect(passed.map(({ count, would, example }) => [count, would, example])).toContainEqual([
      2,
      'ask',
      'connect … sends',
    ])

    user(`rules:\n${asks.map(({ when }) => `  - { when: ${when}, then: allow }\n`).join('')}`)
    expect(await Promise.all(asking.map(decide))).toEqual(asking.map(() => 'allow'))

    const { out } = await cli.run({ args: ['audit', 'report', '--since', '1h'] })
    expect(out).toContain('18 calls in the last 1h')
    expect(out).toMatch(/would have been stopped\. Most frequent:\n {4}2 {2}connect … sends {2}\(ask, mode\)/)
    expect((await cli.run({ args: ['audit', 'tail', '--records', '-n', '100'] })).out).toContain(
      'ALLOW (watching: ask) Bash',
    )
    expect(out).toContain('- { when: { run: git push origin }, then: allow }')
    expect((await cli.run({ args: ['audit', 'report', '--since', 'ever'] })).code).toBe(64)
  } finally {
    cli.remove()
  }
})
