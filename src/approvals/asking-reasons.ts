import type { Place } from '../core/call.ts'
import { canonicalJson, type Json } from '../core/json.ts'
import type { Layer, Reason, RuleRef, Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import type { PolicyDocument } from '../policy/schema/document.ts'
import { asksOf } from './asked-call.ts'
import { effectIdentity } from './effect-identity.ts'

/** A verdict that asks, with the settings that made it ask. */
export interface AskingVerdict {
  readonly verdict: Verdict
  readonly policies: Policies
  /** Including careful mode from the policies. */
  readonly place: Pick<Place, 'careful'>
  /** Whether the call asks for more rights than the session has. */
  readonly escalated: boolean
}

/**
 * Every reason to ask, as one text each: the layer, the rule or setting that asked, and the effect that it asked about.
 * INVARIANT: the sentences are left out, so rewording them does not void an answer; any other change does.
 */
export const askingReasons = (asking: AskingVerdict): readonly string[] => {
  const { verdict } = asking
  return asksOf(verdict).map(reason => {
    const effect = reason.effect === null ? undefined : verdict.effects[reason.effect]
    return canonicalJson([
      reason.layer,
      reason.code,
      askerOf(reason, asking),
      effect === undefined ? null : effectIdentity(effect, verdict.effects),
    ])
  })
}

function askerOf({ rule, layer }: Reason, asking: AskingVerdict): Json {
  if (rule !== null) return ruleIdentity(rule, asking.policies)
  return layer === 'mode' ? modeIdentity(asking) : pathSettings(asking.policies)
}

/** A rule by its file, id and conditions: after the conditions change, it asks again. */
const ruleIdentity = ({ id, file }: RuleRef, policies: Policies): Json => [
  file,
  id,
  ...documentsOf(policies).flatMap(({ trusted, document }) =>
    document.rules
      .filter(one => one.id === id && (one.file ?? document.file) === file)
      .map(({ when, then, trial, contain }) => [trusted, then, trial, contain, canonicalJson({ ...when })]),
  ),
]

/** The mode, careful mode and escalated rights all ask in the layer `mode`. */
const modeIdentity = ({ policies, place, escalated }: AskingVerdict): Json => [
  policies.mode,
  place.careful,
  escalated,
  policies.base.document.file,
  policies.base.namesCareful,
]

/** The other settings that ask without a rule: the `boundary` and the `sensitive` list of each file. */
const pathSettings = (policies: Policies): Json =>
  documentsOf(policies).map(({ layer, trusted, document: { file, boundary, sensitive } }) => [
    layer,
    trusted,
    file,
    boundary === null ? null : { ...boundary },
    sensitive,
  ])

interface PlacedDocument {
  readonly layer: Layer
  readonly trusted: boolean
  readonly document: PolicyDocument
}

const documentsOf = ({ files, base }: Policies): readonly PlacedDocument[] => [
  ...files.map(({ layer, trusted, policy }) => ({ layer, trusted, document: policy.document })),
  { layer: 'preset', trusted: true, document: base.document },
]
