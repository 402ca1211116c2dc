import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fencedCommands } from '../src/index.ts'
import { shellExec } from './readme-run.ts'
import { openGate } from './requirements/open-gate.ts'

const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const place = { cwd: import.meta.dirname, workspace: [import.meta.dirname] }
const commands = fencedCommands()

describe('the example of `gate.run` in README.md', () => {
  test('README.md shows the code that is tested here', () => {
    const example = text('readme-run.ts').replace("'../src/index.ts'", "'sallyport'")
    expect(text('../README.md')).toContain(`\`\`\`ts\n${example}\`\`\``)
  })

  test('an allowed call runs', async () => {
    expect(await shellExec(openGate({ place }).gate, commands, ['ls'])).toMatchObject({
      ok: true,
      value: { code: 0, stdout: expect.stringContaining('readme-run.ts') },
    })
  })

  test('a command that fails returns its exit code', async () =>
    expect(await shellExec(openGate({ place }).gate, commands, ['ls', 'no-such-file'])).toMatchObject({
      ok: true,
      value: { code: 2, stderr: expect.stringContaining('no-such-file') },
    }))

  test('a call that is denied has an error kind', async () =>
    expect(await shellExec(openGate({ place }).gate, commands, ['rm', '-rf', '/'])).toMatchObject({
      ok: false,
      errorKind: 'permission',
    }))
})
