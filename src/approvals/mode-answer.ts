import { type Effect, isTouch } from '../core/effect.ts'
import { approvesCalls } from '../core/switches/run-mode.ts'
import type { SetMode } from '../core/switches/switches.ts'
import type { Reason } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import { rememberLimit } from '../policy/rules/remember.ts'
import { type AskedCall, askingEffects, asksOf, isGrave } from './asked-call.ts'
import type { Settled } from './settle.ts'

/**
 * The answer of the modes `edit` and `auto` to a call that asks (R82, R83, C7). They leave everything grave to a person: escalated
 * rights, destructive, sensitive and opaque effects, data that leaves the machine. They also leave every question that must be asked
 * each time: those of the floor, of the organisation, and of rules with `remember: no`.
 */
export function modeAnswer(asked: AskedCall | null, set: SetMode, policies: Policies): Settled | null {
  if (asked === null || !approvesCalls(set.mode) || isForPerson(asked, policies)) return null
  const effects = askingEffects(asked.verdict)?.map(({ effect }) => effect) ?? asked.verdict.effects
  const covers = set.mode === 'edit' ? isEdit(asked, effects) : !effects.some(isGrave)
  return covers ? { decision: 'approved', by: `mode ${set.mode}, set by ${set.by}`, reason: 'auto' } : null
}

/** INVARIANT: careful mode and automation win over `edit` and `auto`, no matter who set them. */
function isForPerson({ verdict, place, escalated }: AskedCall, policies: Policies): boolean {
  const asks = asksOf(verdict)
  return (
    escalated ||
    place.careful ||
    place.automation ||
    asks.some(({ layer }) => layer === 'floor') ||
    rememberLimit(policies, asks) === 'no' ||
    (asks.some(isOfMode) && hasOrganisationMode(policies)) ||
    verdict.effects.some(leavesMachine)
  )
}

/** A preset contains only what its mode would ask about. */
const isOfMode = ({ layer, contain }: Reason): boolean => layer === 'mode' || (layer === 'preset' && contain === true)

/** The organisation's own `mode` asks in the same layer as everyone else's, so all questions of that layer count as its own. */
const hasOrganisationMode = ({ files }: Policies): boolean =>
  files.some(({ layer, policy }) => layer === 'organisation' && policy.document.mode !== null)

const leavesMachine = (effect: Effect): boolean =>
  (effect.kind === 'connect' && effect.sends) || effect.where.at === 'host' || effect.where.at === 'pod'

/** A file tool that changes files in the workspace, none of them sensitive. */
const isEdit = ({ category }: AskedCall, effects: readonly Effect[]): boolean =>
  category === 'file_write' &&
  effects.length > 0 &&
  effects.every(effect => isTouch(effect) && effect.zone === 'workspace' && !isGrave(effect))
