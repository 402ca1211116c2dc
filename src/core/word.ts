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
  /** Files that were picked as those that hold secrets: `$(find . -name '.e*')`. */
  readonly picked?: true
  /** What a variable holds that bears a secret's name, or part of it: `$API_TOKEN`, `${API_TOKEN:0:4}`. */
  readonly secret?: true
}

export const isKnown = (word: Word): word is string => typeof word === 'string'

/** Whether it is one word whatever its holes hold: bash splits what a hole for words or files yields. */
export const isOneWord = (word: Word): boolean =>
  isKnown(word) || word.parts.every(part => typeof part === 'string' || isOne(part))

const isOne = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'files'

/** Whether what comes out lies where it is put: nothing climbs out of a directory by it, and nothing is absolute. */
export const yieldsNames = ({ yields }: Hole): boolean => yields !== 'words' && yields !== 'text'

/** Whether one of its holes is of that kind. */
export const hasHole = (word: Word, kind: 'mayRun' | 'mayBeOption' | 'keyed' | 'secret' | 'picked'): boolean =>
  !isKnown(word) && word.parts.some(part => typeof part !== 'string' && part[kind] === true)

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

/** The same word with `change` applied to what is certain at its start. */
export function mapPrefix(word: Word, change: (prefix: string) => string): Word {
  if (typeof word === 'string') return change(word)
  const [first, ...rest] = word.parts
  return typeof first === 'string' ? makeWord([change(first), ...rest]) : makeWord([change(''), ...word.parts])
}

/** Several words as one text, blanks between them: what `eval`, `ssh` and their like make of their arguments. */
export const joinWords = (words: readonly Word[]): Word =>
  makeWord(words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(typeof word === 'string' ? [word] : word.parts)]))
