import { expect, test } from 'vitest'
import type { RecordedEffect } from './event.ts'
import { suggestedRule } from './suggested-rule.ts'

const effect = (
  text: string,
  tier: RecordedEffect['tier'] = 'write',
  chain: readonly string[] = [],
): RecordedEffect => ({
  kind: text.split(' ')[0] ?? '',
  text,
  tier,
  chain,
})

const rows: readonly (readonly [what: string, effects: readonly RecordedEffect[], when: string | null])[] = [
  ['a run by its program and subcommand', [effect('run git push origin main')], '{ run: git push }'],
  ['a run by its program, where an option follows', [effect('run make -j4')], '{ run: make }'],
  ['a file in the workspace by its name there', [effect('write /w/src/a.ts')], '{ write: src/a.ts }'],
  ['a file in the home with a tilde', [effect('read /home/me/.aws/config')], '{ read: "~/.aws/config" }'],
  ['a host, with what it is sent', [effect('connect example.com:443 sends')], '{ connect: example.com, sends: true }'],
  [
    'a change by its name',
    [effect('change git/history main', 'destructive')],
    '{ change: git/history, tier: destructive }',
  ],
  ['what nobody knows, by the run that brought it', [effect('run curl $url'), effect('connect $url')], '{ run: curl }'],
  ['but not by a run of another chain', [effect('run ssh a'), effect('connect $x', 'write', ['ssh a'])], null],
  ['nothing for code that nobody can read', [effect('run bash'), effect('opaque code piped into `bash`')], null],
  ['nothing for a program that only running would tell', [effect('run $x')], null],
]

const suggest = (tool: string, effects: readonly RecordedEffect[]) =>
  suggestedRule({ tool, effects, workspace: ['/w'] }, effects.length - 1, '/home/me')

test.each(rows)('%s', (_what, effects, when) => expect(suggest('Bash', effects)).toBe(when))

test('a tool of an MCP server by its name', () => {
  expect(suggest('mcp__a__b', [effect('opaque MCP tool')])).toBe('{ tool: mcp__a__b }')
})
