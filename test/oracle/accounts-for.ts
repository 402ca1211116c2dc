import type { Run } from '../../src/core/effect.ts'
import { baseName } from '../../src/core/path.ts'
import { type Hole, type HoledWord, isKnown, type Word, wordText } from '../../src/core/word.ts'
import type { Start } from './started.ts'

/**
 * Whether a predicted run accounts for what bash started: the same program, given the same words in the same order.
 *
 * What is fair. A word without holes is exactly that word. A hole for one value stands for any text inside its word; a
 * hole for words or for names of files stands for any number of words, none included, since bash splits and globs what
 * it puts there, and may drop a glob that fits nothing. Names that a glob fits and that are only feared to be there follow it, and may be missing. Each
 * start must be accounted for by one run, and one run may account for many: a loop that is read once starts its program again and again. Which descriptor a
 * process substitution gets is bash's own affair.
 */
export function accountsFor(run: Run, start: Start): boolean {
  if (baseName(wordText(run.program)) !== start.program) return false
  const words = start.args.map(arg => `${arg.replace(descriptor, '/dev/fd/63')}\0`).join('')
  return new RegExp(`^${patterns(run.args)}$`, 's').test(words)
}

function patterns(args: readonly Word[]): string {
  let feared: RegExp | null = null
  let all = ''
  for (const arg of args) {
    const mayBeMissing: boolean = isKnown(arg) && feared?.test(arg) === true
    if (!mayBeMissing) feared = isKnown(arg) || !isGlob(arg) ? null : new RegExp(`^${insideOf(arg)}$`, 's')
    all += mayBeMissing ? `(?:${pattern(arg)})?` : pattern(arg)
  }
  return all
}

const descriptor = /^\/dev\/fd\/\d+$/

function pattern(word: Word): string {
  if (isKnown(word)) return `${escaped(word)}\0`
  const mayVanish = isGlob(word) || word.parts.every(part => typeof part !== 'string' && part.yields === 'words')
  return mayVanish ? `(?:${insideOf(word)}\0)?` : `${insideOf(word)}\0`
}

const isGlob = ({ parts }: HoledWord): boolean =>
  parts.some(part => typeof part !== 'string' && part.yields === 'files')

const insideOf = ({ parts }: HoledWord): string =>
  parts.map(part => (typeof part === 'string' ? escaped(part) : standsFor(part))).join('')

const standsFor = (hole: Hole): string => (hole.yields === 'text' ? '[^\0]*' : '.*')

/** A text as a pattern for itself. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
