import { describe, expect, it } from 'vitest'
import { lintPolicy, type Warning } from './lint.ts'
import { readPolicy } from './read/read.ts'

type Row = readonly [
  sentence: string,
  rules: readonly string[],
  warnings: readonly (readonly [Warning['code'], string])[],
]

const rows: readonly Row[] = [
  [
    'a denied `run: git push --force` misses other spellings',
    ['{ id: a, when: { run: git push --force }, then: deny }'],
    [['run_spelling', '`change: git/overwrite-remote` stops all of them']],
  ],
  [
    'an ask for `run: shutdown now` misses other spellings',
    ['{ id: a, when: { run: shutdown now }, then: ask }'],
    [['run_spelling', '`change: system/power`']],
  ],
  ['an allow may name one spelling', ['{ id: a, when: { run: git push --force }, then: allow }'], []],
  ['a program without a known change has no other spelling', ['{ id: a, when: { run: terraform-x }, then: deny }'], []],
  [
    'a rule about the change itself covers the spelling',
    ['{ id: a, when: { run: git push --force }, then: deny }', '{ id: b, when: { change: git/* }, then: deny }'],
    [],
  ],
  [
    'a milder rule about the change does not cover it',
    ['{ id: a, when: { run: git push --force }, then: deny }', '{ id: b, when: { change: git/* }, then: ask }'],
    [['run_spelling', 'rule `a`']],
  ],
  [
    'a rule about the change with more conditions does not cover it',
    [
      '{ id: a, when: { run: git push --force }, then: deny }',
      '{ id: b, when: { change: git/*, agent: x }, then: deny }',
    ],
    [['run_spelling', 'rule `a`']],
  ],
  [
    'advice in prose would run as a command',
    ['{ id: a, when: { run: some-tool }, then: deny, instead: use the lock file, apply: true }'],
    [['applies_unknown', 'starts `use`, which is not a known program; with `apply` it must be a command']],
  ],
  [
    'advice in prose is fine without `apply`',
    ['{ id: a, when: { run: some-tool }, then: deny, instead: use the lock file }'],
    [],
  ],
  [
    'allowing Bash allows every command',
    ['{ id: a, when: { tool: Bash }, then: allow }'],
    [['whole_exec_tool', 'it allows every command of `Bash`']],
  ],
  [
    'a wildcard that covers a shell tool does too',
    ['{ id: a, when: { tool: "*" }, then: allow }'],
    [['whole_exec_tool', '`*`']],
  ],
  ['a shell tool with a command is narrow', ['{ id: a, when: { tool: Bash, run: ls }, then: allow }'], []],
  [
    'a shell tool may be allowed in a mode that allows everything',
    ['{ id: a, when: { tool: Bash, mode: allow }, then: allow }'],
    [],
  ],
  ['asking before a shell tool is fine', ['{ id: a, when: { tool: Bash }, then: ask }'], []],
  ['another tool may be allowed as a whole', ['{ id: a, when: { tool: "mcp__github__*" }, then: allow }'], []],
  [
    'the second of two equal rules never decides',
    ['{ id: a, when: { read: [x/y, x/z] }, then: deny }', '{ id: b, when: { read: [x/z, x/y] }, then: ask }'],
    [['never_speaks', 'rule `b`: it never decides: rule `a` on line 3']],
  ],
  [
    'an allow below an ask with the same when never decides',
    ['{ id: a, when: { run: make }, then: ask }', '{ id: b, when: { run: make }, then: allow }'],
    [['never_speaks', 'rule `b`']],
  ],
  [
    'an ask below an allow decides what the allow does not cover',
    ['{ id: a, when: { run: make }, then: allow }', '{ id: b, when: { run: make }, then: ask }'],
    [],
  ],
  [
    'an allow up to a tier decides below an ask from that tier',
    [
      '{ id: a, when: { run: make, tier: execute }, then: ask }',
      '{ id: b, when: { run: make, tier: execute }, then: allow }',
    ],
    [],
  ],
  ...['"**"', '/', '"/**"', '"~"', '"~/**"', '"*"', '"**/*"'].map(
    (pattern): Row => [
      `an allow of ${pattern} matches everything`,
      [`{ id: a, when: { write: ${pattern} }, then: allow }`],
      [['names_everything', '`write: ']],
    ],
  ),
  [
    'an allow of directories does not match everything',
    ['{ id: a, when: { write: [src/**, ./lib, "*.md"] }, then: allow }'],
    [],
  ],
  ['a deny may match everything', ['{ id: a, when: { write: "**" }, then: deny }'], []],
  [
    'an allow of every host matches everything',
    ['{ id: a, when: { connect: "*" }, then: allow }'],
    [['names_everything', 'every host']],
  ],
  [
    'an allow of every program matches everything',
    ['{ id: a, when: { run: "*" }, then: allow }'],
    [['names_everything', 'every program']],
  ],
]

