import type { Effect, Run } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import { hasHole, isKnown, knownPrefix, type Listing, type Word, wordText, yieldsNames } from '../../core/word.ts'
import { listingOf } from './listing-words.ts'

/**
 * Describes the output if it is only names of files in the workspace (`git ls-files`, `find . | sort`); null for any other
 * output.
 */
export function listedBy(effects: readonly Effect[], fed: Listing | null): Listing | null {
  const runs = effects.filter((effect): effect is Run => effect.kind === 'run')
  if (runs.length === 0 || !readsOnlyHere(effects)) return null
  return runs.every(run => isLister(run) || (fed !== null && dropsLines(run))) ? listingOf(runs, fed) : null
}

/** Whether these effects only run programs and read files of the workspace or scratch space. */
export const readsOnlyHere = (effects: readonly Effect[]): boolean =>
  effects.every(
    effect =>
      effect.kind === 'run' ||
      (isTouch(effect) && effect.kind === 'read' && (effect.zone === 'workspace' || effect.zone === 'scratch')),
  )

/** A filter that drops some lines of its input and keeps the others unchanged. */
export const dropsLines = (run: Run): boolean => isCalledAs(run, lineFilters)

const lineFilters: Spellings = new Map([
  ['head', /^(-n\t?\d+|-\d+)?$/],
  ['tail', /^(-n\t?\+?\d+|-\d+)?$/],
  ['sort', /^((-[nruVz]+|-t\t?[^\t]|-k\t?[\d.,n]+)(\t|$))*$/],
  ['uniq', /^(-[ui])?$/],
  ['shuf', /^(-n\t?\d+)?$/],
  ['grep', /^(-[vEiFw]+\t)*([^-\t][^\t]*|(-e\t?[^\t]+(\t|$))+)$/],
  ['egrep', /^(-[viFw]+\t)*[^-\t][^\t]*$/],
])

/** Programs, each with a pattern for its tab-separated arguments. */
export type Spellings = ReadonlyMap<string, RegExp>

export const isCalledAs = ({ program, args }: Run, spellings: Spellings): boolean =>
  args.every(isKnown) && spellings.get(wordText(program))?.test(args.map(wordText).join('\t')) === true

/**
 * Whether it prints only file names, as full paths or relative to the current directory, and no text chosen by the caller.
 */
export function isLister({ program, args }: Run): boolean {
  const words = args.map(wordText)
  if (!args.every(isCertain) || words.some(word => ownText.test(word) || climbs.test(word))) return false
  switch (wordText(program)) {
    case 'ls':
      return words.every(word => !word.startsWith('-') || bareNames.test(word))
    case 'fd':
      return true
    case 'find':
      return !words.some(word => /^-(exec|ok|printf|fprint)/.test(word))
    case 'rg':
      return words.some(word => /^(--files|--files-with(out-match|-matches)|-[inwFSsuv0]*l[inwFSsuv0]*)$/.test(word))
    case 'grep':
      return words.some(word => namesOnly.test(word))
    case 'git':
      return (
        (words[0] === 'ls-files' && !words.some(word => word.startsWith('/'))) ||
        (words[0] === 'diff' && words.includes('--name-only')) ||
        (words[0] === 'grep' && words.some(word => namesOnly.test(word)))
      )
    default:
      return false
  }
}

/** Known, or made of file names, or of words that cannot be options: `--include=*.ts`, `tests/*.py`, `"$base"...HEAD`. */
const isCertain = (word: Word): boolean =>
  isKnown(word) ||
  (/^(-|[^-].*\/)/.test(knownPrefix(word))
    ? word.parts.every(part => typeof part === 'string' || yieldsNames(part))
    : !hasHole(word, 'mayBeOption'))

/** `..`: used from another directory, such a name points to another file. */
const climbs = /(^|\/)\.\.(\/|$)/

/** Options that print neither columns, the first of which begins with a dash, nor `..`. */
const bareNames = /^(-[1AdtrRSUXvchpFLHu]+|--(sort|time|color)=\w+|--(reverse|directory|recursive|almost-all))$/

/** `-l`, also combined with letters that take no value. */
const namesOnly = /^(--name-only|--files-with(out-match|-matches)|-[rRinwFEvZHzsIa]*[lL][rRinwFEvZHzsIa]*)$/

/**
 * `fd --format TEXT`, `git ls-files --format=TEXT`, `grep --label=TEXT`, `git diff --line-prefix=TEXT`, and their
 * abbreviations.
 */
const ownText = /^--(fo(r|=|$)|la|li|out)/
