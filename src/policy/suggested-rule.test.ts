import { expect, test } from 'vitest'
import type { RecordedEffect } from '../audit/event.ts'
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

const push = [effect('run git push origin main'), effect('connect … sends')]

const rows: readonly (readonly [what: string, effects: readonly RecordedEffect[], when: string | null])[] = [
  [
    'a run by the words that it was given',
    [effect('run git push origin'), effect('connect … sends')],
    '{ run: git push origin }',
  ],
  ['but for the last of several names', push, '{ run: git push origin }'],
  ['a subcommand with any words, where its worst is a write', [effect('run git commit -m $x')], '{ run: git commit }'],
  ['but not where something leaves', [effect('run git push $x'), effect('connect … sends')], null],
  [
    'with its options, in quotes where YAML needs them',
    [effect('run npm install a@1 -D', 'execute')],
    '{ run: "npm install a@1 -D" }',
  ],
  ['not by its subcommand alone, where it runs code', [effect('run npm install $x', 'execute')], null],
  ['nothing for a program by itself', [effect('run git')], null],
  ['nor for an unknown one', [effect('run some-tool', 'execute')], null],
  ['an unknown one with its words', [effect('run some-tool --fast x', 'execute')], '{ run: some-tool --fast x }'],
  ['but not with some of them', [effect('run some-tool --fast $x', 'execute')], null],
  ['nor by a path, where another file may lie tomorrow', [effect('run /tmp/some-tool x', 'execute')], null],
  ['nor on another machine', [effect('run some-tool x on web1', 'execute', ['ssh web1'])], null],
  ['a file in the workspace by its name there', [effect('write /w/src/a.ts')], '{ write: src/a.ts }'],
  ['a file in the home with a tilde', [effect('read /home/me/.aws/config')], '{ read: "~/.aws/config" }'],
  ['a host, with what it is sent', [effect('connect example.com:443 sends')], '{ connect: example.com, sends: true }'],
  [
    'a change by the run that makes it',
    [effect('run npm publish', 'execute'), effect('change registry/publish', 'execute')],
    '{ run: npm publish }',
  ],
  [
    'nothing for what cannot be taken back',
    [effect('run git push -f'), effect('change git/overwrite-remote', 'destructive')],
    null,
  ],
  ['nor for a delete', [effect('run rm -r src'), effect('delete /w/src', 'destructive')], null],
  ['nothing for a host that nobody knows', [effect('run curl $url'), effect('connect $url')], null],
  ['nor by a run of another chain', [effect('run ssh a'), effect('connect $x', 'write', ['ssh a'])], null],
  ['nothing for code that nobody can read', [effect('run bash'), effect('opaque code piped into `bash`')], null],
  ['nothing for a program that only running would tell', [effect('run $x')], null],
]

const suggest = (tool: string, effects: readonly RecordedEffect[]) =>
  suggestedRule({ tool, effects, workspace: ['/w'] }, effects.length - 1, '/home/me')

test.each(rows)('%s', (_what, effects, when) => expect(suggest('Bash', effects)).toBe(when))

test('a tool of an MCP server by its name', () => {
  expect(suggest('mcp__a__b', [effect('opaque MCP tool')])).toBe('{ tool: mcp__a__b }')
})