describe('warnings about a valid policy', () => {
  it.each(rows)('%s', (_, rules, warnings) => {
    const read = readPolicy(`version: 1\nrules:\n${rules.map(rule => `  - ${rule}\n`).join('')}`, 'p.yaml')
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    const found = lintPolicy(read.value)
    expect(found.map(warning => warning.code)).toEqual(warnings.map(([code]) => code))
    for (const [i, [, part]] of warnings.entries()) expect(found[i]?.message).toContain(part)
  })

  it('a table cannot vouch for a program in the workspace, and the warning has its line', () => {
    const source =
      'version: 1\nprograms:\n  ./a.sh: { tier: write }\n  ./b.sh: { tier: execute }\n  /opt/c: { tier: read }\n'
    const read = readPolicy(source, 'p.yaml')
    expect(read.ok && lintPolicy(read.value)).toEqual([
      {
        code: 'vouches_in_vain',
        message:
          'program `./a.sh`: an agent can change it, so it keeps tier `execute`; to allow it, write a rule with `run: ./a.sh`',
        rule: null,
        at: { file: 'p.yaml', line: 3, column: 1 },
      },
    ])
  })

  it.each([
    ["mode watch has no effect in a project's file", 'mode: watch', '/w/sallyport.yaml', ['watches_in_vain']],
    ["mode watch works in a user's file", 'mode: watch', '/home/you/.config/sallyport/policy.yaml', []],
    ["allow: approve has no effect in a project's file", 'allow: approve', '/w/sallyport.yaml', ['approves_in_vain']],
    ["allow: approve works in a user's file", 'allow: approve', '/home/you/.config/sallyport/policy.yaml', []],
    ["allow: no-objection works in a project's file", 'allow: no-objection', '/w/sallyport.yaml', []],
  ])('%s', (_sentence, setting, file, codes) => {
    const read = readPolicy(`version: 1\n${setting}\n`, file)
    expect(read.ok && lintPolicy(read.value).map(warning => warning.code)).toEqual(codes)
  })

  it('a rule about a program of the file itself misses other spellings', () => {
    const source =
      'version: 1\nprograms: { acme: { tier: read, does: change acme/x } }\nrules: [{ when: { run: acme }, then: deny }]'
    const read = readPolicy(source, 'p.yaml')
    expect(read.ok && lintPolicy(read.value).map(warning => warning.code)).toEqual(['run_spelling'])
  })

  it('a warning has the place of its rule', () => {
    const read = readPolicy('version: 1\nrules:\n  - { when: { tool: Bash }, then: allow }\n', 'p.yaml')
    expect(read.ok && lintPolicy(read.value)[0]?.at).toEqual({ file: 'p.yaml', line: 3, column: 1 })
  })

  it('ten thousand rules without a warning are checked quickly', () => {
    const rules = Array.from({ length: 10_000 }, (_, i) => `  - { when: { run: program-${i} --x }, then: deny }`)
    const read = readPolicy(`version: 1\nrules:\n${rules.join('\n')}\n`, 'p.yaml')
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    expect(lintPolicy(read.value)).toEqual([])
  })
})
