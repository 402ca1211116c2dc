import { describe, expect, it } from 'vitest'
import { limits } from '../../core/limits.ts'
import { readPolicy } from './read.ts'

/** A sentence, a file, and its faults as `line:column message part`. */
type Row = readonly [sentence: string, source: string, ...faults: string[]]

/** A policy with one rule; the rule starts in line 3, column 5. */
const rule = (text: string): string => `version: 1\nrules:\n  - ${text}\n`
/** A policy whose rule has this `when`, whose keys start in line 3, column 26. */
const when = (text: string): string => rule(`{ then: ask, when: { ${text} } }`)
const top = (text: string): string => `version: 1\n${text}\n`

const syntax: readonly Row[] = [
  ['an empty file says how to start', '', '1:1 the file is empty; start it with `version: 1`'],
  ['comments alone are an empty file', '# nothing\n\n', '1:1 the file is empty'],
  ['an unclosed list is a syntax error', 'a: [', '1:5 not valid YAML: unexpected end of the stream'],
  [
    'an unclosed string is a syntax error',
    'version: 1\nextends: "x',
    '2:12 not valid YAML: unexpected end of the stream',
  ],
  ['wrong indentation is a syntax error', 'version: 1\n  mode: ask', '2:7 not valid YAML: '],
  ['a tab as indentation is a syntax error', 'fence:\n\tprofile: strict', '2:1 not valid YAML: '],
  ['a string that starts with @ is a syntax error', top('extends: @x'), '2:10 not valid YAML'],
  ['a repeated key is refused', 'version: 1\nversion: 1', '2:1 key `version` appears twice; remove one'],
  ['a repeated key in a flow map is refused', when('run: a, run: b'), '3:34 key `run` appears twice'],
  ['a key repeated in quotes is refused', 'version: 1\n"version": 1', '2:1 key `version` appears twice'],
  [
    'an alias is refused',
    when('run: *.example'),
    '3:31 alias `*.example` is not allowed; put a string that starts with `*`',
  ],
  ['an alias of an anchor is refused', top('sensitive: &a [x]\nworkspace: *a'), '3:12 alias `*a` is not allowed'],
  ['a recursive alias is refused', top('sensitive: &a [*a]'), '2:16 alias `*a` is not allowed'],
  ['an alias as a key is refused', top('&a x: 1\n*a : 2'), '2:1 unknown key `x`', '3:1 alias `*a` is not allowed'],
  ['a merge key is refused', top('<<: { mode: ask }'), '2:1 merge key `<<` is not allowed; write the keys out'],
  ['an unknown tag is refused', top('extends: !x y'), '2:10 tag `!x` is not allowed'],
  ['a known tag is refused too', top('careful: !!bool true'), '2:10 tag `!!bool` is not allowed'],
  ['a tag on a list is refused', top('sensitive: !!set [x]'), '2:12 tag `!!set` is not allowed'],
  ['a second document is refused', 'version: 1\n---\nmode: ask', '3:1 a policy is one YAML document'],
  ['an inherited key is refused', top('__proto__: { mode: ask }'), '2:1 key `__proto__` is not allowed'],
  [
    'an inherited key is refused within',
    when('input: { __proto__: x }'),
    '3:33 `input` must name',
    '3:35 key `__proto__`',
  ],
  ['constructor is refused', top('constructor: x'), '2:1 key `constructor` is not allowed'],
  ['toString is refused', top('toString: x'), '2:1 key `toString` is not allowed'],
  ['a key must be a string', top('? [a]\n: b'), '2:3 a key must be a string'],
  ['a NUL byte is refused', 'version: 1\n# \0', '2:3 the file contains a NUL byte'],
  ['an escaped NUL byte is refused', when('read: "a\\0b"'), '3:32 string `a\\u{0}b` contains a NUL byte'],
  [
    'an escaped NUL byte is refused in a key',
    when('input: { "a\\0": 1 }'),
    '3:33 `input` must',
    '3:35 string `a\\u{0}` contains',
  ],
  ['a lone surrogate is refused', 'version: 1\n# \uD800', '2:3 the file is not valid Unicode'],
  ['an escaped lone surrogate is refused', top('extends: "\\uD800"'), '2:10 string `\\u{d800}` is not valid Unicode'],
  ['infinity is not a valid number', when('input: { n: .inf }'), '3:38 number `.inf` cannot be represented exactly'],
  [
    'a number beyond 2^53 must be quoted',
    when('input: { n: 9007199254740993 }'),
    '3:38 number `9007199254740993` cannot',
  ],
  ['deep nesting is refused', '['.repeat(30), '1:24 the file nests deeper than 24 levels'],
  ['a large file is refused', '#'.repeat(limits.policyBytes + 1), '1:1 the file is larger than 2000000 bytes'],
  [
    'bytes count, not characters',
    `#${'é'.repeat(limits.policyBytes / 2)}`,
    '1:1 the file is larger than 2000000 bytes',
  ],
  ['a Windows line end counts as one line', 'version: 1\r\nmode: x\r\n', '2:7 `mode` must be'],
  ['a byte order mark does not count as a column', '\uFEFFversion: 2', '1:10 `version` must be `1`, not `2`'],
]

