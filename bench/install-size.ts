import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Measures what `npm i -g sallyport` puts on a disk, without and with the optional packages, and the files that a hook loads.
 * Packages that only some people need must not grow the first number.
 */
const goalMegabytes = 20

const root = process.cwd()
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const optional = Object.entries<string>(peerDependencies).map(([name, range]) => `${name}@${range}`)
const base = mkdtempSync(join(tmpdir(), 'sallyport-size-'))

interface Size {
  readonly bytes: number
  readonly files: number
}

function sizeOf(path: string): Size {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return { bytes: stat.size, files: 1 }
  return readdirSync(path)
    .map(name => sizeOf(join(path, name)))
    .reduce((a, b) => ({ bytes: a.bytes + b.bytes, files: a.files + b.files }), { bytes: 0, files: 0 })
}

const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1).padStart(7)} MB`
const row = (name: string, { bytes, files }: Size): void =>
  console.log(`  ${name.padEnd(44)} ${inMegabytes(bytes)}   ${String(files).padStart(6)} files`)

/** Installs packages as a user would, into a prefix of its own; null if the registry cannot be reached. */
function install(name: string, packages: readonly string[]): string | null {
  const prefix = join(base, name)
  mkdirSync(prefix)
  const flags = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', prefix]
  try {
    execFileSync('npm', ['install', '-g', ...flags, ...packages], { stdio: 'ignore', timeout: 180_000 })
    return join(prefix, 'lib', 'node_modules')
  } catch {
    console.error(`${name}: NOT MEASURED: npm cannot install here`)
    return null
  }
}

function packedFile(): string {
  const flags = ['--silent', '--ignore-scripts', '--pack-destination', base]
  const printed = execFileSync('npm', ['pack', ...flags], { cwd: root, encoding: 'utf8' })
  return join(base, printed.trim().split('\n').at(-1) ?? '')
}

try {
  const tarball = packedFile()
  console.log('on the disk')
  row('the packed file', sizeOf(tarball))
  for (const file of ['hook.cjs', 'hook']) row(`what a hook loads: dist/${file}`, sizeOf(join(root, 'dist', file)))
  const plain = install('plain', [tarball])
  const full = install('full', [tarball, ...optional])
  if (plain !== null) {
    const all = sizeOf(plain)
    row('npm i -g sallyport', all)
    row('  Sallyport itself', withoutModules(join(plain, 'sallyport')))
    for (const [name, size] of largest(join(plain, 'sallyport', 'node_modules'))) row(`  ${name}`, size)
    if (full !== null) {
      const more = sizeOf(full)
      row(`with ${optional.length} optional packages`, more)
      console.log(`the optional packages make it ${(more.bytes / all.bytes).toFixed(1)} × as large`)
    }
    const isOver = all.bytes > goalMegabytes * 2 ** 20
    console.log(`the goal for \`npm i -g sallyport\` is ${goalMegabytes} MB${isOver ? ': OVER THE GOAL' : ''}`)
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

function withoutModules(folder: string): Size {
  const [whole, modules] = [sizeOf(folder), sizeOf(join(folder, 'node_modules'))]
  return { bytes: whole.bytes - modules.bytes, files: whole.files - modules.files }
}

/** The five largest packages; those of a scope count together. */
function largest(modules: string): readonly (readonly [string, Size])[] {
  return readdirSync(modules)
    .filter(name => !name.startsWith('.'))
    .map(name => [name, sizeOf(join(modules, name))] as const)
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .slice(0, 5)
}
