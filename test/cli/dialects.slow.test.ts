import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cli, openCli, type Run } from './cli.ts'

let cli: Cli
const blocks = resolve(import.meta.dirname, '..', 'dialects', 'blocks')

beforeAll(async () => {
  cli = await openCli()
  for (const file of [
    'tools/recipe-a.yaml',
    'leashd/team.yaml',
    'claude-code/settings.json',
    'policy-guide/careful-mode.yaml',
  ])
    cli.write(file, readFileSync(join(blocks, file), 'utf8'))
  cli.write('src/a.ts', '')
  cli.write('shell.yaml', 'safety: { approval_mode: ask_for_writes, allowed_tools: [bash] }\n')
  cli.write('mode.yaml', 'safety: { approval_mode: auto }\n')
  cli.write('mixed.yaml', 'version: 1\nsafety: { mode: ask }\n')
  cli.write('own.yaml', 'version: 1\nmode: ask\n')
})
afterAll(() => cli.remove())

type Row = readonly [sentence: string, run: Run, code: number, ...parts: string[]]

const rows: readonly Row[] = [
  [
    'a policy of another system is translated',
    { args: ['policy', 'import', 'tools/recipe-a.yaml'] },
    0,
    '# Translated from skills-runtime: tools/recipe-a.yaml',
    'when: { run: [sudo, rm -rf, mkfs, dd, shutdown, reboot] }',
  ],
  [
    'settings without an equivalent are listed',
    { args: ['policy', 'import', 'claude-code/settings.json'] },
    0,
    '# - `Skill(review)` has no equivalent here',
  ],
  [
    'the translation is available as JSON',
    { args: ['policy', 'import', '--json', 'leashd/team.yaml'] },
    0,
    '{"dialect":"leashd","notes":[],"policy":',
  ],
  [
    'two dialects in one file are refused',
    { args: ['policy', 'import', 'mixed.yaml'] },
    2,
    'mixed.yaml:2:1',
    'skills-runtime',
  ],
  [
    'a Sallyport policy is not imported',
    { args: ['policy', 'import', 'own.yaml'] },
    2,
    '`own.yaml` is not in a dialect',
  ],
  ['a missing file is refused', { args: ['policy', 'import', 'none.yaml'] }, 2, 'no file `none.yaml`'],
  ['a file must be named', { args: ['policy', 'import'] }, 64, 'name the files to import'],

  [
    'allowing calls that time out is a warning (C1)',
    { args: ['check', '--policy', 'policy-guide/careful-mode.yaml', 'ls'] },
    3,
    'warning: ',
    '`on_timeout: allow`',
  ],
  [
    'allowing a whole shell tool is a warning (C33)',
    { args: ['explain', '--policy', 'shell.yaml', 'make'] },
    0,
    'warning: ',
    'it allows every command of `bash`',
  ],
  [
    'a destructive command still asks when the whole shell is allowed (C6)',
    { args: ['check', '--policy', 'shell.yaml', 'rm -rf src'] },
    3,
    'ASK',
  ],
  [
    'a policy of another system decides without import',
    { args: ['check', '--policy', 'tools/recipe-a.yaml', 'pytest -q'] },
    0,
    'ALLOW',
  ],
  [
    'a rule of another system is named in the explanation',
    { args: ['explain', '--policy', 'tools/recipe-a.yaml', 'sudo id'] },
    2,
    'denylist',
  ],
  ['a policy of another system can be linted', { args: ['policy', 'lint', 'leashd/team.yaml'] }, 0, 'leashd/team.yaml'],

  ['R170: the file sets the mode', { args: ['check', '--policy', 'mode.yaml', 'some-unknown-program'] }, 0, 'ALLOW'],
  [
    'R170: the environment beats the file',
    { args: ['check', '--policy', 'mode.yaml', 'some-unknown-program'], env: { AI_CHAT_SAFETY_APPROVAL_MODE: 'ask' } },
    3,
    'ASK',
  ],
  [
    'R170: an option beats the environment',
    {
      args: ['check', '--policy', 'mode.yaml', '--approval-mode', 'auto', 'some-unknown-program'],
      env: { AI_CHAT_SAFETY_APPROVAL_MODE: 'ask' },
    },
    0,
    'ALLOW',
  ],
  [
    'R170: an unknown mode is an error',
    { args: ['check', 'ls'], env: { AI_CHAT_SAFETY_APPROVAL_MODE: 'never' } },
    2,
    '`AI_CHAT_SAFETY_APPROVAL_MODE` must be',
  ],
  [
    'R89: the environment turns careful mode on',
    { args: ['check', 'echo hi > notes.txt'], env: { LETSGO_CAREFUL_MODE: 'true' } },
    3,
    'careful mode',
  ],
  ['without careful mode the same command runs', { args: ['check', 'echo hi > notes.txt'] }, 0, 'ALLOW'],
]

describe('policies of other systems', () => {
  for (const [sentence, run, code, ...parts] of rows)
    it(sentence, async () => {
      const outcome = await cli.run(run)
      const text = outcome.out + outcome.err
      for (const part of parts) expect(text).toContain(part)
      expect(outcome.code, text).toBe(code)
    })

  it('an imported policy can be linted and decides', async () => {
    const { out } = await cli.run({ args: ['policy', 'import', 'tools/recipe-a.yaml'] })
    cli.write('imported.yaml', out)
    expect((await cli.run({ args: ['policy', 'lint', 'imported.yaml'] })).code).toBe(0)
    expect((await cli.run({ args: ['check', '--policy', 'imported.yaml', 'pytest -q'] })).code).toBe(0)
    expect((await cli.run({ args: ['check', '--policy', 'imported.yaml', 'sudo id'] })).code).toBe(2)
  })
})
