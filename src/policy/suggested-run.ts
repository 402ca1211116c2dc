import type { RecordedEffect } from '../audit/event.ts'
import { baseName } from '../core/path.ts'
import { withinTier } from '../core/tier.ts'
import { wordText } from '../core/word.ts'
import { findProgram } from '../shell/programs/find-program.ts'
import { nameArguments } from '../shell/programs/name-arguments.ts'
import { yamlText } from './read/yaml-text.ts'

/** The `run` key for the run that an effect belongs to, with the words that it was given; null if they are not all told. */
export function suggestedRun(effects: readonly RecordedEffect[], index: number): string | null {
  const at = runIndex(effects, index)
  const run = at === null ? undefined : effects[at]
  if (at === null || run === undefined || isElsewhere(run)) return null
  const [, program = '', ...given] = run.text.split(' ')
  const words = given.slice(0, firstUntold(given))
  const pattern = wordsFor({ program, words, isCut: words.length < given.length, run, isMild: isMild(effects, at) })
  return pattern === null ? null : `run: ${yamlText(pattern.join(' '))}`
}

interface Typed {
  readonly program: string
  /** Those before the first that only running would tell, or that a pattern cannot say. */
  readonly words: readonly string[]
  readonly isCut: boolean
  readonly run: RecordedEffect
  readonly isMild: boolean
}

function wordsFor({ program, words, isCut, run, isMild }: Typed): readonly string[] | null {
  const name = baseName(program)
  const isUnknown = findProgram(name) === null
  // A file that anyone may have put there is another one tomorrow.
  if (!isTold(program) || (isUnknown && program !== name)) return null
  const named = nameArguments(name, words)
  if (isMild && named.commands > 0) return [program, ...named.words.slice(0, named.commands).map(wordText)]
  // A program by itself would be allowed with whatever words come next.
  if (words.length === 0 || isCut) return null
  const last = words.at(-1)
  const isOpen =
    named.commands > 0 &&
    named.words.length - named.commands >= 2 &&
    last === named.words.at(-1) &&
    withinTier(run.tier, 'write')
  return [program, ...(isOpen ? words.slice(0, -1) : words)]
}

/** The run itself, or the one whose own table told of the effect: a rule about the one reaches the other. */
function runIndex(effects: readonly RecordedEffect[], index: number): number | null {
  const effect = effects[index]
  if (effect === undefined || effect.kind === 'opaque' || effect.kind === 'spawn') return null
  const chain = chainOf(effect)
  const at = effects.slice(0, index + 1).findLastIndex(one => one.kind === 'run' && chainOf(one) === chain)
  return at < 0 ? null : at
}

/** Whether a subcommand may run with any words: its worst is a write, and nothing that it does leaves the project's files. */
function isMild(effects: readonly RecordedEffect[], at: number): boolean {
  const [run, ...after] = effects.slice(at)
  if (run === undefined || !withinTier(run.tier, 'write')) return false
  const next = after.findIndex(one => one.kind === 'run' && chainOf(one) === chainOf(run))
  const derived = next < 0 ? after : after.slice(0, next)
  return derived.every(({ kind, tier }) => touches.has(kind) && withinTier(tier, 'write'))
}

const touches: ReadonlySet<string> = new Set(['read', 'write', 'delete'])

const chainOf = ({ chain }: RecordedEffect): string => chain.join('\n')

/** On another machine, or in a container: a rule would have to say so. */
const isElsewhere = ({ text, chain }: RecordedEffect): boolean =>
  chain.length > 0 && / (on|in container|in pod) \S+$/.test(text)

function firstUntold(words: readonly string[]): number {
  const first = words.findIndex(word => !isTold(word))
  return first < 0 ? words.length : first
}

/** A word that is the same in a pattern as it was in the command. */
const isTold = (word: string): boolean => /^[\w./:=@%+,~-]+$/.test(word)
