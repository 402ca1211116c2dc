import { describe, expect, test } from 'vitest'
import type { Run } from '../../core/effect.ts'
import { effectText } from '../../core/effect-text.ts'
import { noFacts } from '../../core/facts.ts'
import { baseName } from '../../core/path.ts'
import type { PolicyTable, PolicyTables, ProgramTable } from '../../core/program-table.ts'
import { madeUpPlace, memoryFacts } from '../../testing.ts'
import { analyse } from '../analyse.ts'
import { programFamilies } from '../programs/families.ts'

/** Tables from a policy, the highest layer first. */
function taught(...rows: readonly (readonly [name: string, table: ProgramTable, vouches?: boolean])[]): PolicyTables {
  const tables = new Map<string, PolicyTable[]>()
  for (const [line, [name, table, vouches = true]] of rows.entries()) {
    const from = { layer: 'user', file: 'p.yaml', line } as const
    tables.set(baseName(name), [...(tables.get(baseName(name)) ?? []), { name, table, from, vouches }])
  }
  return tables
}

const facts = memoryFacts({ files: { '/opt/acme/linked': { link: '/home/dev/project/evil' } } })

const effectsOf = (command: string, tables: PolicyTables | null) =>
  analyse(command, { place: madeUpPlace, facts, sensitive: [], tables }).effects

/** The effects of a command; a run is shown as its kind of code and its tier. */
const effectLines = (command: string, tables: PolicyTables | null): readonly string[] =>
  effectsOf(command, tables).map(effect =>
    effect.kind === 'run' ? `${effect.code} ${effect.tier}` : effectText(effect).replaceAll(`${madeUpPlace.cwd}/`, ''),
  )

const reads: ProgramTable = { tier: 'read', operands: 'read' }
const deletes: ProgramTable = { tier: 'destructive', operands: 'delete' }
const wraps: ProgramTable = { tier: 'read', options: { '-q': 'plain' }, operands: 'command' }

type Row = readonly [sentence: string, tables: PolicyTables | null, command: string, ...wanted: string[]]

