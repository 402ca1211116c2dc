/**
 * A word of a command: a plain string, or text with holes where bash would insert something that is only known at run
 * time.
 */
export type Word = string | HoledWord

export interface HoledWord {
  readonly parts: readonly (string | Hole)[]
  /** The elements, if the word is an array variable. */
  readonly elements?: readonly Word[]
}

export interface Hole {
  /** The source text of the hole: `$x`, `$(date)`, `*.log`. */
  readonly hole: string
  /**
   * The possible expansions. `words`: any number of words; `text`: one text; `files`: paths of existing files below the
   * directory that is searched; `file`: one such path; `name`: one name, without slashes and blanks; `number`: a number.
   */
  readonly yields: 'words' | 'text' | 'files' | 'file' | 'name' | 'number'
  /** A command's output or a line of input: it may run code if evaluated as arithmetic, `x=$(curl …); (( x ))`. */
  readonly mayRun?: true
  /** Text from outside the command, which may begin with a dash: `rg $(cat x)`. */
  readonly mayBeOption?: true
  /** An associative array, whose subscripts are strings. */
  readonly keyed?: true
  /** A shell glob, which matches names in one directory only: `*.tmp`. */
  readonly fits?: true
  /** A sample value, used to read the code around the hole: a file's content, or any hash for a hash. */
  readonly sample?: string
  /** The rest of a name after something was removed: it may be empty or dots only, so a slash after it can lead anywhere. */
  readonly isRest?: true
  /** File names that a command lists, and what is known about them. */
  readonly listed?: Listing
  /** Ids of processes that the developer started: `$!`, `$(lsof -ti:3000)`. */
  readonly ownProcess?: true
  /** Data from a server: `$(curl …)`. */
  readonly fetched?: true
  /** The value, or part of the value, of a variable with a secret's name: `$API_TOKEN`, `${API_TOKEN:0:4}`. */
  readonly secret?: true
  /** A variable of the environment that usually names a scratch directory, and that the call has not set: `$TMPDIR`. */
  readonly temporary?: true
  /** Words of the call that it may expand to, among others: `.env` for `${x:-.env}`. */
  readonly mayBe?: readonly Word[]
  /** Marks a variable's value before a loop, so that any assignment inside the loop is noticed. */
  readonly untouched?: true
}

/** Facts about all files that a command lists. */
export interface Listing {
  /** The directory that contains them, if the command prints full paths; otherwise the working directory contains them. */
  readonly below?: string
  /** Why they are sensitive, if the command searches for a sensitive name: `find . -name .env`. */
  readonly sensitive?: string
  /** It lists every name in the directory, hidden ones too, except those that match these globs: `ls -A`, `os.listdir()`. */
  readonly allExcept?: readonly string[]
  /** It walks through hidden directories too, except through these names: `grep -rl x .`. */
  readonly walksExcept?: readonly string[]
}

export const isKnown = (word: Word): word is string => typeof word === 'string'

/** Whether it always expands to one word: bash splits holes of `words` and `files`. */
export const isOneWord = (word: Word): boolean =>
  isKnown(word) || word.parts.every(part => typeof part === 'string' || isOne(part))

const isOne = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'files'

/** Whether it expands to names only: not to an absolute path, and not to `..`. */
export const yieldsNames = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'text'

/** Whether one of its holes has that property. */
export const hasHole = (
  word: Word,
  kind: 'mayRun' | 'mayBeOption' | 'keyed' | 'secret' | 'fetched' | 'ownProcess' | 'temporary',
): boolean => !isKnown(word) && word.parts.some(part => typeof part !== 'string' && part[kind] === true)

/** More are not told apart. */
export const maxCandidates = 64

/** The words that a word may expand to, as far as the call itself shows: each hole replaced by its `mayBe` words. */
export function candidatesOf(word: Word): readonly Word[] {
  if (isKnown(word)) return [word]
  let found: readonly (Chain | null)[] = [null]
  for (const part of word.parts) found = extended(found, typeof part === 'string' ? [part] : (part.mayBe ?? [part]))
  return found.map(wordOfChain).filter(one => partsOf(one).some(part => typeof part === 'string'))
}

