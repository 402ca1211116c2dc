import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cli, openCli } from './cli.ts'

let cli: Cli

const files: Readonly<Record<string, string>> = {
  'good.yaml': 'version: 1\nrules:\n  - { id: a, when: { run: ls }, then: allow, match: [ls -l], not_match: [rm x] }\n',
  'untested.yaml': 'version: 1\nrules:\n  - { when: { run: ls }, then: allow }\n',
  'unknown-key.yaml': 'version: 1\nrules:\n  - { wen: { run: ls }, then: allow }\n',
  'misses.yaml': 'version: 1\nrules:\n  - { id: a, when: { run: ls }, then: allow, match: [rm x], not_match: [ls] }\n',
  'advice.yaml': 'version: 1\nrules:\n  - { id: a, when: { run: ls }, then: deny, instead: ls -l }\n',
  'regex.yaml': 'version: 1\nrules:\n  - { when: { text: "(" }, then: deny }\n',
  'spelling.yaml': 'version: 1\nrules:\n  - { id: a, when: { run: git push --force }, then: deny }\n',
  'exec.yaml': 'version: 1\nrules:\n  - { id: a, when: { tool: Bash }, then: allow }\n',
  'twice.yaml':
    'version: 1\nrules:\n  - { id: a, when: { run: x }, then: ask }\n  - { id: b, when: { run: x }, then: deny }\n',
  'all.yaml': 'version: 1\nrules:\n  - { id: a, when: { write: "**" }, then: allow }\n',
  'programs.yaml':
    'version: 1\nprograms:\n  acme:\n    tier: read\n    commands: { push: { does: change deploy/push } }\n    examples: { acme push: change deploy/push }\n',
  'programs-misses.yaml': 'version: 1\nprograms:\n  acme: { tier: read, examples: { acme x: read x } }\n',
  'programs-known.yaml': 'version: 1\nprograms:\n  rm: { tier: read }\n',
  'base.yaml': 'version: 1\nextends: no-such-file.yaml\n',
}

beforeAll(async () => {
  cli = await openCli()
  for (const [path, text] of Object.entries(files)) cli.write(path, text)
})
afterAll(() => cli.remove())

type Row = readonly [sentence: string, args: readonly string[], code: number, ...parts: (string | RegExp)[]]

const rows: readonly Row[] = [
  ['a good file has no problems', ['lint', 'good.yaml'], 0, 'good.yaml: 1 rule, no problems'],
  [
    'a fault has file and line, and suggests the nearest key',
    ['lint', 'unknown-key.yaml'],
    2,
    'unknown-key.yaml:3:7',
    '`when`',
  ],
  [
    'an example that fails is a fault',
    ['lint', 'misses.yaml'],
    2,
    'misses.yaml:3:1',
    '`match` lists',
    '`not_match` lists',
  ],
  ['advice that is denied is a fault', ['lint', 'advice.yaml'], 2, '`instead` suggests `ls -l`'],
  ['a regular expression that does not compile is a fault', ['lint', 'regex.yaml'], 2, 'regex.yaml:3'],
  ['a missing base is a fault', ['lint', 'base.yaml'], 2, 'no-such-file.yaml', 'presets: '],
  ['a missing file is a fault', ['lint', 'none.yaml'], 2, 'no file `none.yaml`'],
  [
    'a rule by spelling is a warning',
    ['lint', 'spelling.yaml'],
    0,
    'warning',
    'change: git/overwrite-remote',
    'run_spelling',
  ],
  ['allowing a whole shell tool is a warning', ['lint', 'exec.yaml'], 0, 'whole_exec_tool'],
  ['a rule that can never match is a warning', ['lint', 'twice.yaml'], 0, 'twice.yaml:4:1', 'never_speaks'],
  ['a pattern for everything is a warning', ['lint', 'all.yaml'], 0, 'names_everything'],
  ['--strict fails on warnings', ['lint', '--strict', 'all.yaml'], 2, 'names_everything'],
  [
    'several files are linted together',
    ['lint', 'good.yaml', 'all.yaml', 'misses.yaml'],
    2,
    'good.yaml',
    'all.yaml',
    'misses.yaml',
  ],
  [
    'warnings are available as JSON',
    ['lint', '--json', 'all.yaml'],
    0,
    '"warnings":[{"code":"names_everything"',
    '"line":3',
  ],
  ['faults are available as JSON', ['lint', '--json', 'unknown-key.yaml'], 2, '"column":7'],
  ['lint without a file is a usage error', ['lint'], 64, 'name the policy files'],
  ['examples that pass are counted', ['test', 'good.yaml'], 0, '2 examples of 1 rule passed'],
  ['examples that fail are faults', ['test', 'misses.yaml'], 2, 'fail', '2 faults, 2 examples'],
  ['a file without examples fails', ['test', 'untested.yaml'], 2, 'no examples'],
  ['examples of programs are counted', ['test', 'programs.yaml'], 0, '1 example of 0 rules and 1 program passed'],
  [
    'an example of a program that fails is a fault',
    ['test', 'programs-misses.yaml'],
    2,
    'programs-misses.yaml:3:1: program `acme`: the example `acme x` expects `read x`, but the analysis finds nothing',
  ],
  [
    'a program that Sallyport knows is a fault',
    ['lint', 'programs-known.yaml'],
    2,
    'programs-known.yaml:3:3: `rm` is built into Sallyport',
  ],
  ['one bad file fails the run', ['test', 'good.yaml', 'untested.yaml'], 2, 'ok', 'fail'],
  ['counts are available as JSON', ['test', '--json', 'good.yaml'], 0, '"ok":true', '"examples":2'],
  ['test without a file is a usage error', ['test'], 64, 'name the policy files'],
  ['the schema is printed', ['schema'], 0, '"$schema"', 'rules'],
  ['a misspelt subcommand suggests the nearest', ['lnit'], 64, 'did you mean `lint`?'],
  ['no subcommand lists them', [], 64, 'lint, test, import, schema'],
]