const rows: readonly Row[] = [
  ['a program without a table is unknown', null, 'acme a', 'unknown execute'],
  ['a bare name is known by its table', taught(['acme', reads]), 'acme a', 'known read', 'read a'],
  [
    'a bare name after a wrapper is known by its table',
    taught(['acme', reads]),
    'nice acme a',
    'known read',
    'known read',
    'read a',
  ],
  [
    'an option that is not listed is opaque',
    taught(['acme', reads]),
    'acme -x',
    'known read',
    'opaque unknown option `-x` of `acme`',
  ],
  [
    'a wrapper from a policy runs the wrapped command',
    taught(['acme', wraps]),
    'acme -q rm a',
    'known read',
    'known write',
    'delete a',
  ],
  [
    'a wrapper does not hide an unknown program',
    taught(['acme', wraps]),
    'acme other',
    'known read',
    'unknown execute',
  ],
  [
    'a path does not match a bare name, but the effects of the named program count',
    taught(['acme', deletes]),
    '/opt/x/acme a',
    'unknown destructive',
    'delete a',
  ],
  [
    'a path in a directory of programs does not match a bare name either',
    taught(['acme', reads]),
    '/usr/bin/acme a',
    'unknown execute',
    'read a',
  ],
  ['an absolute path is known by its table', taught(['/opt/x/acme', reads]), '/opt/x/acme a', 'known read', 'read a'],
  [
    'an absolute path matches in any spelling',
    taught(['/opt/x/acme', reads]),
    '/opt/y/../x/acme a',
    'known read',
    'read a',
  ],
  [
    'an absolute path matches from any directory',
    taught(['/opt/x/acme', reads]),
    'cd /opt/x && ./acme /a',
    'known read',
    'read /a',
  ],
  ['a table for a path does not apply to the bare name', taught(['/opt/x/acme', reads]), 'acme a', 'unknown execute'],
  [
    'a table for a path does not apply to another path',
    taught(['/opt/x/acme', reads]),
    '/opt/y/acme a',
    'unknown execute',
  ],
  [
    'a table for a path does not apply on another machine',
    taught(['/opt/x/acme', reads]),
    'ssh h /opt/x/acme a',
    'known execute',
    'connect h sends',
    'unknown execute',
  ],
  ['a path from the home is known', taught(['~/bin/acme', reads]), '~/bin/acme a', 'known read', 'read a'],
  [
    'a program of the workspace stays project code',
    taught(['./t/gen.sh', reads]),
    './t/gen.sh a',
    'project execute',
    'read a',
  ],
  [
    'a workspace program matches with or without the leading dot',
    taught(['t/gen.sh', reads]),
    't/gen.sh a',
    'project execute',
    'read a',
  ],
  [
    'a workspace program matches from a subdirectory',
    taught(['./t/gen.sh', reads]),
    'cd t && ./gen.sh ../a',
    'project execute',
    'read a',
  ],
  [
    'a higher tier counts for a workspace program too',
    taught(['./t/gen.sh', deletes]),
    './t/gen.sh a',
    'project destructive',
    'delete a',
  ],
  [
    '`--help` does not make a workspace program harmless',
    taught(['./t/gen.sh', deletes]),
    './t/gen.sh --help',
    'project execute',
  ],
  [
    'an absolute path into the workspace does not bypass project code',
    taught([`${madeUpPlace.cwd}/x`, reads]),
    './x a',
    'project execute',
    'read a',
  ],
  [
    'a link into the workspace does not bypass project code',
    taught(['/opt/acme/linked', reads]),
    '/opt/acme/linked a',
    'project execute',
    'read a',
  ],
  [
    'a program in scratch space stays unknown, since anyone can write there',
    taught(['/tmp/acme', reads]),
    '/tmp/acme a',
    'unknown execute',
    'read a',
  ],
  [
    'a table that does not vouch still adds its effects',
    taught(['acme', deletes, false]),
    'acme a',
    'unknown destructive',
    'delete a',
  ],
  [
    'the first of two tables counts',
    taught(['acme', deletes], ['acme', reads]),
    'acme a',
    'known destructive',
    'delete a',
  ],
  [
    'a path in a lower layer does not hide a name in a higher layer',
    taught(['acme', deletes], ['/opt/x/acme', reads]),
    '/opt/x/acme a',
    'unknown destructive',
    'delete a',
  ],
  [
    'a name only known at run time has no table',
    taught(['acme', reads]),
    'ac$x a',
    'unknown execute',
    'opaque a program only known at run time: `ac$x`',
  ],
  [
    'another search path finds another program',
    taught(['acme', reads]),
    'PATH=/tmp/x acme a',
    'unknown execute',
    'opaque `PATH` in the environment runs code: `/tmp/x`',
    'read a',
  ],
  [
    'a search path into the workspace may find a program that the agent wrote',
    taught(['acme', reads]),
    'PATH=./bin:$PATH acme a',
    'unknown execute',
    'read a',
  ],
  [
    'an exported search path counts for the rest of the call',
    taught(['acme', reads]),
    'export PATH=./bin:$PATH; acme a',
    'unknown execute',
    'read a',
  ],
  [
    'a function of that name replaces the program',
    taught(['acme', reads]),
    'acme() { rm "$1"; }; acme a',
    'known write',
    'delete a',
  ],
]

test.each(rows.map(([sentence, tables, command, ...wanted]) => ({ sentence, tables, command, wanted })))(
  '$sentence',
  ({ tables, command, wanted }) => {
    expect(effectLines(command, tables)).toEqual(wanted)
  },
)

test('the run records the table it came from', () => {
  const [run] = effectsOf('acme a', taught(['acme', reads]))
  expect((run as Run).table).toEqual({ layer: 'user', file: 'p.yaml', line: 0, vouches: true })
})

describe('a policy table never applies to a program that Sallyport knows', () => {
  const names = Object.values(programFamilies).flatMap(programs => Object.keys(programs).flatMap(key => key.split(' ')))
  const everything = taught(...names.map(name => [name, { tier: 'read', otherOptions: 'plain' }] as const))
  test(`for all ${names.length} known programs`, () => {
    const world = { place: madeUpPlace, facts: noFacts, sensitive: [] }
    const differ = names.filter(name => {
      const commands = [`${name} --zap a b`, `./${name} a`, `/usr/bin/${name} -rf a`]
      return commands.some(
        one => JSON.stringify(analyse(one, { ...world, tables: everything })) !== JSON.stringify(analyse(one, world)),
      )
    })
    expect(names.length).toBeGreaterThan(900)
    expect(differ).toEqual([])
  })
})
