import type { Call, World } from '../core/call.ts'
import { type Effect, isTouch } from '../core/effect.ts'
import { canonicalJson, type JsonObject } from '../core/json.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import type { Intent } from '../shell/syntax/intent.ts'
import { plainList } from '../shell/syntax/plain-list.ts'
import type { Category, Description } from '../tools/descriptor.ts'

/** A call that asks, with everything that decides whether a grant covers it. */
export interface AskedCall {
  readonly tool: string
  readonly category: Category
  readonly place: Call['place']
  readonly verdict: Verdict
  /** Whether it asks for more rights than the session has. */
  readonly escalated: boolean
  /** The words of its commands as they were typed: one command, or several joined by `&&`. Empty for anything else. */
  readonly commands: readonly (readonly string[])[]
  /** Whether the output of a command becomes words of another, or a value. */
  readonly substitutes: boolean
  /** The input of a tool whose fields are not known; null for any other. */
  readonly unknownInput: JsonObject | null
  /** Finds the files that a path leads to. */
  readonly seen: Seen
  /** Whether the call contains secrets, which must not be stored. */
  readonly hasSecrets: boolean
  /** The verdict on the same call if that directory were part of the workspace. */
  readonly inside?: ((root: string) => Verdict) | undefined
}

export type Seen = Pick<World, 'facts' | 'sensitive'>

export const asksOf = ({ reasons }: Verdict): readonly Reason[] => reasons.filter(({ decision }) => decision === 'ask')

/** The effects that ask, each once; null if a reason asks about the call as a whole. */
export function askingEffects(verdict: Verdict): readonly AskingEffect[] | null {
  const indexes = asksOf(verdict).map(({ effect }) => effect)
  const asking = [...new Set(indexes)].flatMap(index => {
    const effect = index === null ? undefined : verdict.effects[index]
    return effect === undefined || index === null ? [] : [{ index, effect }]
  })
  return indexes.length === 0 || indexes.includes(null) ? null : asking
}

export interface AskingEffect {
  readonly index: number
  readonly effect: Effect
}

export const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i])

/** The rules that ask, by file and id, or the layer where no rule did. An answer without careful mode does not count in it. */
export const askers = ({ verdict, place }: AskedCall): readonly string[] =>
  [
    ...new Set(
      asksOf(verdict).map(({ layer, rule }) =>
        canonicalJson(rule === null ? [layer, place.careful] : [layer, rule.file, rule.id]),
      ),
    ),
  ].sort()

/** Effects whose approval is never remembered longer than a session, and never inherited by sub-agents. */
export const isGrave = (effect: Effect): boolean =>
  effect.tier === 'destructive' || effect.kind === 'opaque' || (isTouch(effect) && effect.sensitive !== null)

/** INVARIANT: a tool that can start programs is never granted as a whole (C10). */
export const startsPrograms = ({ category, verdict }: AskedCall): boolean =>
  !wholeCategories.has(category) ||
  verdict.effects.some(({ kind }) => kind === 'run' || kind === 'spawn' || kind === 'change')

const wholeCategories: ReadonlySet<Category> = new Set(['file_read', 'file_write', 'network', 'custom'])

/** The call as grants see it; null if it could not be analysed or does not ask. */
export function askedCall(
  { tool, input, place }: Pick<Call, 'tool' | 'input' | 'place'>,
  verdict: Verdict,
  {
    description,
    seen,
    inside,
  }: { readonly description: Description | null; readonly seen: Seen } & Pick<AskedCall, 'inside'>,
): AskedCall | null {
  if (description === null || verdict.decision !== 'ask') return null
  const { category, escalated, analysis, secrets, text, isScanned } = description
  return {
    tool,
    category,
    place,
    verdict,
    escalated,
    commands: analysis === null ? [] : typedCommands(analysis.intent, text),
    substitutes: analysis?.shape.substitution ?? false,
    unknownInput: isScanned ? input : null,
    seen,
    hasSecrets: secrets.length > 0,
    inside,
  }
}

function typedCommands({ argv, isComplex }: Intent, text: string | null): AskedCall['commands'] {
  if (!isComplex) return [argv]
  return text === null ? [] : (plainList(text) ?? [])
}
