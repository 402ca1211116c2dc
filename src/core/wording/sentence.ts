import { assertNever } from '../assert-never.ts'
import { dangerRank, decidingEffects, decidingReasons, effectDanger } from '../danger.ts'
import { type Effect, isTouch, type Run, type Touch } from '../effect.ts'
import { whereText } from '../effect-text.ts'
import { tierRank } from '../tier.ts'
import type { Verdict } from '../verdict.ts'
import { isKnown, wordText } from '../word.ts'
import { changeWords, quoteText } from './change-words.ts'
import { doing } from './effect-words.ts'

/**
 * A verdict as one sentence for a person who has two seconds: "Overwrites history on the remote; also sends data out." The
 * worst effect comes first. Tier, mode and the command itself are left to the details.
 */
export function sentence(verdict: Verdict): string {
  const clauses = clausesOf(verdict)
  if (verdict.contained === true) return `Runs inside the fence: ${joined(clauses)}.`
  return asSentence(joined(clauses))
}

function joined(clauses: readonly string[]): string {
  const [first = 'makes a call that has no analysed effects', second, ...others] = clauses
  if (second === undefined) return first
  const both = `${first}; also ${second}`
  if (both.length > maxChars) return `${first}; and ${countText(clauses.length - 1)}`
  return others.length === 0 ? both : `${both}, and ${countText(others.length)}`
}

/** About two lines of a terminal. */
const maxChars = 150

const countText = (count: number): string => (count === 1 ? '1 more effect' : `${count} more effects`)

const asSentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

function clausesOf(verdict: Verdict): readonly string[] {
  const effects = decidingEffects(verdict)
  const worstFirst = withoutRepeats(effects, verdict.effects)
    .map((effect, index) => ({ effect, index }))
    .sort((a, b) => severity(b.effect) - severity(a.effect) || a.index - b.index)
    .map(({ effect }) => effect)
  const wholeCall = decidingReasons(verdict).filter(({ effect }) => effect === null)
  return [...new Set([...wholeCall.map(({ because }) => because), ...clauses(worstFirst, verdict.effects)])]
}

const severity = (effect: Effect): number => dangerRank(effectDanger(effect)) * 10 + tierRank(effect.tier)

/** Leaves out a program that is known only for the effects that are listed with it. */
function withoutRepeats(effects: readonly Effect[], all: readonly Effect[]): readonly Effect[] {
  const starters = new Set(effects.flatMap(({ by }) => (by === null ? [] : (all[by] ?? []))))
  return effects.filter(effect => effect.kind !== 'run' || effect.code !== 'known' || !starters.has(effect))
}

/** One clause for each effect; files of the same kind share one. */
function clauses(effects: readonly Effect[], all: readonly Effect[]): readonly string[] {
  const touched = new Map<string, readonly Touch[]>()
  const texts: (() => string)[] = []
  for (const effect of effects) {
    if (!isTouch(effect)) {
      texts.push(() => placed(deed(effect, all), effect))
      continue
    }
    const key = JSON.stringify([effect.kind, outside(effect), effect.sensitive !== null, effect.where])
    const same = touched.get(key)
    touched.set(key, [...(same ?? []), effect])
    if (same === undefined) texts.push(() => placed(touchWords(touched.get(key) ?? []), effect))
  }
  return [...new Set(texts.map(text => text()))]
}

function placed(words: string, { where }: Effect): string {
  const place = whereText(where)
  return place === '' ? words : `${words} ${place}`
}

function deed(effect: Exclude<Effect, Touch>, all: readonly Effect[]): string {
  switch (effect.kind) {
    case 'run':
      return runWords(effect)
    case 'change':
      return changeWords(effect)
    case 'opaque':
      return `runs code that Sallyport cannot read: ${effect.why}`
    case 'connect':
      return effect.sends && !isKnown(effect.host) && wordText(effect.host) === '…' && effect.leadsTo == null
        ? 'sends data out'
        : doing(effect, effect.by === null ? undefined : all[effect.by])
    case 'spawn':
      return `starts another agent, ${quoteText(effect.agent)}`
    default:
      return assertNever(effect)
  }
}

function runWords({ program, code, tier }: Run): string {
  const name = quoteText(wordText(program))
  if (code === 'unknown') return `runs ${name}, a program that Sallyport does not know`
  if (code === 'project') return `runs ${name}, code of this project`
  switch (tier) {
    case 'read':
      return `runs ${name}`
    case 'write':
      return `makes changes with ${name}`
    case 'execute':
      return `acts beyond this project's files with ${name}`
    case 'destructive':
      return `can destroy data that cannot be recovered, with ${name}`
    default:
      return assertNever(tier)
  }
}

/** "deletes `a` and 3 other paths, outside the workspace". */
function touchWords(touches: readonly Touch[]): string {
  const [first] = touches
  if (first === undefined) return ''
  const paths = new Set(touches.map(({ path }) => wordText(path)))
  const others = paths.size - 1
  const rest = others === 0 ? '' : ` and ${others} other path${others === 1 ? '' : 's'}`
  const why = first.sensitive === null ? '' : ` (${first.sensitive})`
  return `${first.kind}s ${quoteText(wordText(first.path))}${why}${rest}${outside(first)}`
}

function outside({ zone, sensitive, where }: Touch): string {
  if (sensitive !== null || where.at !== 'local' || zone === 'workspace' || zone === 'scratch') return ''
  return zone === 'unknown' ? ', a place that is only known at run time' : ', outside the workspace'
}
