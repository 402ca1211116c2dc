import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Does, ProgramTable } from '../../core/program-table.ts'
import { programFamilies } from '../../shell/programs/families.ts'
import type { operandWords, optionWords } from '../schema/schema-does.ts'
import { readPolicy } from './read.ts'

/** A policy whose programs start in line 3, column 3. */
const policy = (text: string): string => `version: 1\nprograms:\n  ${text}\n`

function faultsOf(source: string): readonly string[] {
  const read = readPolicy(source, 'p.yaml')
  return read.ok ? [] : read.faults.map(({ at, message }) => `${at?.line}:${at?.column} ${message}`)
}

const good: readonly (readonly [sentence: string, text: string, table: ProgramTable])[] = [
  ['a tier is enough', '{ tier: read }', { tier: 'read' }],
  [
    'options keep their spellings',
    '{ tier: write, options: { "-o FILE, --output[=FILE]": write, -q: [plain, sends] } }',
    { tier: 'write', options: { '-o FILE, --output[=FILE]': 'write', '-q': ['plain', 'sends'] } },
  ],
  [
    'a value can decide',
    '{ tier: read, options: { "-X METHOD": { GET: plain, "PUT POST": [sends, change acme/update] } } }',
    { tier: 'read', options: { '-X METHOD': { GET: ['plain'], 'PUT POST': ['sends', 'change acme/update'] } } },
  ],
  ['all operands have one meaning', '{ tier: read, operands: command }', { tier: 'read', operands: 'command' }],
  [
    'operands have meanings by position',
    '{ tier: read, operands: [plain, read..., write] }',
    { tier: 'read', operands: ['plain', 'read...', 'write'] },
  ],
  [
    'operands have meanings by pattern',
    '{ tier: read, operands: { "+*": change acme/force, "*": plain } }',
    { tier: 'read', operands: { '+*': 'change acme/force', '*': 'plain' } },
  ],
  [
    'subcommands have their own tables, at any depth',
    '{ tier: read, commands: { "a b": { other_options: plain }, c: { commands: { d: { tier: write } } } } }',
    {
      tier: 'read',
      commands: { 'a b': { otherOptions: 'plain' }, c: { commands: { d: { tier: 'write' } } } },
    },
  ],
  [
    'keys of two words have an underscore',
    '{ tier: read, other_options: plain, single_dash: true, code: project }',
    { tier: 'read', otherOptions: 'plain', singleDash: true, code: 'project' },
  ],
  [
    'settings and variables are named by patterns',
    '{ tier: read, options: { -c KV: setting }, settings: { "hook.*": run }, env: { ACME_HOOK: run } }',
    { tier: 'read', options: { '-c KV': 'setting' }, settings: { 'hook.*': ['run'] }, env: { ACME_HOOK: ['run'] } },
  ],
  [
    'examples are kept',
    '{ tier: read, examples: { acme x: [], acme y: read y } }',
    { tier: 'read', examples: { 'acme x': [], 'acme y': ['read y'] } },
  ],
]

describe('a program', () => {
  it.each(good)('%s', (_sentence, text, table) => {
    const read = readPolicy(policy(`acme: ${text}`), 'p.yaml')
    expect(read.ok ? read.value.programs : read.faults).toEqual([{ names: ['acme'], line: 3, table }])
  })

  it('may have several names, and keeps its line', () => {
    const read = readPolicy(policy('a: { tier: read }\n  "acme ./tools/acme ~/bin/acme": { tier: read }'), 'p.yaml')
    expect(read.ok && read.value.programs[1]).toMatchObject({ names: ['acme', './tools/acme', '~/bin/acme'], line: 4 })
  })
})