const settings: readonly Row[] = [
  ['the file must be a map', '- a', '1:1 the policy must be a map, not a list'],
  ['the file must not be a string', 'hello', '1:1 the policy must be a map, not `hello`'],
  ['the version is required', 'mode: ask', '1:1 the policy has no `version`; start the file with `version: 1`'],
  ['the version must be 1', 'version: 2', '1:10 `version` must be `1`, not `2`'],
  ['the version is not a string', "version: '1'", '1:10 `version` must be `1`'],
  [
    'an unknown key names the nearest',
    top('rulez: []'),
    '2:1 unknown key `rulez` in the policy; did you mean `rules`?',
  ],
  [
    'an unknown key with no near one lists them',
    top('zzzzzzzzzz: 1'),
    '2:1 unknown key `zzzzzzzzzz` in the policy; use `version`, ',
  ],
  ['every unknown key is reported', top('aa: 1\nmode: ask\nbb: 2'), '2:1 unknown key `aa`', '4:1 unknown key `bb`'],
  [
    'a wrong mode lists the modes',
    top('mode: asc'),
    '2:7 `mode` must be `allow`, `auto`, `ask_for_dangerous`, `ask_for_writes`, `ask`, `deny` or `watch`, not `asc`; did you mean `ask`?',
  ],
  ['extends is a string', top('extends: [a]'), '2:10 `extends` must be a string, not a list'],
  ['extends is not empty', top('extends: ""'), '2:10 `extends` must not be empty'],
  ['enabled is true or false', top('enabled: yes'), '2:10 `enabled` must be `true` or `false`, not `yes`'],
  ['careful is true or false', top('careful: 1'), '2:10 `careful` must be `true` or `false`, not `1`'],
  ['automation is true or false', top('automation: on'), '2:13 `automation` must be `true` or `false`, not `on`'],
  [
    'a key without a value is named',
    top('sensitive:'),
    '2:1 `sensitive` has no value; it must be a string or a list of strings',
  ],
  ['the workspace is not an empty list', top('workspace: []'), '2:12 `workspace` must name at least one'],
  [
    'an entry is a string',
    top('sensitive: [a, 5]'),
    '2:16 entry 2 of `sensitive` must be a string, not `5`; put it in quotes',
  ],
  ['an empty entry is pointed at', top('sensitive:\n  - a\n  - ""'), '4:5 entry 2 of `sensitive` must not be empty'],
  [
    'a boundary is a decision',
    top('boundary: den'),
    '2:11 `boundary` must be `allow`, `ask`, `deny` or a map of `read`, `write` and `foreign`, not `den`; did you mean `deny`?',
  ],
  [
    'a boundary has three keys',
    top('boundary: { reed: deny }'),
    '2:13 unknown key `reed` in `boundary`; did you mean `read`?',
  ],
  [
    'boundary values are decisions',
    top('boundary: { read: no }'),
    '2:19 `read` must be `allow`, `ask` or `deny`, not `no`',
  ],
  ['approvals are a map', top('approvals: []'), '2:12 `approvals` must be a map, not a list'],
  ['a timeout has a unit', top('approvals: { timeout: 5x }'), '2:23 `timeout` must be a time such as `90s` or `5m`'],
  ['a timeout is not zero', top('approvals: { timeout: 0 }'), '2:23 `timeout` must be a time'],
  ['a timeout of zero seconds is refused', top('approvals: { timeout: 0s }'), '2:23 `timeout` must be a time'],
  [
    'a timeout is at most a week',
    top('approvals: { timeout: 169h }'),
    '2:23 `timeout` must be a time such as `90s` or `5m`, at most a week',
  ],
  [
    'a timeout is a time',
    top('approvals: { timeout: true }'),
    '2:23 `timeout` must be a time such as `90s` or `5m`, not `true`',
  ],
  [
    'on_timeout is deny or allow',
    top('approvals: { on_timeout: ask }'),
    '2:26 `on_timeout` must be `deny` or `allow`, not `ask`',
  ],
  [
    'an unknown key in approvals is refused',
    top('approvals: { timout: 5m }'),
    '2:14 unknown key `timout` in `approvals`; did you mean `timeout`?',
  ],
  [
    'the fence has a known profile',
    top('fence: { profile: strikt }'),
    '2:19 `profile` must be `minimal`, `balanced`, `strict`, `dev` or `prod`, not `strikt`; did you mean `strict`?',
  ],
  ['an unknown key in the fence is refused', top('fence: { net: {} }'), '2:10 unknown key `net` in `fence`'],
  [
    'the fence allows hosts',
    top('fence: { network: { allow: ["https://x"] } }'),
    '2:29 entry 1 of `allow` must be a host',
  ],
  ['the fence allows a list', top('fence: { network: { allow: x } }'), '2:28 `allow` must be a list of hosts, not `x`'],
  [
    'the network is a word or a map',
    top('fence: { network: some }'),
    '2:19 `network` must be `none`, `full` or a map with `allow`, not `some`',
  ],
  [
    'a host has no `?`',
    top('fence: { network: { allow: ["a?.com"] } }'),
    '2:29 entry 1 of `allow` must be a host such as',
  ],
  [
    'a secret is never writable',
    top('fence: { write: [~/.ssh] }'),
    '2:18 entry 1 of `write` cannot be made writable: it is protected: ssh keys',
  ],
  [
    'an environment file is never writable',
    top('fence:\n  write:\n    - out\n    - .env.local'),
    '5:7 entry 2 of `write` cannot be made writable: it is protected: environment file',
  ],
  [
    'git hooks are never writable',
    top('fence: { write: [.git/hooks] }'),
    '2:18 entry 1 of `write` cannot be made writable: it is protected: git hooks',
  ],
  [
    'agent settings are never writable',
    top('fence: { write: .claude/settings.json }'),
    '2:17 `write` cannot be made writable: it is protected: agent settings',
  ],
  [
    'the home is never writable',
    top('fence: { write: [~/] }'),
    '2:18 entry 1 of `write` cannot be made writable: the fence must not open',
  ],
  [
    'a home by its path is never writable',
    top('fence: { write: [/home/dev] }'),
    '2:18 entry 1 of `write` cannot be made writable: the fence must not open',
  ],
  [
    'the root is never writable',
    top('fence: { write: [/] }'),
    '2:18 entry 1 of `write` cannot be made writable: the fence must not open',
  ],
  [
    'the system is never writable',
    top('fence: { write: [/etc/app] }'),
    '2:18 entry 1 of `write` cannot be made writable: it belongs to the system',
  ],
  [
    'settings of all programs are never writable',
    top('fence: { write: [~/.config] }'),
    '2:18 entry 1 of `write` cannot be made writable: ',
  ],
  [
    "Sallyport's own files are never writable",
    top('fence: { write: [~/.local/state/sallyport/x] }'),
    '2:18 entry 1 of `write` cannot be made writable: it belongs to Sallyport',
  ],
  [
    "the project's policy is never writable",
    top('fence: { write: [sallyport.yaml] }'),
    '2:18 entry 1 of `write` cannot be made writable: it belongs to Sallyport',
  ],
  ['a path does not lead upwards', top('fence: { write: [../x] }'), '2:18 entry 1 of `write` must be a path: '],
  ['a path is in one’s own home', top('fence: { write: ["~bob/x"] }'), '2:18 entry 1 of `write` must be a path: '],
  ['not everything can be hidden', top('fence: { hide: [/] }'), '2:17 entry 1 of `hide` must not hide everything'],
  ['a variable has a name', top('fence: { env: ["A=1"] }'), '2:16 entry 1 of `env` must be the name of a variable'],
  ['a variable has no `?`', top('fence: { env: ["A?"] }'), '2:16 entry 1 of `env` must be the name of a variable'],
  ['memory is a size', top('fence: { limits: { memory: 2q } }'), '2:28 `memory` must be a size such as `512m` or `2g`'],
  ['processes are counted from 1', top('fence: { limits: { processes: 0 } }'), '2:31 `processes` must be at least 1'],
  ['seconds are a number', top('fence: { limits: { seconds: 10m } }'), '2:29 `seconds` must be a number, not `10m`'],
]

