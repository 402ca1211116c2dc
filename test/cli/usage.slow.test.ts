import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { type Cli, openCli } from './cli.ts'

let cli: Cli

beforeAll(async () => {
  cli = await openCli()
})
afterAll(() => cli.remove())

type Row = readonly [args: readonly string[], code: number, part: string | RegExp]

const rows: readonly Row[] = [
  [[], 0, 'usage: sallyport COMMAND'],
  [['help'], 0, 'usage: sallyport COMMAND'],
  [['--help'], 0, 'usage: sallyport COMMAND'],
  [['help', 'explain'], 0, 'usage: sallyport explain'],
  [['help', 'exlain'], 64, 'did you mean `explain`?'],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
  [['version', '--json'], 0, /^\{"version":"/],
  [['chekc'], 64, 'unknown command `chekc`; did you mean `check`?'],
  [['frobnicate'], 64, 'see `sallyport help`'],
  [['__proto__'], 64, 'unknown command'],
  [['toString'], 64, 'unknown command'],
  [['check', '--prest', 'x', 'ls'], 64, 'did you mean `--preset`?'],
  [['check', '--preset'], 64, '`--preset` needs a value'],
  [['trust', 'a', 'b'], 64, 'name one project at most'],
  [['playground', 'ls'], 64, 'takes no operands'],
  [['status', 'foo'], 64, 'unknown client `foo`; known clients: claude-code, codex,'],
  [['status', 'cursr'], 64, 'did you mean `cursor`?'],
  [['status', '--yes'], 64, 'unknown option `--yes`'],
  [['status', '--level', 'user'], 64, 'unknown option `--level`'],
  [['install', 'claude'], 64, 'did you mean `claude-code`?'],
  [['install', 'cluade'], 64, 'did you mean `claude-code`?'],
  [['uninstall', 'gemini-cli'], 64, 'did you mean `gemini`?'],
  [['install', 'codex', '--level', 'usr'], 64, 'unknown level `usr`; did you mean `user`?'],
  [['install', 'codex', '--results', '--no-results'], 64, 'not both'],
  [['uninstall', 'codex', '--results'], 64, 'unknown option `--results`'],
  ...[
    'policy lint',
    'policy test',
    'policy schema',
    'audit verify',
    'audit tail',
    'audit show',
    'audit report',
    'audit coverage',
    'grants list',
    'grants add',
    'grants revoke',
    'policy import',
  ].map((name): Row => [[...name.split(' '), '--help'], 0, `usage: sallyport ${name}`]),
  ...[...commands.keys()].map((name): Row => [[name, '--help'], 0, `usage: sallyport ${name}`]),
]

describe.concurrent('usage', () => {
  it.each(rows)('%j ends with %i', async (args, code, part) => {
    const outcome = await cli.run({ args })
    expect(outcome.code, outcome.out + outcome.err).toBe(code)
    expect(outcome.out + outcome.err).toMatch(part)
  })

  const unread: readonly (readonly [args: readonly string[], stdin: string, code: number])[] = [
    [['help'], '', 0],
    [['explain', 'git push'], '', 3],
    [['check', '--jsonl'], '{"tool":"Bash","input":{"command":"ls"}}\n'.repeat(5_000), 0],
  ]
  it.each(unread)('%j ends without an error when its output is not read', async (args, stdin, code) => {
    expect(await cli.run({ args, stdin, isUnread: true })).toEqual({ code, out: '', err: '' })
  })

  it('help names every command in lines of at most 90 characters', async () => {
    const { out } = await cli.run({ args: ['help'] })
    for (const name of [...commands.keys()]) expect(out).toContain(`  ${name} `)
    expect(out.split('\n').filter(line => line.length > 90)).toEqual([])
  })
})
