import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The architecture: a file may import from its own group and from those left of it. */
const groups = [
  ['core'],
  ['shell', 'tools', 'guard', 'policy', 'approvals', 'audit', 'fence'],
  ['gate'],
  ['io'],
  ['runtime', 'adapters', 'server', 'cli', 'documents', 'index.ts', 'testing.ts'],
]
const pure = new Set(groups.slice(0, 3).flat())
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

const src = resolve(import.meta.dirname, '..', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => join(src, file))

const part = (file: string): string => relative(src, file).split('/')[0] ?? ''
const rank = (name: string): number => groups.findIndex(group => group.includes(name))

/** Import and export specifiers, static and dynamic. */
const importsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^|\s)(?:import|export)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
    ),
  ].map(found => found[1] ?? found[2] ?? found[3] ?? '')

describe('the import graph', () => {
  test('looks at every source file', () => {
    expect(files.length).toBeGreaterThan(60)
  })

  test('every file belongs to a group', () => {
    expect(files.map(part).filter(name => rank(name) < 0)).toEqual([])
  })

  test('imports point leftwards only', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(specifier => specifier.startsWith('.'))
        .map(specifier => resolve(dirname(file), specifier))
        .filter(target => rank(part(target)) > rank(part(file)))
        .map(target => `${relative(src, file)} -> ${relative(src, target)}`),
    )
    expect(wrong).toEqual([])
  })

  test('the pure part imports no Node module and few packages', () => {
    const wrong = files
      .filter(file => pure.has(part(file)))
      .flatMap(file =>
        importsOf(file)
          .filter(specifier => !specifier.startsWith('.'))
          .filter(
            specifier =>
              !purePackages.has(
                specifier
                  .split('/')
                  .slice(0, specifier.startsWith('@') ? 2 : 1)
                  .join('/'),
              ),
          )
          .map(specifier => `${relative(src, file)} -> ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  test('the pure part reads no clock, no randomness and no process', () => {
    const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|setTimeout|setInterval|fetch\(|globalThis\.crypto)/
    expect(
      files
        .filter(file => pure.has(part(file)) && impure.test(withoutComments(readFileSync(file, 'utf8'))))
        .map(file => relative(src, file)),
    ).toEqual([])
  })

  test('folders of the pure part do not import each other in circles', () => {
    const edges = new Map<string, Set<string>>()
    for (const file of files.filter(one => pure.has(part(one)))) {
      for (const specifier of importsOf(file).filter(one => one.startsWith('.'))) {
        const target = part(resolve(dirname(file), specifier))
        if (target !== part(file)) edges.set(part(file), (edges.get(part(file)) ?? new Set()).add(target))
      }
    }
    expect(circles(edges)).toEqual([])
  })
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const found: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) return void found.push([...path.slice(path.indexOf(node)), node].join(' -> '))
    for (const next of edges.get(node) ?? []) visit(next, [...path, node])
  }
  for (const node of edges.keys()) visit(node, [])
  return [...new Set(found)]
}
