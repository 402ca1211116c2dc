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
    'a run is suggested with its arguments',
    [effect('run git push origin'), effect('connect … sends')],
    '{ run: git push origin }',
  ],
  ['the last of several operands is left out', push, '{ run: git push origin }'],
  [
    'a subcommand that at worst writes is suggested with any arguments',
    [effect('run git commit -m $x')],
    '{ run: git commit }',
  ],
  [
    'nothing for a subcommand that sends data, with an unknown argument',
    [effect('run git push $x'), effect('connect … sends')],
    null,
  ],
  [
    'options are kept, in quotes where YAML needs them',
    [effect('run npm install a@1 -D', 'execute')],
    '{ run: "npm install a@1 -D" }',
  ],
  [
    'nothing for a subcommand that runs code, with an unknown argument',
    [effect('run npm install $x', 'execute')],
    null,
  ],
  ['nothing for a program without arguments', [effect('run git')], null],
  ['nothing for an unknown program without arguments', [effect('run some-tool', 'execute')], null],
  [
    'an unknown program is suggested with its arguments',
    [effect('run some-tool --fast x', 'execute')],
    '{ run: some-tool --fast x }',
  ],
  ['nothing for an unknown program with an unknown argument', [effect('run some-tool --fast $x', 'execute')], null],
  ['nothing for an unknown program by its path', [effect('run /tmp/some-tool x', 'execute')], null],
  ['nothing for a program on another machine', [effect('run some-tool x on web1', 'execute', ['ssh web1'])], null],
  ['a file in the workspace is relative to it', [effect('write /w/src/a.ts')], '{ write: src/a.ts }'],
  ['a file in the home starts with a tilde', [effect('read /home/me/notes/a.md')], '{ read: "~/notes/a.md" }'],
  ['nothing for a file that holds secrets', [effect('read /home/me/.aws/credentials')], null],
  [
    'nothing for a run whose call also destroys something',
    [
      effect('run git push --force origin'),
      effect('change git/overwrite-remote', 'destructive'),
      effect('connect … sends'),
    ],
    null,
  ],
  [
    'a host is suggested with `sends`',
    [effect('connect example.com:443 sends')],
    '{ connect: example.com, sends: true }',
  ],
  [
    'a change is suggested by its run',
    [effect('run npm publish', 'execute'), effect('change registry/publish', 'execute')],
    '{ run: npm publish }',
  ],
  [
    'nothing for a destructive change',
    [effect('run git push -f'), effect('change git/overwrite-remote', 'destructive')],
    null,
  ],
  ['nothing for a destructive delete', [effect('run rm -r src'), effect('delete /w/src', 'destructive')], null],
  ['nothing for an unknown host', [effect('run curl $url'), effect('connect $url')], null],
  [
    'nothing for an unknown host behind another command',
    [effect('run ssh a'), effect('connect $x', 'write', ['ssh a'])],
    null,
  ],
  ['nothing for code that cannot be read', [effect('run bash'), effect('opaque code piped into `bash`')], null],
  ['nothing for a program that is only known at run time', [effect('run $x')], null],
]

const suggest = (tool: string, effects: readonly RecordedEffect[]) =>
  suggestedRule({ tool, effects, workspace: ['/w'] }, effects.length - 1, '/home/me')

test.each(rows)('%s', (_what, effects, when) => expect(suggest('Bash', effects)).toBe(when))

test('a tool of an MCP server is suggested by its name', () => {
  expect(suggest('mcp__a__b', [effect('opaque MCP tool')])).toBe('{ tool: mcp__a__b }')
})