describe.concurrent('policy', () => {
  for (const [sentence, args, code, ...parts] of rows)
    it(sentence, async () => {
      const outcome = await cli.run({ args: ['policy', ...args] })
      expect(outcome.code, outcome.out + outcome.err).toBe(code)
      for (const part of parts) expect(outcome.out + outcome.err).toMatch(part)
    })

  it('an explanation names the table that describes the program, in text and JSON', async () => {
    const args = ['explain', '--policy', 'programs.yaml', 'acme push']
    const [people, programs] = await Promise.all([cli.run({ args }), cli.run({ args: [...args, '--json'] })])
    expect(people.out).toContain('run acme push  (known code, session table programs.yaml:3)')
    expect(JSON.parse(programs.out).effects[0].table).toEqual({
      layer: 'session',
      file: join(cli.project, 'programs.yaml'),
      line: 3,
    })
  })

  it('the presets that ship have no lint warnings', async () => {
    const presets = ['cautious', 'balanced', 'autonomous'].map(name =>
      join(import.meta.dirname, `../../presets/${name}.yaml`),
    )
    const { code, out } = await cli.run({ args: ['policy', 'lint', '--strict', ...presets] })
    expect(code, out).toBe(0)
  })
})

type Project = readonly [sentence: string, files: Readonly<Record<string, string>>, command: string | null]

const projects: readonly Project[] = [
  ['npm by its script', { 'package.json': '{"scripts":{"test":"x"}}' }, 'npm test'],
  ['pnpm by its lock file', { 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': 'x' }, 'pnpm test'],
  ['another tool if the package has no tests', { 'package.json': '{"scripts":{}}', 'go.mod': 'module x' }, 'go test'],
  ['another tool if the package file is damaged', { 'package.json': '{', Makefile: 'test:\n\tx\n' }, 'make test'],
  ['cargo by its manifest', { 'Cargo.toml': '[package]' }, 'cargo test'],
  ['pytest by pyproject', { 'pyproject.toml': '[project]' }, 'pytest'],
  ['no test command in an empty project', { 'README.md': 'x' }, null],
]

describe.concurrent('init', () => {
  it.each(projects)('finds %s', async (name, given, command) => {
    const directory = `init-${name.replaceAll(/\W/g, '-')}`
    for (const [path, text] of Object.entries(given)) cli.write(`${directory}/${path}`, text)
    const { code, out, err } = await cli.run({ args: ['init', directory, '--json'] })
    expect(code, err).toBe(0)
    const file = join(cli.project, directory, 'sallyport.yaml')
    expect(JSON.parse(out)).toEqual({ file, test_command: command })
    expect(readFileSync(file, 'utf8')).toContain(`run: "${command ?? 'npm test'}"`)
    const tested = await cli.run({ args: ['policy', 'test', file] })
    expect(tested.code, tested.out).toBe(0)
  })

  it('never overwrites, and says what to do next', async () => {
    cli.write('twice/x', '')
    const first = await cli.run({ args: ['init', 'twice'] })
    const second = await cli.run({ args: ['init', 'twice'] })
    expect([first.code, second.code]).toEqual([0, 2])
    expect(first.out).toContain('sallyport trust')
    expect(second.err).toContain('already exists')
  })

  it('refuses a home directory', async () => {
    const { code, err } = await cli.run({ args: ['init', cli.home] })
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be a project')])
  })
})
