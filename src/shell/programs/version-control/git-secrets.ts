import { isKnown, knownPrefix, makeWord, type Word, wordText } from '../../../core/word.ts'
import { locate } from '../../../guard/locate.ts'
import { expandGlob } from '../../frame/globs.ts'
import { cutPrefix, type Sorted } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { stdinWords } from '../engine/stdin-words.ts'

/**
 * `git show HEAD:.env` prints a secret just like `cat .env`. Revisions are not files, so only a word that names a secret is
 * a read; commands that print names, dates and counts are not.
 */
export function readSecrets(sorted: Sorted, call: ProgramCall): void {
  const shown = shows.get(sorted.path.join(' '))
  // `cat-file -e`, `-t`, `-s`: whether it exists, its type and its size.
  if (shown === undefined || (sorted.path[0] === 'cat-file' && /^-[ets]$/.test(wordText(call.args.at(-2) ?? ''))))
    return
  const asked = sorted.options.some(({ option }) => option.name === patch)
  const isSummary = shown === 'summary' || sorted.unknownOptions.some(option => summaries.has(option))
  if ((asked || !isSummary) && showsUntracked(sorted))
    call.opaque('untracked files out of a stash, which may include files of secrets')
  for (const word of namedFiles(sorted, call)) {
    const printsIt = shown === 'content' || asked || !isSummary || isBlob(word)
    const path = printsIt ? pathOf(word) : null
    if (path !== null) readSecret(path, sorted, call)
  }
}

/** `git stash show -p -u`, `git show stash^3`: the third parent of a stash holds the files that git did not track. */
const showsUntracked = ({ path, options, operands }: Sorted): boolean =>
  (path.join(' ') === 'stash show' && options.some(({ option }) => option.name === '-u')) ||
  operands.some(word => /^(refs\/)?stash\b.*\^3$/.test(wordText(word)))

/** The identifying name of `-p` and its other spellings in the tables. */
const patch = '-p'

const each = (names: string, shown: 'content' | 'patch' | 'summary') =>
  names.split(', ').map(name => [name, shown] as const)

/** How much each command prints of the named files, unless an option changes it. */
const shows = new Map([
  ...each(
    'blame, annotate, cat-file, grep, archive, fast-export, unpack-file, checkout-index, format-patch, range-diff',
    'content',
  ),
  ...each('show, diff', 'patch'),
  ...each(
    'log, whatchanged, reflog, reflog show, diff-tree, diff-index, diff-files, stash show, stash list',
    'summary',
  ),
])

const summaries = new Set(
  '-s -q --no-patch --quiet --stat --numstat --shortstat --compact-summary --summary --dirstat --cumulative --raw --name-only --name-status'.split(
    ' ',
  ),
)

/** The words that may name a file: operands, the file of `-L 1,5:FILE`, and the input of `cat-file --batch`. */
function namedFiles({ path, operands, options, unknownOptions }: Sorted, { frame }: ProgramCall): readonly Word[] {
  const has = (does: 'first operand') => options.some(({ option, value }) => option.does(value).includes(does))
  const files = path[0] === 'grep' && !has('first operand') ? operands.slice(1) : operands
  const lines = options.flatMap(({ spelling, value }) => (spelling === '-L' && value !== null ? [value] : []))
  const fed = unknownOptions.some(option => /^--batch(-command)?$/.test(option)) ? stdinWords(frame.stdin) : null
  return [...files, ...lines, ...(fed?.filter(isKnown) ?? [])]
}

/** A path prefix that only says how to search: `:(top).env`, `:/.env`, `:!.env`. */
const magic = /^:(?:\(([^)]*)\)|([/!^]+))/

/** `HEAD:.env`, `:0:.env`: prints the file itself, even in a command that normally does not. */
const isBlob = (word: Word): boolean => knownPrefix(word).includes(':') && !magic.test(knownPrefix(word))

/** The path in a git path argument; null for an excluded one: `:!.env`, `:(exclude).env`. */
function pathOf(word: Word): Word | null {
  const text = knownPrefix(word)
  const found = magic.exec(text)
  if (found === null) return cutPrefix(word, text.lastIndexOf(':') + 1)
  return /exclude|[!^]/.test(found[1] ?? found[2] ?? '') ? null : cutPrefix(word, found[0].length)
}

function readSecret(word: Word, { options }: Sorted, call: ProgramCall): void {
  const { frame } = call
  const directory = options.findLast(({ option, value }) => option.does(value).includes('cwd'))?.value
  const cwd = directory ?? frame.scope.cwd
  for (const path of expandGlob(withGlobs(word), frame))
    if (locate({ kind: 'read', path, how: 'operand', cwd }, frame.world).sensitive !== null)
      call.touch('read', path, 'operand', { cwd })
}

/** Git expands `*` in a path itself, so shell quotes do not disable it. */
const withGlobs = (word: Word): Word =>
  isKnown(word) && /[*?[]/.test(word)
    ? makeWord(
        word
          .split(/(\*+|\?|\[[^\]]*\])/)
          .map((part, i) => (i % 2 === 0 ? part : { hole: part, yields: 'files' as const })),
      )
    : word
