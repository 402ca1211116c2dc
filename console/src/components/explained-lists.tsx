import type { EffectLine, ReasonLine } from '../../../src/server/api.ts'
import { DecisionBadge, TierBadge } from './badge.tsx'
import { Prose } from './prose.tsx'
import { RuleName } from './rule-name.tsx'

/** The effects of a call, each with its tier. `most`: how many are shown; the rest are counted. */
export const EffectList = ({
  effects,
  most = effects.length,
}: {
  readonly effects: readonly EffectLine[]
  readonly most?: number
}) => (
  <ul class="effects" aria-label="Effects">
    {effects.slice(0, most).map(({ text, tier }, index) => (
      <li key={`${index}`}>
        <TierBadge tier={tier} />
        <span>
          <Prose text={text} />
        </span>
      </li>
    ))}
    {effects.length > most ? <li class="muted small">and {effects.length - most} more</li> : null}
  </ul>
)

/** The reasons of a decision, each with the layer and the rule that gave it. */
export const ReasonList = ({ reasons }: { readonly reasons: readonly ReasonLine[] }) => (
  <ul class="effects" aria-label="Reasons">
    {reasons.map(({ decision, layer, text, rule }, index) => (
      <li key={`${index}`}>
        <DecisionBadge decision={decision} />
        <span>
          <Prose text={text} />
          <span class="muted small block">
            {layer}
            {rule === null ? null : (
              <>
                , <RuleName rule={rule} />
              </>
            )}
          </span>
        </span>
      </li>
    ))}
  </ul>
)
