import { assertNever } from '../core/assert-never.ts'
import type { Effect, Opaque } from '../core/effect.ts'
import { effectText } from '../core/effect-text.ts'
import { canonicalJson, type Json } from '../core/json.ts'
import { wordText } from '../core/word.ts'

/**
 * Identifies an effect without the sentences that explain it: rewording a message must not void an approval, and two
 * effects that differ in anything a policy looks at never share an identity.
 */
export const effectIdentity = (effect: Effect, effects: readonly Effect[]): string =>
  canonicalJson([
    effect.kind,
    effect.tier,
    { ...effect.where },
    effect.span === null ? null : [effect.span.start, effect.span.end],
    detailOf(effect, effects),
  ])

function detailOf(effect: Effect, effects: readonly Effect[]): Json {
  switch (effect.kind) {
    case 'run':
      return [
        effectText(effect),
        effect.code,
        effect.table === undefined ? null : [effect.table.layer, effect.table.file],
      ]
    case 'read':
    case 'write':
    case 'delete':
      return [wordText(effect.path), effect.recursive, effect.zone, effect.sensitive !== null]
    case 'connect':
      return [wordText(effect.host), effect.port, effect.sends, effect.byDefault !== undefined, effect.leadsTo ?? null]
    case 'change':
      return [effect.system, effect.action, effect.target === null ? null : wordText(effect.target)]
    case 'spawn':
      return [effect.agent, effect.depth]
    case 'opaque':
      return [...quotedIn(effect), startedBy(effect, effects)]
    default:
      return assertNever(effect)
  }
}

/** The parts of the call that the sentence of an opaque effect quotes; the words around them may change. */
const quotedIn = ({ why }: Opaque): readonly string[] => [...why.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)

function startedBy({ by }: Opaque, effects: readonly Effect[]): string | null {
  const run = by === null ? undefined : effects[by]
  return run === undefined ? null : effectText(run)
}
