import { describe, expect, test } from 'vitest'
import type { Run } from '../../../core/effect.ts'
import { effectText } from '../../../core/effect-text.ts'
import { noFacts } from '../../../core/facts.ts'
import { baseName } from '../../../core/path.ts'
import type { PolicyTable, PolicyTables, ProgramTable } from '../../../core/program-table.ts'
import { madeUpPlace, memoryFacts } from '../../../testing.ts'
import { analyse } from '../../analyse.ts'
import { programFamilies } from '../index.ts'

/** Tables as a policy brings them, the highest layer first. */
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

/** What a command does, runs with what is known of them. */
const told = (command: string, tables: PolicyTables | null): readonly string[] =>
  effectsOf(command, tables).map(effect =>
    effect.kind === 'run' ? `${effect.code} ${effect.tier}` : effectText(effect).replaceAll(`${madeUpPlace.cwd}/`, ''),
  )

const reads: ProgramTable = { tier: 'read', operands: 'read' }
const deletes: ProgramTable = { tier: 'destructive', operands: 'delete' }
const wraps: ProgramTable = { tier: 'read', options: { '-q': 'plain' }, operands: 'command' }

type Row = readonly [sentence: string, tables: PolicyTables | null, command: string, ...told: string[]]

const rows: readonly Row[] = [
  ['without a table it is unknown', null, 'acme a', 'unknown execute'],
  ['a bare name is known by its table', taught(['acme', reads]), 'acme a', 'known read', 'read a'],
  ['also behind a wrapper', taught(['acme', reads]), 'nice acme a', 'known read', 'known read', 'read a'],
  [
    'an option that is not listed is opaque',
    taught(['acme', reads]),
    'acme -x',
    'known read',
    'opaque unknown option `-x` of `acme`',
  ],
  ['a wrapper runs what it wraps', taught(['acme', wraps]), 'acme -q rm a', 'known read', 'known write', 'delete a'],
  ['a wrapper hides no unknown program', taught(['acme', wraps]), 'acme other', 'known read', 'unknown execute'],
  [
    'a path is not its bare name, and does what its namesake does',
    taught(['acme', deletes]),
    '/opt/x/acme a',
    'unknown destructive',
    'delete a',
  ],
  ['not even in a directory of programs', taught(['acme', reads]), '/usr/bin/acme a', 'unknown execute', 'read a'],
  ['an absolute path is known by its table', taught(['/opt/x/acme', reads]), '/opt/x/acme a', 'known read', 'read a'],
  ['however it is spelled', taught(['/opt/x/acme', reads]), '/opt/y/../x/acme a', 'known read', 'read a'],
  ['from wherever it is started', taught(['/opt/x/acme', reads]), 'cd /opt/x && ./acme /a', 'known read', 'read /a'],
  ['a path says nothing about the bare name', taught(['/opt/x/acme', reads]), 'acme a', 'unknown execute'],
  ['nor about another path', taught(['/opt/x/acme', reads]), '/opt/y/acme a', 'unknown execute'],
  [
    'nor about another machine',
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
  ['with or without the dot', taught(['t/gen.sh', reads]), 't/gen.sh a', 'project execute', 'read a'],
  ['from below', taught(['./t/gen.sh', reads]), 'cd t && ./gen.sh ../a', 'project execute', 'read a'],
  ['a worse tier counts there too', taught(['./t/gen.sh', deletes]), './t/gen.sh a', 'project destructive', 'delete a'],
  ['help does not make it harmless', taught(['./t/gen.sh', deletes]), './t/gen.sh --help', 'project execute'],
  [
    'an absolute path into the workspace is no way round',
    taught([`${madeUpPlace.cwd}/x`, reads]),
    './x a',
    'project execute',
    'read a',
  ],
  ['nor is a link into it', taught(['/opt/acme/linked', reads]), '/opt/acme/linked a', 'project execute', 'read a'],
  ['scratch space is for anyone to write', taught(['/tmp/acme', reads]), '/tmp/acme a', 'unknown execute', 'read a'],
  [
    'a table that vouches for nothing adds its effects',
    taught(['acme', deletes, false]),
    'acme a',
    'unknown destructive',
    'delete a',
  ],
  [
    'of two tables the first counts',
    taught(['acme', deletes], ['acme', reads]),
    'acme a',
    'known destructive',
    'delete a',
  ],
  [
    'a path of a lower layer does not hide the name of a higher one',
    taught(['acme', deletes], ['/opt/x/acme', reads]),
    '/opt/x/acme a',
    'unknown destructive',
    'delete a',
  ],
  [
    'a name that is not known beforehand has no table',
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
    'a search path into the workspace may find what the agent wrote',
    taught(['acme', reads]),
    'PATH=./bin:$PATH acme a',
    'unknown execute',
    'read a',
  ],
  ['for the rest of the call', taught(['acme', reads]), 'export PATH=./bin:$PATH; acme a', 'unknown execute', 'read a'],
  [
    'a function of that name is the function',
    taught(['acme', reads]),
    'acme() { rm "$1"; }; acme a',
    'known write',
    'delete a',
  ],
]

test.each(rows.map(([sentence, tables, command, ...wanted]) => ({ sentence, tables, command, wanted })))(
  '$sentence',
  ({ tables, command, wanted }) => {
    expect(told(command, tables)).toEqual(wanted)
  },
)

test('the run says which table told', () => {
  const [run] = effectsOf('acme a', taught(['acme', reads]))
  expect((run as Run).table).toEqual({ layer: 'user', file: 'p.yaml', line: 0, vouches: true })
})

describe('no table of a policy says anything about a program that Sallyport knows', () => {
  const names = Object.values(programFamilies).flatMap(programs => Object.keys(programs).flatMap(key => key.split(' ')))
  const everything = taught(...names.map(name => [name, { tier: 'read', otherOptions: 'plain' }] as const))
  test(`all ${names.length} of them`, () => {
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