const bad: readonly (readonly [sentence: string, text: string, ...faults: string[]])[] = [
  ['programs are a map', '[a]', '3:3 `programs` must be a map of programs, not a list'],
  ['a program is a map', 'acme: read', '3:9 `acme` must be a map, not `read`'],
  ['a program has a tier', 'acme: {}', '3:9 a program has no `tier`; say the worst it can do'],
  ['a tier is one of four', 'acme: { tier: red }', '3:17 `tier` must be `read`'],
  ['an unknown key has a nearest one', 'acme: { tier: read, opts: {} }', '3:23 unknown key `opts` in a program'],
  [
    'the spelling of code is not that of YAML',
    'acme: { tier: read, otherOptions: plain }',
    '3:23 unknown key `otherOptions` in a program; did you mean `other_options`?',
  ],
  [
    'a subcommand has no examples',
    'acme: { tier: read, commands: { x: { examples: {} } } }',
    '3:40 unknown key `examples` in a subcommand',
  ],
  [
    'a misspelt meaning has a nearest one',
    'acme: { tier: read, options: { -x: wirte } }',
    '3:38 `-x` must not be `wirte`; did you mean `write`?',
  ],
  [
    'a misspelt meaning in a list has a nearest one',
    'acme: { tier: read, options: { -x: [plain, wirte] } }',
    '3:46 entry 2 of `-x` must not be `wirte`; did you mean `write`?',
  ],
  [
    'a misspelt meaning by value has a nearest one',
    'acme: { tier: read, options: { -x V: { a: wirte } } }',
    '3:45 `a` must not be `wirte`; did you mean `write`?',
  ],
  [
    'an option cannot be a command',
    'acme: { tier: read, options: { -x: command } }',
    '3:38 `-x` must not be `command`',
  ],
  [
    'an operand cannot be a dry run',
    'acme: { tier: read, operands: dry run }',
    '3:33 `operands` must not be `dry run`; it can be `plain`',
  ],
  ['a run as a whole has no path', 'acme: { tier: read, does: write }', '3:29 `does` must not be `write`'],
  [
    'a change has a system and an action',
    'acme: { tier: read, does: change deploy }',
    '3:29 `does` must name a system and an action in lower case, such as `change deploy/push`',
  ],
  [
    'a pattern of operands has no spaces',
    'acme: { tier: read, operands: { "a b": write } }',
    '3:35 must be one pattern, without spaces',
  ],
  [
    'only one position may repeat',
    'acme: { tier: read, operands: [read..., write...] }',
    '3:33 `operands` must contain at most one `...`',
  ],
  [
    'a value in lower case is refused',
    'acme: { tier: read, options: { "-o file": write } }',
    '3:34 must be spellings as a manual prints them, values in capitals, such as `-o FILE --output=FILE`, not `-o file`',
  ],
  ['an option starts with a dash', 'acme: { tier: read, options: { out: write } }', '3:34 must be spellings'],
  ['a name is not a pattern', '"acme*": { tier: read }', "3:3 must be a program's name or path"],
  ['a name is not shell text', '"acme;x": { tier: read }', "3:3 must be a program's name or path"],
  ['a name does not contain `..`', '../acme: { tier: read }', '3:3 program `../acme` must be named without `..`'],
  [
    'a built-in program cannot be replaced',
    'rm: { tier: read }',
    '3:3 `rm` is built into Sallyport, and its table cannot be replaced; write rules about it instead',
  ],
  [
    'a versioned name of a built-in program cannot be replaced',
    'python3.99: { tier: read }',
    '3:3 `python3.99` is built into Sallyport',
  ],
  ['a path to a built-in program cannot be replaced', './bin/git: { tier: read }', '3:3 `git` is built into Sallyport'],
  ['a built-in name in capitals cannot be replaced', 'RM: { tier: read }', '3:3 `RM` is built into Sallyport'],
  [
    'a built-in name among other names cannot be replaced',
    '"acme bash": { tier: read }',
    '3:3 `bash` is built into Sallyport',
  ],
  ['Sallyport itself cannot be replaced', 'sallyport: { tier: read }', '3:3 `sallyport` is built into Sallyport'],
  ['a shell builtin cannot be replaced', 'eval: { tier: read }', '3:3 `eval`'],
  [
    'two tables for one name are refused',
    'acme: { tier: read }\n  ./x/acme: { tier: write }',
    '4:3 `acme` already has a table on line 3; keep one of them',
  ],
  [
    'other_options needs tier read',
    'acme: { tier: write, other_options: plain }',
    '3:24 `other_options: plain` is only for tier `read`, and this has tier `write`; list the options',
  ],
  [
    'other_options of a subcommand needs tier read',
    'acme: { tier: write, commands: { x: { other_options: plain } } }',
    '3:41 `other_options: plain` is only for tier `read`',
  ],
]

it('a policy can use every meaning that the built-in tables use', () => {
  type Word = (typeof operandWords | typeof optionWords)[number] | `change ${string}/${string}` | `opaque ${string}`
  expectTypeOf<Exclude<Does, Word>>().toBeNever()
})

describe('a fault', () => {
  it.each(bad.map(([sentence, text, ...faults]) => ({ sentence, text, faults })))('$sentence', ({ text, faults }) => {
    const found = faultsOf(policy(text))
    expect(found.map((fault, i) => fault.slice(0, faults[i]?.length))).toEqual(faults)
  })

  it('every built-in program is refused', () => {
    const names = Object.values(programFamilies).flatMap(programs =>
      Object.keys(programs).flatMap(key => key.split(' ')),
    )
    const taken = names.filter(name => /^[\w@%+:.-]+$/.test(name))
    const faults = new Set(taken.filter(name => faultsOf(policy(`${name}: { tier: read }`)).length > 0))
    expect(taken.filter(name => !faults.has(name))).toEqual([])
    expect(taken.length).toBeGreaterThan(900)
  })
})
