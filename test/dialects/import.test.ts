import { describe, expect, test } from 'vitest'
import { faultText } from '../../src/core/fault.ts'
import { importPolicy } from '../../src/policy/dialects/import.ts'
import type { PolicyDocument } from '../../src/policy/schema/document.ts'
import { blocks, documentOf } from './blocks.ts'

function imported(...texts: readonly string[]) {
  const result = importPolicy(texts.map((text, i) => ({ file: `${i + 1}.yaml`, text })))
  if (!result.ok) throw new Error(result.faults.map(faultText).join('\n'))
  return result.value
}

/** A policy without the places that its file gives it. */
const meaning = ({ file: _, digest: __, rules, ...rest }: PolicyDocument) => ({
  ...rest,
  rules: rules.map(({ line: ___, ...rule }) => rule),
})

describe('a translation reads as the same policy as the original file', () => {
  test.each(blocks)('$file', ({ text }) => {
    expect(meaning(documentOf(imported(text).text))).toEqual(meaning(documentOf(text)))
  })

  test.each([
    [
      'strings that YAML would read as something else',
      'name: x\nrules: [{ name: "yes", tool: "null", action: allow, reason: "a: b # c" }]\n',
    ],
    [
      'strings with quotes and line breaks',
      'name: x\nrules: [{ name: "\\"a\\" \'b\'", tool: Bash, action: deny, reason: "one\\ntwo: three", description: "one\\nversion: 2" }]\n',
    ],
    [
      'regular expressions',
      'name: x\nrules: [{ tool: Bash, command_patterns: ["^a\\\\s+\\"b\\"{2}$", "[#: ]"], action: deny }]\n',
    ],
  ])('%s stay as they are', (_, text) => {
    expect(meaning(documentOf(imported(text).text))).toEqual(meaning(documentOf(text)))
  })
})

describe('R214: a file works as an overlay over another', () => {
  const first = 'safety: { mode: ask, allowlist: [ls, cat], denylist: [sudo], approval_timeout_ms: 9000 }\n'

  test('settings that the second file leaves out keep their values, and its lists replace the earlier ones', () => {
    const document = documentOf(imported(first, 'safety: { mode: deny, allowlist: [pytest] }\n').text)
    expect(document.mode).toBe('deny')
    expect(document.approvals?.timeoutMs).toBe(9_000)
    expect(document.rules.find(rule => rule.id === 'allowlist')?.when.run).toEqual(['pytest'])
    expect(document.rules.find(rule => rule.id === 'denylist')?.when.run).toEqual(['sudo'])
  })

  test('a mode file joins the configuration', () => {
    const mode = blocks.find(({ file }) => file === 'policy-guide/modes-careful.yaml')?.text ?? ''
    const document = documentOf(imported('blocked_tools: [web_fetch]\n', mode).text)
    expect(document.careful).toBe(true)
    expect(document.rules[0]).toMatchObject({ id: 'blocked', then: 'deny' })
  })

  test('R172: the rules of several leashd files are joined in order', () => {
    const rule = (name: string) => `name: ${name}\nrules: [{ name: ${name}, tool: Read, action: allow }]\n`
    const document = documentOf(imported(rule('a'), rule('b')).text)
    expect(document.rules.map(one => one.id)).toEqual(['a', 'b', 'cd-and-sleep', 'default-action'])
  })

  test('files of two dialects are refused', () => {
    const result = importPolicy([
      { file: 'a', text: first },
      { file: 'b', text: 'blocked_tools: [bash]\n' },
    ])
    expect(result).toMatchObject({
      ok: false,
      faults: [{ code: 'policy_invalid', message: expect.stringContaining('skills-runtime and letsgo') }],
    })
  })
})

describe('a translation notes its differences from the original', () => {
  test.each([
    [
      '{ "permissions": { "allow": ["Skill(review)"] } }',
      '`Skill(review)` has no equivalent here, so it allows nothing',
    ],
    [
      '{ "permissions": { "deny": ["Skill(review)"] } }',
      '`Skill(review)` has no equivalent here, so every call of `Skill` asks',
    ],
    ['{ "permissions": { "allow": ["Read(!a)"] } }', '`Read(!a)` has no equivalent here, so it allows nothing'],
    [
      '{ "permissions": { "allow": ["Edit(src/{a,b}/**)"] } }',
      '`Edit(src/{a,b}/**)` has no equivalent here, so it allows nothing',
    ],
    [
      '{ "permissions": { "defaultMode": "auto" } }',
      '`defaultMode: auto` lets a model decide; here calls that no rule matches ask',
    ],
    ['{ "permissions": {}, "hooks": {} }', 'keys that are not permissions, and are ignored: hooks'],
    ['name: x\nrules: [{ name: n, action: allow }]\n', 'rule `n` matches no call in leashd either: it names no tool'],
    [
      'name: x\nrules: [{ name: n, tool: Bash, path_patterns: ["a"], action: allow }]\n',
      '`path_patterns` are not for `Bash`, and it names no other tool',
    ],
    ['safety: { tool_allowlist: [shell_exec] }\n', '`shell_exec` is built in'],
    ['safety: { allowed_tools: [bash] }\n', 'destructive commands still ask'],
  ])('%j', (text, wanted) => {
    const { text: policy, translation } = imported(text)
    expect(translation.notes.join('\n')).toContain(wanted)
    expect(policy).toContain(wanted)
  })

  test('a deny that cannot be translated exactly is widened', () => {
    const document = documentOf(imported('{ "permissions": { "deny": ["Read(src/{a,b}/**)"] } }').text)
    expect(document.rules[0]).toMatchObject({ when: { path: ['^src/[^/]*(/|$)'] }, then: 'deny' })
  })
})

describe('a deny for a Claude Code path covers the path and everything below it', () => {
  const cases = [
    ['./.env', ['.env', '.env/x'], ['.env.local', 'sub/.env', 'x.env']],
    ['.env', ['.env', 'sub/.env'], ['.envrc', 'x.env']],
    ['secrets/**', ['secrets', 'secrets/a/b'], ['secrets2/a', 'x/secrets/a']],
    ['/config/*.json', ['config/a.json'], ['config/a/b.json', 'config/a.jsonl']],
    ['**/*.pem', ['a.pem', 'x/y/a.pem'], ['a.pem2']],
    ['//srv/vault/**', ['/srv/vault', '/srv/vault/a'], ['/srv/vaults', 'srv/vault/a']],
    ['~/.ssh/**', ['~/.ssh', '~/.ssh/id_rsa'], ['~/.sshd/x']],
    ['a?c.txt', ['abc.txt', 'x/abc.txt'], ['ac.txt', 'a/c.txt']],
  ] as const
  test.each(cases)('Read(%s)', (pattern, inside, outside) => {
    const document = documentOf(imported(`{ "permissions": { "deny": ["Read(${pattern})"] } }`).text)
    const [source = ''] = document.rules[0]?.when.path ?? []
    expect(inside.filter(path => !new RegExp(source).test(path))).toEqual([])
    expect(outside.filter(path => new RegExp(source).test(path))).toEqual([])
  })
})

test('a file in Sallyport’s own format is not imported', () => {
  expect(importPolicy([{ file: 'a.yaml', text: 'version: 1\nmode: ask\n' }])).toMatchObject({
    ok: false,
    faults: [{ code: 'policy_invalid', message: '`a.yaml` is not in a dialect that can be imported' }],
  })
})
