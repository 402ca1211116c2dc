import { redactJson } from '../../audit/redaction/redacted-json.ts'
import { limits } from '../../core/limits.ts'
import type { Policies } from '../../policy/policies.ts'
import { type Remember, rememberLimit, shorterMemory } from '../../policy/rules/remember.ts'
import { type AskedCall, askers, askingEffects, asksOf, isGrave, startsPrograms } from '../asked-call.ts'
import type { Grant, GrantScope, GrantShape } from './grant.ts'
import { covers, coversShape } from './grant-covers.ts'
import { shapeOf, wholeShape } from './grant-shape.ts'
import { alsoText, shapeText } from './grant-text.ts'
import { workShape } from './work-shape.ts'

/** A grant that an approval may create, as it is shown to the person who answers. */
export interface GrantOffer {
  readonly shape: GrantShape
  /** The longest time that it may be remembered. */
  readonly upTo: GrantScope
  readonly text: string
  /** Says what else it would allow. */
  readonly also: string
  /** The rules and modes that it answers (`askers`). */
  readonly answers: readonly string[]
  readonly workspace: readonly string[]
  readonly agents: readonly string[]
  readonly session: string
}

/** Every grant that may be offered, the narrowest first; none if the answer may not be remembered. */
export function offersFor(asked: AskedCall, policies: Policies): readonly GrantOffer[] {
  const upTo = memoryOf(asked, policies)
  if (upTo === 'no' || asked.hasSecrets) return []
  const { place } = asked
  const whole = startsPrograms(asked) ? null : wholeShape(asked)
  return [shapeOf(asked), workShape(asked), whole].flatMap(shape =>
    // INVARIANT: an offer always covers the call that it was made for.
    shape === null || !coversShape(shape, asked) || redactJson(shape).secrets.length > 0
      ? []
      : [
          {
            shape,
            upTo: shape.does === 'work' ? 'session' : upTo,
            text: shapeText(shape, place),
            also: alsoText(shape),
            answers: askers(asked),
            workspace: place.workspace,
            agents: place.agents,
            session: place.session,
          },
        ],
  )
}

/** Rules limit the time. Destructive, sensitive and opaque effects end with the session; escalated rights are never remembered. */
function memoryOf(asked: AskedCall, policies: Policies): Remember {
  if (asked.escalated) return 'no'
  const asking = askingEffects(asked.verdict)?.map(({ effect }) => effect) ?? asked.verdict.effects
  const grave = asking.some(isGrave) ? 'session' : 'always'
  return shorterMemory(grave, rememberLimit(policies, asksOf(asked.verdict)))
}

/** The grant that an accepted offer becomes. */
export function grantFrom(
  { shape, answers, workspace, agents, session }: Omit<GrantOffer, 'upTo' | 'text' | 'also'>,
  { id, scope, by, at }: Pick<Grant, 'id' | 'scope' | 'by' | 'at'>,
): Grant {
  return {
    id,
    shape,
    scope,
    session: scope === 'always' ? null : session,
    workspace,
    agents,
    answers,
    by,
    at,
    until: at + lifetimeMs[scope],
  }
}

const lifetimeMs = {
  hour: limits.hourGrantMs,
  session: limits.sessionGrantMs,
  always: limits.alwaysGrantMs,
} as const satisfies Readonly<Record<GrantScope, number>>

/** The grant that answers the question under the current rules. */
export function grantFor(
  grants: readonly Grant[],
  asked: AskedCall,
  { policies, now }: { readonly policies: Policies; readonly now: number },
): Grant | null {
  if (grants.length === 0) return null
  const upTo = memoryOf(asked, policies)
  if (upTo === 'no') return null
  return grants.find(grant => (upTo === 'always' || grant.scope !== 'always') && covers(grant, asked, now)) ?? null
}
