import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readChecked } from '../src/policy/read/read-checked.ts'
import type { Case } from './cases/case.ts'
import { judgeCase } from './cases/judge-case.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'programs.md'), 'utf8')

const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

describe('docs/programs.md', () => {
  const [policy = ''] = blocks('yaml')
  const checks = blocks('console').flatMap(text => [...text.matchAll(/^\$ sallyport check '(.*)'\n(\w+)/gm)])

  test('its example is a policy that holds its own examples', async () => {
    expect(await readChecked(policy, 'docs/programs.md')).toMatchObject({
      ok: true,
      value: { programs: { length: 3 } },
    })
  })

  test.each(checks.map(([, command = '', answer = '']) => ({ command, answer })))(
    '$command: $answer',
    async ({ command, answer }) => {
      const given: Case = {
        note: command,
        call: { tool: 'Bash', command },
        preset: 'balanced',
        policy,
        careful: false,
        automation: false,
        runner: 'client',
        files: {},
        ignored: [],
        earlier: [],
        want: { decision: 'allow' },
      }
      expect((await judgeCase(given)).verdict.decision.toUpperCase()).toBe(answer)
    },
  )

  test('it shows enough commands to mean something', () => {
    expect(checks.length).toBeGreaterThanOrEqual(8)
  })
})
