import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

/** Numbers that look random and are the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const names = ['a', 'b', 'c.txt', 'd e', "it's", 'ü', '-x', 'new\nline', 'sub', '.hidden']

/** Makes a tree of files, directories and links. */
export function makeTree(root: string, random: (below: number) => number): void {
  mkdirSync(root, { recursive: true })
  const fill = (directory: string, depth: number) => {
    for (const name of names) {
      const path = `${directory}/${name}`
      const kind = random(10)
      if (kind < 4) {
        writeFileSync(path, `${name} ${random(1_000)}\n`.repeat(random(40)))
        chmodSync(path, [0o644, 0o755, 0o600][random(3)] ?? 0o644)
      } else if (kind < 6 && depth < 3) {
        mkdirSync(path)
        fill(path, depth + 1)
      } else if (kind === 6) symlinkSync(['a', '../b', 'missing', 'sub/a'][random(4)] ?? 'a', path)
    }
  }
  fill(root, 0)
}

/** Quotes a word for a shell. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A shell script of random file operations with relative paths. Each may fail; what matters is that it fails alike. */
export function randomScript(random: (below: number) => number, length: number): string {
  const path = () => {
    const parts = Array.from({ length: 1 + random(3) }, () => names[random(names.length)] ?? 'a')
    return word(`./${parts.join('/')}`)
  }
  const operations: readonly (() => string)[] = [
    () => `printf 'new %s' ${random(1_000)} > ${path()}`,
    () => `printf 'more' >> ${path()}`,
    () => `mkdir ${path()}`,
    () => `mkdir -p ${path()}`,
    () => `rm -f ${path()}`,
    () => `rm -rf ${path()}`,
    () => `p=${path()}; rm -rf "$p"; mkdir "$p"; printf x > "$p/again"`,
    () => `mv -T ${path()} ${path()}`,
    () => `p=${path()}; mv "$p" "$p.moved"`,
    () => `cp ${path()} ${path()}`,
    () => `p=${path()}; cp -r "$p" "./copy-${random(9)}"`,
    () => `ln ${path()} "./hard-${random(9)}"`,
    () => `ln -s ${word(['a', '../x', 'sub'][random(3)] ?? 'a')} ${path()}`,
    // A directory without permissions could be moved, but not copied, which is how one is moved in an overlay.
    () =>
      `p=${path()}; m=${['600', '755', '444', '700'][random(4)]}; [ -d "$p" ] && m=755; [ -L "$p" ] || chmod $m "$p"`,
    () => `truncate -s ${random(5_000)} ${path()}`,
    () => `rmdir ${path()}`,
    () => `p=${path()}; rm -rf "$p"; printf file > "$p"`,
    () => `p=${path()}; [ -d "$p" ] || { rm -f "$p"; mkdir "$p"; }`,
    () => `sed -i 's/a/Z/' ${path()}`,
    () => `find ${path()} -type f -name '*.txt' -delete`,
  ]
  return Array.from(
    { length },
    () => `{ ${(operations[random(operations.length)] ?? (() => ':'))()}; } 2>/dev/null`,
  ).join('\n')
}

/** What a tree is: kinds, modes, contents and targets; with times if asked. */
export function describeTree(root: string, options: { readonly times: boolean } = { times: false }): readonly string[] {
  const found: string[] = []
  const walk = (directory: string, below: string) => {
    for (const name of readdirSync(directory).sort()) {
      const path = `${directory}/${name}`
      const stats = lstatSync(path, { bigint: true })
      const mode = stats.isSymbolicLink() ? '' : (stats.mode & 0o7777n).toString(8)
      const time = options.times && stats.isFile() ? ` ${stats.mtimeNs}` : ''
      const what = stats.isSymbolicLink()
        ? `-> ${readlinkSync(path)}`
        : stats.isDirectory()
          ? 'directory'
          : JSON.stringify(readFileSync(path, 'latin1'))
      found.push(`${JSON.stringify(`${below}${name}`)} ${mode} ${what}${time}`)
      if (stats.isDirectory()) walk(path, `${below}${name}/`)
    }
  }
  walk(root, '')
  return found
}

/** The first difference of two trees; null if they are the same. */
export const differenceOf = (one: readonly string[], other: readonly string[]): string | null => {
  const [left, right] = [new Set(one), new Set(other)]
  const only = [
    ...one.filter(row => !right.has(row)).map(row => `< ${row}`),
    ...other.filter(row => !left.has(row)).map(row => `> ${row}`),
  ]
  return only.length === 0 ? null : only.slice(0, 6).join('\n').slice(0, 2_000)
}

export function copyTree(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-a', '--', from, to])
  if (status !== 0) throw new Error('cp failed')
}