/** The parts of a candidate, last one first: candidates share their beginnings, so that long words stay cheap. */
interface Chain {
  readonly before: Chain | null
  readonly part: string | Hole
}

/** Each start with each option, up to the number of candidates that are kept: no more are built. */
function extended(starts: readonly (Chain | null)[], options: readonly (Word | Hole)[]): readonly (Chain | null)[] {
  const made: (Chain | null)[] = []
  for (const start of starts)
    for (const option of options) {
      if (made.length === maxCandidates) return made
      let chain = start
      for (const part of typeof option === 'object' && 'hole' in option ? [option] : partsOf(option))
        chain = { before: chain, part }
      made.push(chain)
    }
  return made
}

function wordOfChain(chain: Chain | null): Word {
  const parts: (string | Hole)[] = []
  for (let at = chain; at !== null; at = at.before) parts.push(at.part)
  return makeWord(parts.reverse())
}

/** The size of a word: its characters, with everything that its holes may be. Each part counts as a word's length. */
export function wordSize(word: Word): number {
  if (isKnown(word)) return word.length
  let size = 0
  for (const part of word.parts) {
    size += charsOfPart + (typeof part === 'string' ? part.length : part.hole.length)
    for (const one of (typeof part === 'string' ? undefined : part.mayBe) ?? []) size += wordSize(one)
  }
  for (const element of word.elements ?? []) size += wordSize(element)
  return size
}

const charsOfPart = 64

/** The hole, which may come out as one of these words. */
export function mayBe(hole: Hole, words: readonly Word[]): Hole {
  const found = new Map<string, Word>()
  for (const word of words) {
    if (found.size >= maxCandidates) break
    for (const candidate of candidatesOf(word))
      if (found.size < maxCandidates || found.has(wordText(candidate))) found.set(wordText(candidate), candidate)
  }
  return found.size === 0 ? hole : { ...hole, mayBe: [...found.values()] }
}

export const partsOf = (word: Word): readonly (string | Hole)[] => (isKnown(word) ? [word] : word.parts)

/** The word as a person reads it, with holes in their source spelling. */
export function wordText(word: Word): string {
  if (typeof word === 'string') return word
  // Not `join`, which copies the whole text.
  let text = ''
  for (const part of word.parts) text += typeof part === 'string' ? part : part.hole
  return text
}

/** The known start of the word: all of it, or the text before the first hole. */
export function knownPrefix(word: Word): string {
  if (typeof word === 'string') return word
  const first = word.parts[0]
  return typeof first === 'string' ? first : ''
}

/** Builds a word from parts: adjacent texts are joined, and a word without holes is a plain string. */
export function makeWord(parts: readonly (string | Hole)[]): Word {
  const joined: (string | Hole)[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else if (part !== '') joined.push(part)
  }
  if (joined.length === 0) return ''
  const only = joined[0]
  return joined.length === 1 && typeof only === 'string' ? only : { parts: joined }
}

/** The word with `1` for every number hole: which number it is does not change the meaning of the text around it. */
export const withNumbers = (word: Word): Word =>
  isKnown(word)
    ? word
    : makeWord(word.parts.map(part => (typeof part === 'string' || part.yields !== 'number' ? part : '1')))

/** The word with its samples filled in, to read the code that it is part of. */
export const withSamples = (word: Word): Word => {
  const numbered = withNumbers(word)
  return isKnown(numbered)
    ? numbered
    : makeWord(numbered.parts.map(part => (typeof part === 'string' ? part : (part.sample ?? part))))
}

/** The same word with `change` applied to its known start. */
export function mapPrefix(word: Word, change: (prefix: string) => string): Word {
  if (typeof word === 'string') return change(word)
  const [first, ...rest] = word.parts
  return typeof first === 'string' ? makeWord([change(first), ...rest]) : makeWord([change(''), ...word.parts])
}

/** Joins words with spaces, as `eval` and `ssh` join their arguments. */
export const joinWords = (words: readonly Word[]): Word =>
  makeWord(words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(typeof word === 'string' ? [word] : word.parts)]))
