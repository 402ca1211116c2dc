import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8')

/** Each example with the output that the page shows for it. */
const examples = page
  .split(/^## /m)
  .flatMap(section =>
    [...section.matchAll(/^```ts\n(.*?)^```\n+It prints:\n+```text\n(.*?)^```$/gms)].map(
      ([, code = '', output = '']) => ({ title: section.split('\n')[0] ?? '', code, output }),
    ),
  )

/** A project with the package as it is published. Its dependencies are those of this repository. */
function installed(): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-library-')))
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  })
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, 'sallyport'), { recursive: true })
  execFileSync('tar', ['-xzf', join(project, packed.trim()), '-C', join(modules, 'sallyport'), '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(modules, name))
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  return project
}

describe('docs/library.md', () => {
  let project = ''
  beforeAll(() => {
    project = installed()
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  test('shows at least five examples, and every one has its output', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5)
    expect([...page.matchAll(/^```ts$/gm)]).toHaveLength(examples.length)
  })

  test('every example compiles with `tsc --strict` against the published types', () => {
    for (const [i, { code }] of examples.entries()) writeFileSync(join(project, `example-${i}.ts`), code)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
    ]
    const files = examples.map((_, i) => `example-${i}.ts`)
    const compiled = spawnSync(process.execPath, [tsc, ...options, ...files], { cwd: project, encoding: 'utf8' })
    expect(compiled.stdout).toBe('')
    expect(compiled.status).toBe(0)
  })

  test.each(examples.map((example, i) => ({ ...example, i })))('$title prints what the page says', ({ i, output }) => {
    const work = join(project, `work-${i}`)
    const home = join(project, `home-${i}`)
    mkdirSync(join(work, '.git'), { recursive: true })
    mkdirSync(home)
    writeFileSync(join(work, 'notes.txt'), 'x')
    const ran = spawnSync(process.execPath, [join(project, `example-${i}.js`)], {
      cwd: work,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe(output)
  })

  test('the published types name no internal requirements', () => {
    const types = readdirSync(join(project, 'node_modules/sallyport/dist'), {
      recursive: true,
      encoding: 'utf8',
    }).filter(name => name.endsWith('.d.ts'))
    expect(types.length).toBeGreaterThan(100)
    const told = types.flatMap(name =>
      [...readFileSync(join(project, 'node_modules/sallyport/dist', name), 'utf8').matchAll(/\b[RC]\d{1,3}\b/g)].map(
        ([id]) => `${name}: ${id}`,
      ),
    )
    expect(told).toEqual([])
  })
})
