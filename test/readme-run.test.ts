import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ok } from '../src/core/fault.ts'
import { shellExec } from './readme-run.ts'
import { madeUpFence, planFor } from './requirements/made-up-fence.ts'
import { openGate } from './requirements/open-gate.ts'

const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const place = { cwd: import.meta.dirname, workspace: [import.meta.dirname] }

describe('the example of `gate.run` in README.md', () => {
  test('README.md shows the code that is tested here', () => {
    const example = text('readme-run.ts').replace("'../src/index.ts'", "'sallyport'")
    expect(text('../README.md')).toContain(`\`\`\`ts\n${example}\`\`\``)
  })

  test('an allowed call runs', async () => {
    expect(await shellExec(openGate({ place }).gate, ['ls'])).toMatchObject({
      ok: true,
      value: { stdout: expect.stringContaining('readme-run.ts') },
    })
  })

  test('an allowed call starts with the words of the fence plan', async () => {
    const { fence } = madeUpFence({ plan: () => ok({ ...planFor('balanced', place.cwd), argv: ['echo', 'fenced:'] }) })
    const outcome = await shellExec(openGate({ place, fence }).gate, ['ls'])
    expect(outcome).toMatchObject({ ok: true, value: { stdout: 'fenced: ls\n' } })
  })

  test.each([
    ['is denied', ['rm', '-rf', '/'], 'permission'],
    ['fails', ['ls', 'no-such-file'], 'unknown'],
  ])('a call that %s has an error kind', async (_what, argv, errorKind) =>
    expect(await shellExec(openGate({ place }).gate, argv)).toMatchObject({ ok: false, errorKind }),
  )
})