const rules: readonly Row[] = [
  ['rules are a list', top('rules: { a: b }'), '2:8 `rules` must be a list of rules, not a map'],
  ['a rule is a map', rule('allow everything'), '3:5 rule 1 must be a map, not `allow everything`'],
  [
    'a rule has a when',
    rule('then: deny'),
    '3:5 a rule has no `when`; say what it matches, such as `when: { run: npm test }`',
  ],
  [
    'a rule has a then',
    rule('when: { run: a }'),
    '3:5 a rule has no `then`; say `allow`, `ask`, `deny`, `trial` or `contain`',
  ],
  ['an empty when is refused', rule('{ then: ask, when: {} }'), '3:24 `when` must have at least one key'],
  ['a when without value is refused', rule('{ then: ask, when: }'), '3:18 `when` has no value; it must be a map'],
  ['a when is not a list', rule('{ then: ask, when: [run] }'), '3:24 `when` must be a map, not a list'],
  [
    'an unknown key in a rule is refused',
    rule('{ when: { run: a }, than: ask, then: ask }'),
    '3:25 unknown key `than` in a rule; did you mean `then`?',
  ],
  [
    'then is a decision',
    rule('{ when: { run: a }, then: alow }'),
    '3:31 `then` must be `allow`, `ask`, `deny`, `trial` or `contain`, not `alow`; did you mean `allow`?',
  ],
  [
    'remember is one of three words',
    rule('{ when: { run: a }, then: ask, remember: forever }'),
    '3:46 `remember` must be `no`, `session` or `always`, not `forever`',
  ],
  ['an id is not empty', rule('{ id: " ", when: { run: a }, then: ask }'), '3:11 `id` must not be empty'],
  [
    'apply needs an instead',
    rule('{ when: { run: a }, then: ask, apply: true }'),
    '3:36 `apply` replaces `when.run` with `instead`, but the rule has no `instead`',
  ],
  [
    'apply needs a run pattern',
    rule('{ when: { tool: a }, then: ask, instead: b, apply: true }'),
    '3:49 `apply` replaces `when.run` with `instead`, but the rule has no `when.run`',
  ],
  [
    'apply is true or false',
    rule('{ when: { run: a }, then: ask, instead: b, apply: yes }'),
    '3:55 `apply` must be `true` or `false`, not `yes`',
  ],
  [
    'because is a string',
    rule('{ because: 5, when: { run: a }, then: ask }'),
    '3:16 `because` must be a string, not `5`',
  ],
  [
    'match is a list of strings',
    rule('{ match: [[a]], when: { run: a }, then: ask }'),
    '3:15 entry 1 of `match` must be a string, not a list',
  ],
  [
    'an id must be unique',
    `${rule('{ id: a, when: { run: a }, then: ask }')}  - { when: { run: b }, id: a, then: ask }\n`,
    '4:29 rule id `a` is already used on line 3',
  ],
  [
    'an id must not equal the default id of a later rule',
    `${rule('{ id: rule-2, when: { run: a }, then: ask }')}  - { when: { run: b }, then: ask }\n`,
    '4:5 rule id `rule-2` is already used on line 3',
  ],
  [
    'an unknown key in when is refused',
    when('conect: x'),
    '3:26 unknown key `conect` in `when`; did you mean `connect`?',
  ],
  [
    'a program that YAML reads as true must be quoted',
    when('run: true'),
    '3:31 `run` must be a string or a list of strings, not `true`; put it in quotes',
  ],
  ['a run is not empty', when('run: ""'), '3:31 `run` must start with a program'],
  ['a run does not start with a flag', when('run: [ls, --force]'), '3:36 entry 2 of `run` must start with a program'],
  ['a run is not an empty list', when('run: []'), '3:31 `run` must name at least one'],
  ['a path is not empty', when('write: ["  "]'), '3:34 entry 1 of `write` must not be empty'],
  ['paths are strings', when('touch: { a: b }'), '3:33 `touch` must be a string or a list of strings, not a map'],
  ['a host is not a URL', when('connect: https://example.com'), '3:35 `connect` must be a host'],
  ['a change has a slash', when('change: git'), '3:34 `change` must be a system and an action with one `/`'],
  ['a change has one slash', when('change: [a/b, a/b/c]'), '3:40 entry 2 of `change` must be a system'],
  ['a change has two sides', when('change: git/'), '3:34 `change` must be a system'],
  ['opaque is true', when('opaque: false'), '3:34 `opaque` must be `true`, or the key left out, not `false`'],
  [
    'effects have kinds',
    when('effect: runn'),
    '3:34 `effect` must be `run`, `read`, `write`, `delete`, `connect`, `change`, `spawn` or `opaque`, not `runn`; did you mean `run`?',
  ],
  [
    'every wrong entry is reported',
    when('effect: [runn, run, reed]'),
    '3:35 entry 1 of `effect`',
    '3:46 entry 3 of `effect`',
  ],
  ['in takes zones', when('in: workspaces'), '3:30 `in` must be `workspace`, '],
  [
    'code is known, project or unknown',
    when('code: mine'),
    '3:32 `code` must be `known`, `project` or `unknown`, not `mine`',
  ],
  [
    'where takes one of four places',
    when('where: ssh'),
    '3:33 `where` must be `local`, `host`, `container` or `pod`, not `ssh`',
  ],
  [
    'a tier is one word',
    when('tier: [read]'),
    '3:32 `tier` must be `read`, `write`, `execute` or `destructive`, not a list',
  ],
  [
    'a risk is one word',
    when('risk: hihg'),
    '3:32 `risk` must be `low`, `medium`, `high` or `critical`, not `hihg`; did you mean `high`?',
  ],
  ['sends is true or false', when('sends: maybe'), '3:33 `sends` must be `true` or `false`, not `maybe`'],
  ['input is a map', when('input: [a]'), '3:33 `input` must be a map of input keys to values, not a list'],
  ['input is not empty', when('input: {}'), '3:33 `input` must name at least one key'],
  [
    'an input value is a scalar or a list',
    when('input: { a: { b: c } }'),
    '3:38 `a` must be a string, a number, `true`, `false` or a list',
  ],
  ['an input value is not null', when('input: { a: [x, null] }'), '3:42 entry 2 of `a` has no value'],
  ['an input list is not empty', when('input: { a: [] }'), '3:38 `a` must name at least one'],
  ['a regular expression is not empty', when("text: ''"), '3:32 `text` must not be empty'],
  [
    'a regular expression is short',
    when(`text: ${'a'.repeat(limits.regexChars + 1)}`),
    '3:32 `text` must have at most 1000 characters',
  ],
  [
    'all errors are reported at once, in order',
    'version: 2\nrules:\n  - when: { rum: a }\n    then: x\nmode: y\n',
    '1:10 `version`',
    '3:13 unknown key `rum`',
    '4:11 `then`',
    '5:7 `mode`',
  ],
  [
    'syntax errors and invalid values are reported together',
    'mode: x\nmode: y\nextends: *a\n',
    '1:1 the policy has no',
    '1:7 `mode`',
    '2:1 key `mode`',
    '3:10 alias',
  ],
  [
    'strings of the file cannot move the cursor',
    top('mode: "\\e[2J\\u202E`"'),
    '2:7 `mode` must be `allow`, `auto`, `ask_for_dangerous`, `ask_for_writes`, `ask`, `deny` or `watch`, not `\\u{1b}[2J\\u{202e}\\u{60}`',
  ],
  [
    'long strings of the file are cut',
    top(`${'k'.repeat(500)}: 1`),
    `2:1 unknown key \`${'k'.repeat(80)}…\` in the policy`,
  ],
  [
    'too many rules are refused',
    `version: 1\nrules:\n${'  - {}\n'.repeat(limits.policyRules + 1)}`,
    '1:1 the policy has more than 20000 rules',
  ],
  ['a huge rule is refused', when(`run: [${'a,'.repeat(10_000)}]`), '3:5 this has more than 10000 values'],
  ['a huge setting is refused', top(`sensitive: [${'a,'.repeat(10_000)}]`), '2:12 this has more than 10000 values'],
]

describe.each([
  ['syntax', syntax],
  ['settings', settings],
  ['rules', rules],
] as const)('a bad file: %s', (_, rows) => {
  it.each(rows)('%s', (_sentence, source, ...expected) => {
    const result = readPolicy(source, 'p.yaml')
    const faults = result.ok ? [] : result.faults
    const texts = faults.map(fault => `${fault.at?.line}:${fault.at?.column} ${fault.message}`)
    expect(texts.map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected)
    for (const fault of faults) {
      expect(fault.code).toBe('policy_invalid')
      expect(fault.at?.file).toBe('p.yaml')
      expect(fault.message).toMatch(/^(?![A-Z])[^\n]*[^.\n]$/)
    }
  })
})

it('there are at least 60 bad files', () => {
  expect(syntax.length + settings.length + rules.length).toBeGreaterThanOrEqual(60)
})

it('after 200 errors the rest is left out, with a note', () => {
  const result = readPolicy(top(Array.from({ length: 500 }, (_, i) => `key${i}: 1`).join('\n')), 'p.yaml')
  const faults = result.ok ? [] : result.faults
  expect(faults.length).toBe(201)
  expect(faults.at(-1)?.message).toBe('more than 200 errors; fix the ones above first')
})
