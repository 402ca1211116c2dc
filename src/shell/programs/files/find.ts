import { matchWildcard } from '../../../core/glob.ts'
import { baseName } from '../../../core/path.ts'
import { type Hole, isKnown, makeWord, type Word, wordText } from '../../../core/word.ts'
import { placeFrom } from '../../frame/scope.ts'
import { locateAll } from '../../frame/touch.ts'
import { isCredentialName } from '../../output/credential-search.ts'
import { namesLeftOut } from '../../output/listing-words.ts'
import { picksVariables } from '../../output/picked-secrets.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'
import { type FindAction, findActions, valued } from './find-expression.ts'

/** `find`: searches, deletes, starts commands and writes files. */
export const find: Programs = {
  find: {
    tier: 'read',
    // The code below handles the expression; this only lists the words that take values, and that unknown ones may act.
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

/** Options before the paths: how links are followed, optimisation, debugging, and `--`. */
const isOwn = /^(-[HLP]|-O\d*|-D|--)$/

/** Programs that print information about a file without reading it. */
const listers = new Set(['ls', 'stat', 'echo', 'basename', 'dirname', 'realpath', 'du', 'test'])

function runFind(call: ProgramCall): void {
  const { args } = call
  const firstExpression = args.findIndex(
    (arg, i) => isKnown(arg) && /^[-(!]/.test(arg) && !isOwn.test(arg) && args[i - 1] !== '-D',
  )
  const roots = args
    .slice(0, firstExpression < 0 ? args.length : firstExpression)
    .filter((arg, i) => !isOwn.test(wordText(arg)) && args[i - 1] !== '-D')
  if (args.some(arg => /^-{1,2}files0-from/.test(wordText(arg)))) call.opaque('directories from a file')
  const from: readonly Word[] = roots.length === 0 ? ['.'] : roots
  for (const root of from) call.touch('read', root, 'list')
  if (from.some(root => isOutside(root, call))) search(args, call)
  if (firstExpression < 0) return
  for (const action of findActions(args.slice(firstExpression)))
    for (const root of from)
      for (const one of picksVariables(args) ? [action, onVariables(action)] : [action]) act(one, root, call)
}

/** A pattern that matches `.env` may find it: `-name '*env' -exec cat {} +`. */
const onVariables = (action: FindAction): FindAction =>
  /^-(exec|ok)/.test(action.does) ? { ...action, names: ['.env'] } : action

function act(action: FindAction, root: Word, call: ProgramCall): void {
  const { does, words, names } = action
  if (/^-f/.test(does)) return call.touch('write', words[0] ?? '', does)
  const isWhole = names === null || !names.every(isNamed)
  if (does === '-delete') {
    const paths = isWhole ? [root] : foundBelow(root, action, call).flatMap(found => found.paths)
    for (const path of new Set(paths)) call.touch('delete', path, 'find -delete', { recursive: true })
    return
  }
  if (!listers.has(wordText(words[0] ?? ''))) call.touch('read', root, `find ${does}`, { recursive: true })
  for (const found of foundBelow(root, action, call)) startOn(found, action, call)
}

function startOn(found: Found, { does, words }: FindAction, call: ProgramCall): void {
  const link = `find ${does}`
  if (does.endsWith('dir')) {
    const named = words.map(arg => fill(arg, found.name))
    for (const cwd of found.within) call.start(named, link, { cwd })
  } else
    call.start(
      words.flatMap(arg => (arg === '{}' ? found.paths : [fill(arg, found.paths.at(-1) ?? '')])),
      link,
    )
}

/** Whether a pattern says more about a name than that it exists. */
const isNamed = (pattern: Word): boolean => nameParts(pattern).some(part => typeof part === 'string' && part !== '')

/** A root outside the workspace and scratch space. */
function isOutside(root: Word, call: ProgramCall): boolean {
  return locateAll({ kind: 'read', path: root, how: 'find' }, call.frame).some(
    ({ zone }) => zone !== 'workspace' && zone !== 'scratch' && zone !== 'unknown',
  )
}

/** Searching the machine for credentials or setuid programs. */
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

/** The parts that `-name` determines of the names it finds. */
const nameParts = (pattern: Word): readonly (string | Hole)[] =>
  (isKnown(pattern) ? [pattern] : pattern.parts).flatMap(part =>
    typeof part === 'string'
      ? part
          .split(/(\*+|\?|\[[^\]]*\])/)
          .map(text => (/^[*?[]/.test(text) ? { hole: text, yields: 'files' as const } : text))
      : [{ ...part, yields: 'files' as const }],
  )

/** The files for one start of a command: paths, or the bare name in each directory that may contain it. */
interface Found {
  readonly paths: readonly Word[]
  readonly name: Word
  readonly within: readonly Word[]
}

/** The directory where the search starts, unless the tests exclude it, and the files below it. */
const foundBelow = (root: Word, action: FindAction, call: ProgramCall): readonly Found[] =>
  action.names === null || action.names.some(name => /^[.*?]*$/.test(wordText(name)))
    ? foundByName(root, [anyName(call.args)], action, call)
    : action.names.flatMap(pattern => foundByName(root, nameParts(pattern), action, call))

/** Any name, except those that the expression leaves out. */
const anyName = (args: readonly Word[]): Hole => ({
  hole: '*',
  yields: 'files',
  listed: { allExcept: namesLeftOut(args.map(wordText)) },
})

function foundByName(
  root: Word,
  names: readonly (string | Hole)[],
  { isMany }: FindAction,
  call: ProgramCall,
): readonly Found[] {
  const stem = isKnown(root) ? [`${root.replace(/\/$/, '')}/`] : [...root.parts, '/']
  const anywhere: Hole = { hole: '*', yields: 'files' }
  // A pattern's hole also covers directories; a plain name may be there or deeper.
  const isPlain = names.every(part => typeof part === 'string')
  const paths = [makeWord([...stem, ...names]), ...(isPlain ? [makeWord([...stem, anywhere, '/', ...names])] : [])]
  const below = { name: makeWord(['./', ...names]), within: [root, makeWord([...stem, anywhere])] }
  if (!startsWithRoot(root, names, call)) return paths.map(path => ({ ...below, paths: [path] }))
  const itself = { paths: [root], name: `./${baseName(wordText(root))}`, within: [makeWord([...stem, '..'])] }
  return [itself, ...paths.map(path => ({ ...below, paths: isMany ? [root, path] : [path] }))]
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
