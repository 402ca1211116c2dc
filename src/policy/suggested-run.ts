import type { RecordedEffect } from '../audit/event.ts'
import { baseName } from '../core/path.ts'
import { withinTier } from '../core/tier.ts'
import { wordText } from '../core/word.ts'
import { findProgram } from '../shell/programs/find-program.ts'
import { nameArguments } from '../shell/programs/name-arguments.ts'
import { yamlText } from './read/yaml-text.ts'

/** The `run` key of a rule for the program that caused an effect, with its arguments; null if some are not known. */
export function suggestedRun(effects: readonly RecordedEffect[], index: number): string | null {
  const at = runIndex(effects, index)
  const run = at === null ? undefined : effects[at]
  if (at === null || run === undefined || isRemote(run)) return null
  const [, program = '', ...args] = run.text.split(' ')
  const words = args.slice(0, firstUnclear(args))
  const pattern = wordsFor({ program, words, isCut: words.length < args.length, run, isMild: isMild(effects, at) })
  return pattern === null ? null : `run: ${yamlText(pattern.join(' '))}`
}

interface Typed {
  readonly program: string
  /** The arguments before the first that is only known at run time, or that a pattern cannot express. */
  readonly words: readonly string[]
  readonly isCut: boolean
  readonly run: RecordedEffect
  readonly isMild: boolean
}

function wordsFor({ program, words, isCut, run, isMild }: Typed): readonly string[] | null {
  const name = baseName(program)
  const isUnknown = findProgram(name) === null
  // An unknown program given by its path: the file there may be a different one tomorrow.
  if (!isLiteral(program) || (isUnknown && program !== name)) return null
  const named = nameArguments(name, words)
  if (isMild && named.commands > 0) return [program, ...named.words.slice(0, named.commands).map(wordText)]
  // A pattern of the program alone would allow it with any arguments.
  if (words.length === 0 || isCut) return null
  const last = words.at(-1)
  const isOpen =
    named.commands > 0 &&
    named.words.length - named.commands >= 2 &&
    last === named.words.at(-1) &&
    withinTier(run.tier, 'write')
  return [program, ...(isOpen ? words.slice(0, -1) : words)]
}

/** The run itself, or the run whose table derived the effect: a rule about that run also matches the effect. */
function runIndex(effects: readonly RecordedEffect[], index: number): number | null {
  const effect = effects[index]
  if (effect === undefined || effect.kind === 'opaque' || effect.kind === 'spawn') return null
  const chain = chainOf(effect)
  const at = effects.slice(0, index + 1).findLastIndex(one => one.kind === 'run' && chainOf(one) === chain)
  return at < 0 ? null : at
}

/** Whether a subcommand may be allowed with any arguments: its worst tier is `write`, and it only touches files. */
function isMild(effects: readonly RecordedEffect[], at: number): boolean {
  const [run, ...after] = effects.slice(at)
  if (run === undefined || !withinTier(run.tier, 'write')) return false
  const next = after.findIndex(one => one.kind === 'run' && chainOf(one) === chainOf(run))
  const derived = next < 0 ? after : after.slice(0, next)
  return derived.every(({ kind, tier }) => touches.has(kind) && withinTier(tier, 'write'))
}

const touches: ReadonlySet<string> = new Set(['read', 'write', 'delete'])

const chainOf = ({ chain }: RecordedEffect): string => chain.join('\n')

/** Runs on another machine or in a container; a rule would have to say so. */
const isRemote = ({ text, chain }: RecordedEffect): boolean =>
  chain.length > 0 && / (on|in container|in pod) \S+$/.test(text)

function firstUnclear(words: readonly string[]): number {
  const first = words.findIndex(word => !isLiteral(word))
  return first < 0 ? words.length : first
}

/** Whether a word means the same in a pattern as in the command. */
const isLiteral = (word: string): boolean => /^[\w./:=@%+,~-]+$/.test(word)
