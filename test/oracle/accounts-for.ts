import type { Run } from '../../src/core/effect.ts'
import { baseName } from '../../src/core/path.ts'
import { type Hole, type HoledWord, isKnown, type Word, wordText } from '../../src/core/word.ts'
import type { Start } from './started.ts'

/**
 * Whether a predicted run accounts for a program that bash started: the same program with the same words in the same order.
 *
 * The rules: a word without holes matches exactly. A hole for one value matches any text inside its word. A hole for words or
 * file names matches any number of words, including none, because bash splits and globs its value, and may drop a glob without a
 * match. File names that a glob might match follow it in the prediction and may be missing. One run must account for each start,
 * and one run may account for many starts, because a loop that is analysed once starts its program repeatedly. The descriptor
 * number of a process substitution does not matter.
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

/** Escapes a text for use in a regular expression. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
