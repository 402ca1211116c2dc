import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The architecture: a file may import from its own group and from the groups before it. The first key is `src` itself;
 * the others are folders of `src` that have an order of their own.
 */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '': [
    ['core'],
    ['shell', 'tools', 'guard', 'policy', 'approvals', 'audit', 'fence', 'trial'],
    ['gate'],
    ['explain'],
    ['io'],
    ['runtime', 'adapters', 'server', 'cli', 'documents', 'index.ts', 'testing.ts'],
  ],
  shell: [
    ['addresses', 'syntax', 'sql'],
    ['frame', 'code'],
    ['expansion'],
    ['output', 'provenance'],
    ['programs'],
    ['interpreter'],
    ['analyse.ts', 'analysis.ts'],
  ],
  'shell/programs': [
    ['engine'],
    ['shared'],
    [
      ...[
        'agents',
        'building',
        'cloud',
        'containers',
        'databases',
        'files',
        'languages',
        'machine',
        'network',
        'packages',
      ],
      ...['text', 'version-control'],
    ],
    ['families.ts', 'programs-by-name.ts', 'find-program.ts', 'name-arguments.ts'],
  ],
}

const pure = new Set([
  'core',
  'shell',
  'tools',
  'guard',
  'policy',
  'approvals',
  'audit',
  'fence',
  'trial',
  'gate',
  'explain',
])
const purePackages = new Set([
  'unbash',
  'valibot',
  'js-yaml',
  're2js',
  '@noble/hashes',
  '@lezer/common',
  '@lezer/javascript',
  '@lezer/php',
  '@lezer/python',
])

const mostFilesInFolder = 30
const mostFilesInCycle = 5

const src = resolve(import.meta.dirname, '..', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const sourceOf = (file: string): string => readFileSync(join(src, file), 'utf8')

/** Import and export specifiers, static and dynamic, types included. */
const specifiersIn = (file: string): readonly string[] =>
  [
    ...sourceOf(file).matchAll(
      /(?:^|\s)(?:import|export)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
    ),
  ].map(found => found[1] ?? found[2] ?? found[3] ?? '')

/** The files of `src` that each file imports. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  files.map(file => [
    file,
    specifiersIn(file)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => relative(src, resolve(src, dirname(file), specifier))),
  ]),
)

/** The next step of a path below a folder: `shell/syntax/parse.ts` below `shell` is `syntax`. */
const stepBelow = (folder: string, file: string): string =>
  file.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] ?? ''
const topFolder = (file: string): string => stepBelow('', file)
const isBelow = (folder: string, file: string): boolean => folder === '' || file.startsWith(`${folder}/`)

describe('the import graph', () => {
  test('covers the source files', () => {
    expect(files.length).toBeGreaterThan(500)
    expect([...imports.values()].flat().filter(target => !files.includes(target) && !target.endsWith('.cjs'))).toEqual(
      [],
    )
  })

  for (const [folder, groups] of Object.entries(layers)) {
    const rank = (file: string): number => groups.findIndex(group => group.includes(stepBelow(folder, file)))
    const own = files.filter(file => isBelow(folder, file))

    test(`every part of src/${folder} has a layer`, () => {
      expect(own.filter(file => rank(file) < 0)).toEqual([])
    })

    test(`imports inside src/${folder} never point to a later layer`, () => {
      const wrong = own.flatMap(file =>
        (imports.get(file) ?? [])
          .filter(target => isBelow(folder, target) && rank(target) > rank(file))
          .map(target => `${file} -> ${target}`),
      )
      expect(wrong).toEqual([])
    })
  }

  test('the pure part imports no Node module and few packages', () => {
    const wrong = files
      .filter(file => pure.has(topFolder(file)))
      .flatMap(file =>
        specifiersIn(file)
          .filter(specifier => !specifier.startsWith('.') && !purePackages.has(packageOf(specifier)))
          .map(specifier => `${file} -> ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  test('the pure part reads no clock, no randomness and no process', () => {
    const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|setTimeout|setInterval|fetch\(|globalThis\.crypto)/
    expect(files.filter(file => pure.has(topFolder(file)) && impure.test(withoutComments(sourceOf(file))))).toEqual([])
  })

  test('folders of the pure part do not import each other in cycles', () => {
    const folders = new Map<string, readonly string[]>()
    for (const [file, targets] of imports) {
      const from = topFolder(file)
      if (!pure.has(from)) continue
      const others = targets.map(topFolder).filter(to => to !== from)
      folders.set(from, [...new Set([...(folders.get(from) ?? []), ...others])])
    }
    expect(cycles(folders)).toEqual([])
  })

  test(`no import cycle has more than ${mostFilesInCycle} files, types included`, () => {
    expect(cycles(imports).filter(cycle => cycle.length > mostFilesInCycle)).toEqual([])
  })
})

describe('the source tree', () => {
  test(`no folder holds more than ${mostFilesInFolder} files of its own`, () => {
    const counts = new Map<string, number>()
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > mostFilesInFolder)).toEqual([])
  })

  test('an exported name means one thing', () => {
    const exporters = new Map<string, string[]>()
    for (const file of files) {
      if (file.endsWith('.fixture.ts')) continue
      for (const [, name = ''] of sourceOf(file).matchAll(
        /^export (?:async )?(?:const|let|function|interface|type|class) (\w+)/gm,
      ))
        exporters.set(name, [...(exporters.get(name) ?? []), file])
    }
    const repeated = [...exporters].filter(([, all]) => all.filter(file => !implementsInterface(file)).length > 1)
    expect(repeated).toEqual([])
  })
})

/** Folders whose files all implement one interface, each with the same export names: commands, families, languages, dialects. */
const implementsInterface = (file: string): boolean =>
  /^(cli|shell\/programs\/(?!engine|shared)|shell\/code\/(javascript|perl|php|python|ruby)\/|adapters\/hooks|policy\/dialects)\b/.test(
    file,
  )

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

/** The groups of nodes that reach each other (Tarjan's strongly connected components of two nodes or more). */
function cycles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string): number => {
    const own = index.size
    index.set(node, own)
    lowest.set(node, own)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const reached = index.has(next) ? (stack.includes(next) ? index.get(next) : undefined) : visit(next)
      lowest.set(node, Math.min(lowest.get(node) ?? own, reached ?? own))
    }
    if (lowest.get(node) === own) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group.sort())
    }
    return lowest.get(node) ?? own
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}
