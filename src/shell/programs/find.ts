import { matchWildcard } from '../../core/glob.ts'
import { baseName } from '../../core/path.ts'
import { type Hole, isKnown, makeWord, type Word, wordText } from '../../core/word.ts'
import { isCredentialName } from '../credential-search.ts'
import { picksVariables } from '../picked-secrets.ts'
import { placeFrom } from '../scope.ts'
import { locateAll } from '../touch.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

const valued = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -type -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -perm -user -group -newer -printf -links -inum -fstype -regextype -samefile -lname -xtype -uid -gid'.split(
    ' ',
  ),
)

/** `find`: what it looks through, what it deletes, what it starts, where it writes. */
export const find: Programs = {
  find: {
    tier: 'read',
    // What it means beside its neighbours is code; this tells which words are values, and that others may act.
    options: {
      [[...valued].map(test => `${test} VALUE`).join(' ')]: 'plain',
      '-exec -execdir -ok -okdir': 'command',
      '-delete': 'operands delete',
      '-fprint FILE -fprint0 FILE -fls FILE -fprintf FILE FORMAT': 'write',
    },
    singleDash: true,
    otherOptions: 'plain',
    custom: runFind,
    examples: {
      'find . -name .env': 'read /home/dev/project',
      'find / -name id_rsa': ['read /', 'change secrets/search id_rsa'],
      'find /usr -perm -4000': ['read /usr', 'change privileges/search -4000'],
    },
  },
}

/** Before the places: how links are followed, how well it works, and that no option follows. */
const isOwn = /^(-[HLP]|-O\d*|-D|--)$/

/** They tell about a file and do not read it. */
const listers = new Set(['ls', 'stat', 'echo', 'basename', 'dirname', 'realpath', 'du', 'test'])

const starting = new Set(['-exec', '-execdir', '-ok', '-okdir'])

