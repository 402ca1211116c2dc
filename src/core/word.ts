/**
 * A word of a command as far as it is known: a plain string, or text with holes where bash would put
 * something that cannot be known beforehand.
 */
export type Word = string | HoledWord

export interface HoledWord {
  readonly parts: readonly (string | Hole)[]
  /** The words of an array, where a variable holds one and they are known as far as words are. */
  readonly elements?: readonly Word[]
}

export interface Hole {
  /** The source text that stands in the hole's place: `$x`, `$(date)`, `*.log`. */
  readonly hole: string
  /**
   * What may come out: any words; one text; paths of existing files, below where they are looked for; one such path; one
   * name, without a slash or a blank; numbers, which are names too.
   */
  readonly yields: 'words' | 'text' | 'files' | 'file' | 'name' | 'number'
  /** A command's output or a line that was read: evaluated as arithmetic it may run code, `x=$(curl …); (( x ))`. */
  readonly mayRun?: true
  /** Text from elsewhere, which may begin with a dash: `rg $(cat x)`. */
  readonly mayBeOption?: true
  /** An associative array, whose subscripts are text. */
  readonly keyed?: true
  /** A pattern of the shell's own, which fits names in one directory and no deeper: `*.tmp`. */
  readonly fits?: true
  /** A text that may be put in its place to read the code around it: what a file holds, or any hash for a hash. */
  readonly sample?: string
  /** What is left of a name: it may be nothing, or dots alone, so that a slash behind it may lead anywhere. */
  readonly isRest?: true
  /** Names of files that a command lists: what is known about them. */
  readonly listed?: Listing
  /** What somebody else's server sent: `$(curl …)`. */
  readonly fetched?: true
  /** What a variable holds that bears a secret's name, or part of it: `$API_TOKEN`, `${API_TOKEN:0:4}`. */
  readonly secret?: true
  /** Words of the call itself that it may come out as, or as anything else: of `${x:-.env}`, `.env`. */
  readonly mayBe?: readonly Word[]
  /** What a variable was before a loop that is looked through for what it changes: whatever is given to it is new. */
  readonly untouched?: true
}

/** What a command that lists files tells about all of them. */
export interface Listing {
  /** The directory that they lie below, where it prints their full paths; otherwise they lie below where it stands. */
  readonly below?: string
  /** Why they are sensitive, where it looks for a name that is: `find . -name .env`. */
  readonly sensitive?: string
}

export const isKnown = (word: Word): word is string => typeof word === 'string'

/** Whether it is one word whatever its holes hold: bash splits what a hole for words or files yields. */
export const isOneWord = (word: Word): boolean =>
  isKnown(word) || word.parts.every(part => typeof part === 'string' || isOne(part))

const isOne = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'files'

/** Whether what comes out lies where it is put: nothing climbs out of a directory by it, and nothing is absolute. */
export const yieldsNames = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'text'

/** Whether one of its holes is of that kind. */
export const hasHole = (word: Word, kind: 'mayRun' | 'mayBeOption' | 'keyed' | 'secret' | 'fetched'): boolean =>
  !isKnown(word) && word.parts.some(part => typeof part !== 'string' && part[kind] === true)

/** More are not told apart. */
export const maxCandidates = 64

/** What a word may come out as, as far as the call itself says: the word, with what its holes may be in their places. */
export function candidatesOf(word: Word): readonly Word[] {
  if (isKnown(word)) return [word]
  let found: readonly Word[] = ['']
  for (const part of word.parts) {
    const options = typeof part === 'string' ? [part] : (part.mayBe ?? [{ parts: [part] }])
    found = firstCombinations(found, options)
  }
  return found.filter(one => partsOf(one).some(part => typeof part === 'string'))
}

/** The first words that a start and an option make together, as many as are told apart: no more are ever built. */
function firstCombinations(starts: readonly Word[], options: readonly Word[]): readonly Word[] {
  const made: Word[] = []
  for (const start of starts)
    for (const option of options) {
      if (made.length === maxCandidates) return made
      made.push(makeWord([...partsOf(start), ...partsOf(option)]))
    }
  return made
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

/** The word as a person reads it, holes in their source spelling. */
export const wordText = (word: Word): string =>
  typeof word === 'string' ? word : word.parts.map(part => (typeof part === 'string' ? part : part.hole)).join('')

/** What is certain at the start of the word: all of it, or the text before the first hole. */
export function knownPrefix(word: Word): string {
  if (typeof word === 'string') return word
  const first = word.parts[0]
  return typeof first === 'string' ? first : ''
}

/** Builds a word from parts: neighbouring texts are joined, and a word without holes is a plain string. */
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

/** The word with some number where one will stand: whatever it is, it changes no meaning of the text around it. */
export const withNumbers = (word: Word): Word =>
  isKnown(word)
    ? word
    : makeWord(word.parts.map(part => (typeof part === 'string' || part.yields !== 'number' ? part : '1')))

/** The word with samples where there are any, to read code that it is part of. */
export const withSamples = (word: Word): Word => {
  const numbered = withNumbers(word)
  return isKnown(numbered)
    ? numbered
    : makeWord(numbered.parts.map(part => (typeof part === 'string' ? part : (part.sample ?? part))))
}

/** The same word with `change` applied to what is certain at its start. */
export function mapPrefix(word: Word, change: (prefix: string) => string): Word {
  if (typeof word === 'string') return change(word)
  const [first, ...rest] = word.parts
  return typeof first === 'string' ? makeWord([change(first), ...rest]) : makeWord([change(''), ...word.parts])
}

/** Several words as one text, blanks between them: what `eval`, `ssh` and their like make of their arguments. */
export const joinWords = (words: readonly Word[]): Word =>
  makeWord(words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(typeof word === 'string' ? [word] : word.parts)]))
