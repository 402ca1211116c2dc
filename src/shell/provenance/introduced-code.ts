import { isLoopback } from '../../core/address/read-address.ts'
import type { Effect, Run, Touch } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { baseName, isWithin, parentOf } from '../../core/path.ts'
import { hasHole, isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import type { Frame, Stdin } from '../frame/frame.ts'

/** Code that the call itself put where it is run: `curl -o x.sh … && bash x.sh`. It does not count as project code. */
export type IntroducedCode =
  /** The text it wrote is known. */
  { readonly text: string } | { readonly text: null; readonly why: string }

/** The effects of the call so far, and its surroundings. */
interface Made {
  readonly world: Frame['world']
  readonly recorder: Pick<Frame['recorder'], 'effects' | 'texts'>
}

/** The code that the call itself put at a path before this point; null if it put none there. */
export function introducedAt(path: string, { recorder: { effects, texts }, world }: Made): IntroducedCode | null {
  const writes = effects.filter(isKnownWrite).filter(write => !keepsText(write, effects))
  const text = texts.get(path)
  // A file that is written twice may hold either text, since all branches are walked.
  if (text !== undefined && writes.filter(write => write.path === path).length === 1) return { text }
  const isProject = (directory: string) => world.place.workspace.some(root => isWithin(root, directory))
  const isWritten = writes.some(write => {
    if (!isWithin(path, write.path)) return false
    if (write.by === null) return write.path === path
    const run = effects[write.by]
    if (run?.kind === 'run' && write.path === path && passers.has(baseName(wordText(run.program)))) return true
    if (run?.kind !== 'run' || !effects.some(effect => effect.by === write.by && comesFromElsewhere(effect)))
      return false
    // A download into the project itself is named by its URL; an archive may contain any name.
    return !isProject(write.path) || isNamedBy(run, baseName(path)) || isForeignArchive(write, effects)
  })
  const isCloned = effects.some(
    effect => effect.kind === 'run' && clones(effect) && path.split('/').some(part => isNamedBy(effect, part)),
  )
  return isWritten || isCloned
    ? { text: null, why: `code downloaded or written by this same command: \`${path}\`` }
    : null
}

/** The code that the call itself put at paths that match a path with holes: `curl -o src/x.sh … && bash src/x.s*`. */
export function introducedAmong(path: Word, frame: Frame): readonly IntroducedCode[] {
  const pattern = isKnown(path) ? path : path.parts.map(part => (typeof part === 'string' ? part : '*')).join('')
  const written = frame.recorder.effects.filter(isKnownWrite).map(write => write.path)
  return [...new Set(written)]
    .filter(file => matchWildcard(pattern, file) && introducedAt(file, frame) !== null)
    .map(file => ({ text: null, why: `code downloaded or written by this same command: \`${file}\`` }))
}

/** `chmod +x` leaves the file's content as it is. */
export function keepsText({ by }: Touch, effects: readonly Effect[]): boolean {
  const run = by === null ? undefined : effects[by]
  return run?.kind === 'run' && run.code === 'known' && run.program === 'chmod'
}

/** Programs that write their input to a file, decoded or not. */
const passers = new Set(['tee', 'sponge', 'dd', 'base64', 'openssl', 'xxd', 'uudecode', 'gpg'])

/** Whether the call itself created a module: the file with any extension, or anything below the directory. */
export function isIntroducedModule(path: string, frame: Frame): boolean {
  const stem = path.replace(/(?<=[^/.])\.\w+$/, '')
  const isPart = (file: string): boolean =>
    file === path ||
    (!dataFiles.test(file) && [path, stem].some(one => isWithin(file, one) || file.startsWith(`${one}.`)))
  const isWritten = (effect: Effect): boolean =>
    effect.kind === 'write' &&
    effect.how === 'code' &&
    (!isKnown(effect.path) || isPart(effect.path) || (effect.recursive && isWithin(path, effect.path)))
  // The text that other code writes is not tracked, so the file's content is unknown.
  if (frame.recorder.effects.some(isWritten)) return true
  const writes = frame.recorder.effects.filter(isKnownWrite).map(write => write.path)
  return [path, ...writes.filter(isPart)].some(file => introducedAt(file, frame) !== null)
}

/** Whether the call itself may have unpacked arbitrary files into a directory that contains the path: `curl … | tar xz`. */
export const isUnpacked = (path: string, { recorder: { effects } }: Frame): boolean =>
  effects.some(effect => isKnownWrite(effect) && effect.recursive && isWithin(path, effect.path))

/**
 * Whether the call itself put a whole tree there, hidden files included: from an archive, the network or outside the
 * project.
 */
export const isIntroducedTree = (directory: string, { recorder: { effects } }: Frame): boolean =>
  effects.some(write => {
    if (write.kind !== 'write' || write.where.at !== 'local' || write.by === null) return false
    const base = isKnown(write.path) ? write.path : parentOf(knownPrefix(write.path))
    const run = effects[write.by]
    if (!isWithin(directory, base) || run?.kind !== 'run') return false
    const name = baseName(wordText(run.program))
    if (unpackers.has(name)) return true
    return write.recursive && !cloners.has(name) && effects.some(one => one.by === write.by && comesFromElsewhere(one))
  })

/** Whether it unpacks an archive that is not in the project: `tar xf /tmp/x.tar`, `… | tar x`. */
function isForeignArchive({ by }: Touch, effects: readonly Effect[]): boolean {
  const run = by === null ? undefined : effects[by]
  if (run?.kind !== 'run' || !unpackers.has(baseName(wordText(run.program)))) return false
  return !effects.some(effect => effect.by === by && effect.kind === 'read' && effect.zone === 'workspace')
}

/** `git clone https://… tests/x`. */
function isCloned({ by }: Touch, effects: readonly Effect[]): boolean {
  const run = by === null ? undefined : effects[by]
  return run?.kind === 'run' && clones(run)
}

const unpackers = new Set('tar gtar bsdtar unzip 7z 7za 7zz 7zr p7zip rar unrar unar cpio ditto pax jar'.split(' '))

/** Files that are data, in any directory; but `package.json` says where a package's code is. */
const dataFiles = /\.(txt|md|csv|ya?ml|log|html|xml|png|svg|pdf|toml)$|(?<!\/package)\.json$/

/**
 * Code that the call itself put into a project so that running the project runs it: a file that configures a build or test
 * (`cp /tmp/Makefile . && make`), or downloaded code that a test or build picks up automatically.
 */
export function introducedIntoProject(directory: string, frame: Frame): IntroducedCode | null {
  const { effects, fetched } = frame.recorder
  const roots = frame.world.place.workspace.filter(root => isWithin(directory, root))
  const found = [...fetched].find(file => codeFiles.test(file) && roots.some(root => isWithin(file, root)))
  if (found !== undefined) return { text: null, why: `code downloaded by this same command: \`${found}\`` }
  const cloned = effects.find(
    effect => isKnownWrite(effect) && isCloned(effect, effects) && roots.some(root => isWithin(effect.path, root)),
  )
  if (cloned !== undefined) return { text: null, why: 'code cloned by this same command' }
  if (
    effects.some(
      effect => isKnownWrite(effect) && isWithin(directory, effect.path) && isForeignArchive(effect, effects),
    )
  )
    return { text: null, why: `code unpacked by this same command: \`${directory}\`` }
  const names = effects.flatMap(effect =>
    effect.kind === 'run' ? effect.args.map(fileNamedBy) : isKnownWrite(effect) ? baseName(effect.path) : [],
  )
  for (const name of new Set(names)) {
    const brought = buildFiles.test(name) ? introducedAt(`${directory}/${name}`, frame) : null
    if (brought !== null) return brought
  }
  return null
}

/** A command that may have written files. */
interface Written {
  readonly words: readonly Word[]
  readonly stdin: Stdin
  /** The number of effects before the command. */
  readonly before: number
}

/** `curl -o x.py …`, `curl … | tee x.py`, `echo "$(curl …)" > x.py`: records the files as fetched from the network. */
export function noteFetched({ words, stdin, before }: Written, { recorder, scope }: Frame): void {
  const { effects, fetched } = recorder
  const isFed = (stdin.from === 'pipe' && stdin.downloads) || (stdin.from === 'text' && hasHole(stdin.text, 'fetched'))
  const made = effects.slice(before)
  if (!isFed && !words.some(word => hasHole(word, 'fetched')) && !made.some(isFetch)) return
  const isHere = (path: string) => isKnown(scope.cwd) && isWithin(scope.cwd, path)
  for (const effect of made.filter(isKnownWrite)) {
    const isDirectory = effect.recursive || isHere(effect.path)
    for (const file of isDirectory ? namedIn(effect, effects) : [effect.path]) fetched.add(file)
  }
}

export const isFetch = (effect: Effect): boolean => effect.kind === 'connect' && !isLoopback(effect.host)

/** `curl -O https://example.com/x.py`: the file name in the URL. */
function namedIn({ path, by }: Touch & { readonly path: string }, effects: readonly Effect[]): readonly string[] {
  const run = by === null ? undefined : effects[by]
  return run?.kind === 'run'
    ? run.args.map(arg => `${path}/${fileNamedBy(arg)}`).filter(file => /\.\w+$/.test(file))
    : []
}

/** Files that tests, builds and configuration load, by extension or without one. */
const codeFiles =
  /\.(sh|bash|zsh|py|pyi|pth|ipynb|[cm]?[jt]sx?|vue|svelte|rb|rake|gemspec|p[lm]|php|go|rs|c|cc|cpp|cxx|h|hh|hpp|java|kts?|groovy|gradle|scala|sbt|swift|exs?|erl|lua|jl|cs|csproj|fs|props|targets|tf|nix|mk|cmake|node|so|dll|dylib|jar)$|(^|\/)(docker-)?compose[\w.-]*\.ya?ml$|(^|\/)(?!(VERSION|LICEN[CS]E|README|NOTICE|CHANGELOG|AUTHORS)$)[^/.]+$/

const buildFiles =
  /^(GNU)?[Mm]akefile$|^([Jj]ust|Rake|Gem|Task|Pip|Cargo|Jenkins|Docker|Vagrant|Earth)file(\.ya?ml|\.lock)?$|^(package|composer|deno|tsconfig)(-lock)?\.jsonc?$|^(build|settings)\.(gradle(\.kts)?|xml|rs|zig|sbt)$|^(pom\.xml|Cargo\.toml|pyproject\.toml|setup\.(py|cfg)|tox\.ini|noxfile\.py|conftest\.py|mix\.exs|go\.mod|CMakeLists\.txt|meson\.build|requirements.*\.txt|\.npmrc|\.yarnrc(\.yml)?)$|\.config\.[cm]?[jt]s$|^\.(eslint|babel)rc(\.[cm]?js)?$/

const isKnownWrite = (effect: Effect): effect is Touch & { readonly path: string } =>
  effect.kind === 'write' && effect.where.at === 'local' && isKnown(effect.path)

/** A connection, or a file outside the project. */
const comesFromElsewhere = (effect: Effect): boolean =>
  effect.kind === 'connect' ||
  ((effect.kind === 'read' || effect.kind === 'delete') && effect.where.at === 'local' && effect.zone !== 'workspace')

const isNamedBy = (run: Run, name: string): boolean => run.args.some(arg => fileNamedBy(arg) === name)

/** `https://example.com/a/b.git?x` names `b`. */
const fileNamedBy = (word: Word): string => baseName(wordText(word).replace(/[?#].*|\/+$|\.git\/?$/g, ''))

const clones = ({ program, args }: Run): boolean => {
  const name = baseName(wordText(program))
  return cloners.has(name) && args.some(arg => arg === 'clone' || (name === 'svn' && arg === 'checkout'))
}
const cloners = new Set(['git', 'gh', 'glab', 'hg', 'svn', 'jj'])