function runFind(call: ProgramCall): void {
  const { args } = call
  const firstExpression = args.findIndex(
    (arg, i) => isKnown(arg) && /^[-(!]/.test(arg) && !isOwn.test(arg) && args[i - 1] !== '-D',
  )
  const roots = args
    .slice(0, firstExpression < 0 ? args.length : firstExpression)
    .filter((arg, i) => !isOwn.test(wordText(arg)) && args[i - 1] !== '-D')
  if (args.some(arg => /^-{1,2}files0-from/.test(wordText(arg)))) call.opaque('places from a file')
  const from: readonly Word[] = roots.length === 0 ? ['.'] : roots
  for (const root of from) call.touch('read', root, 'find')
  const names = nameParts(args)
  const picked = picksVariables(args) ? [['.env']] : []
  if (from.some(root => isElsewhere(root, call))) search(args, call)
  const startOn = (found: Found, how: string, words: readonly Word[]): void => {
    const link = `find ${how}`
    if (how.endsWith('dir')) {
      const named = words.map(arg => fill(arg, found.name))
      for (const cwd of found.within) call.start(named, link, { cwd })
    } else
      call.start(
        words.flatMap(arg => (arg === '{}' ? found.paths : [fill(arg, found.paths.at(-1) ?? '')])),
        link,
      )
  }
  for (let i = Math.max(firstExpression, 0); i < args.length; i += 1) {
    const word = wordText(args[i] ?? '')
    if (valued.has(word)) i += 1
    else if (word === '-delete')
      for (const root of from) {
        const below = isNamed(names)
          ? foundBelow(root, { names, isMany: true, call }).flatMap(({ paths }) => paths)
          : [root]
        for (const path of below) call.touch('delete', path, 'find -delete', { recursive: true })
      }
    else if (/^-f(print|print0|ls|printf)$/.test(word)) {
      call.touch('write', args[i + 1] ?? '', word)
      i += word === '-fprintf' ? 2 : 1
    } else if (starting.has(word)) {
      const end = args.findIndex((arg, at) => at > i && (arg === ';' || (arg === '+' && args[at - 1] === '{}')))
      const words = args.slice(i + 1, end < 0 ? args.length : end)
      if (!listers.has(wordText(words[0] ?? '')))
        for (const root of from) call.touch('read', root, `find ${word}`, { recursive: true })
      const isMany = args[end] === '+'
      for (const root of from)
        for (const parts of [names, ...picked])
          for (const found of foundBelow(root, { names: parts, isMany, call })) startOn(found, word, words)
      i = end < 0 ? args.length : end
    }
  }
}

/** Whether `-name` leaves more certain than that there is a name. */
const isNamed = (names: readonly (string | Hole)[]): boolean =>
  names.some(part => typeof part === 'string' && part !== '')

/** A root that is not the agent's own ground. */
function isElsewhere(root: Word, call: ProgramCall): boolean {
  return locateAll({ kind: 'read', path: root, how: 'find' }, call.frame).some(
    ({ zone }) => zone !== 'workspace' && zone !== 'scratch' && zone !== 'unknown',
  )
}

/** Looking through the machine for credentials, or for programs that run as somebody else. */
function search(args: readonly Word[], call: ProgramCall): void {
  for (const [i, arg] of args.entries()) {
    const value = args[i + 1] ?? ''
    const [test, wanted] = [wordText(arg), wordText(value)]
    if (/^-i?(name|path|wholename|regex)$/.test(test) && isCredentialName(baseName(wanted)))
      call.change('secrets/search', value)
    if (test === '-perm' && setId.test(wanted)) call.change('privileges/search', value)
  }
}

const setId = /^[-/+]?(0?[2467][0-7]{3}$|.*[+=][rwx]*s)/

/** What `-name` says about the files that it finds: parts of their names. */
function nameParts(args: readonly Word[]): readonly (string | Hole)[] {
  const at = args.findIndex(arg => arg === '-name' || arg === '-iname')
  const isPlain = !args.some(arg => ['!', '-not', '-o', '-or', ',', '('].includes(wordText(arg)))
  const pattern = at < 0 || !isPlain ? '*' : wordText(args[at + 1] ?? '*')
  return pattern
    .split(/(\*+|\?|\[[^\]]*\])/)
    .map(part => (/^[*?[]/.test(part) ? { hole: part, yields: 'files' as const } : part))
}

/** What one start of a command is given: paths, or the name alone in a directory that may hold it. */
interface Found {
  readonly paths: readonly Word[]
  readonly name: Word
  readonly within: readonly Word[]
}

/** The place where the search starts, unless the conditions leave it out, and what lies below it. */
function foundBelow(
  root: Word,
  { names, isMany, call }: { names: readonly (string | Hole)[]; isMany: boolean; call: ProgramCall },
): readonly Found[] {
  const stem = isKnown(root) ? `${root.replace(/\/$/, '')}/` : null
  const parts = stem === null ? [...(isKnown(root) ? [] : root.parts), '/'] : [stem]
  const path = makeWord([...parts, ...names])
  const below = {
    name: makeWord(['./', ...names]),
    within: [root, makeWord([...parts, { hole: '*', yields: 'files' }])],
  }
  if (!startsWithRoot(root, names, call)) return [{ ...below, paths: [path] }]
  const itself = { paths: [root], name: `./${baseName(wordText(root))}`, within: [makeWord([...parts, '..'])] }
  return [itself, { ...below, paths: isMany ? [root, path] : [path] }]
}

function startsWithRoot(root: Word, names: readonly (string | Hole)[], { args, frame }: ProgramCall): boolean {
  if (args.includes('-mindepth')) return false
  if (!isKnown(root)) return true
  const pattern = names.map(part => (typeof part === 'string' ? part : '*')).join('')
  const name = baseName(root.replace(/(.)\/$/, '$1'))
  if (!matchWildcard(pattern.toLowerCase(), name.toLowerCase())) return false
  if (args[args.indexOf('-type') + 1] !== 'f' || !args.includes('-type')) return true
  const path = placeFrom(frame.scope.cwd, root)
  return !/(^|\/)\.{0,2}$/.test(root) && !(isKnown(path) && frame.world.facts.kind(path) === 'directory')
}

function fill(word: Word, value: Word): Word {
  if (!isKnown(word) || !word.includes('{}')) return word
  return makeWord(
    word.split('{}').flatMap((text, i) => [...(i === 0 ? [] : isKnown(value) ? [value] : value.parts), text]),
  )
}
