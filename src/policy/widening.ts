import { type Decision, isStricter } from '../core/decision.ts'
import { tiers } from '../core/tier.ts'
import { profileNames } from '../fence/profile.ts'
import { fenceModes } from '../fence/settings.ts'
import type { PolicyDocument } from './document.ts'
import { modeDecision } from './mode.ts'
import type { Policies } from './policies.ts'

/** What policies let through and what they stop: small enough to keep, so that two processes can compare theirs. */
export interface Allowance {
  readonly digest: string
  /** Allow rules and settings that let more through: what each matches, and where a person finds it. */
  readonly lets: Readonly<Record<string, string>>
  readonly stops: Readonly<Record<string, Stop>>
}

export interface Stop {
  readonly then: Decision
  readonly name: string
}

export function allowanceOf(policies: Policies): Allowance {
  const trusted = [
    ...policies.files.flatMap(file => (file.trusted ? [file.policy.document] : [])),
    policies.base.document,
  ]
  const all = [...policies.files.map(file => file.policy.document), policies.base.document]
  return {
    digest: policies.digest,
    lets: Object.fromEntries([
      ...trusted.flatMap(letsOf),
      ...modeLets(policies),
      ...fenceLets(policies),
      ...vouchersOf(policies),
    ]),
    stops: Object.fromEntries(all.flatMap(stopsOf)),
  }
}

/** What `after` lets through that `before` did not (R221); `before` is null where nothing is known of it. */
export function widenedBy(before: Allowance | null, after: Allowance): readonly string[] {
  const added = Object.entries(after.lets).flatMap(([what, name]) =>
    before === null || !Object.hasOwn(before.lets, what) ? [name] : [],
  )
  const gone = Object.entries(before?.stops ?? {}).flatMap(([what, stop]) => {
    const now = Object.hasOwn(after.stops, what) ? after.stops[what] : undefined
    return now === undefined || isStricter(stop.then, now.then) ? [`no longer ${stop.then}: ${stop.name}`] : []
  })
  return [...added, ...gone]
}

type Entry = readonly [what: string, name: string]

function letsOf({ file, rules, enabled, workspace, approvals, boundary }: PolicyDocument): readonly Entry[] {
  const setting = (text: string): Entry => [text, `${file}: ${text}`]
  return [
    ...rules.flatMap((rule): readonly Entry[] =>
      rule.then === 'allow' ? [[JSON.stringify(rule.when), `${rule.file ?? file}: ${rule.id}`]] : [],
    ),
    ...rules.flatMap(({ apply, when, instead }) =>
      apply ? [setting(`${instead} in the place of ${when.run?.join(', ')}`)] : [],
    ),
    ...(enabled ? [] : [setting('enabled: false')]),
    ...(workspace ?? []).map(path => setting(`workspace: ${path}`)),
    ...(approvals?.onTimeout === 'allow' ? [setting('approvals.on_timeout: allow')] : []),
    ...(['read', 'write', 'foreign'] as const).flatMap(use =>
      boundary?.[use] === 'allow' ? [setting(`boundary.${use}: allow`)] : [],
    ),
  ]
}

const modeLets = ({ mode, watches }: Policies): readonly Entry[] => [
  ...tiers
    .filter(tier => modeDecision(mode, tier) === 'allow')
    .map((tier): Entry => [`mode lets ${tier}`, `mode \`${mode}\` lets tier \`${tier}\` run`]),
  ...(watches ? [['watch', 'mode `watch` stops only the floor'] as const] : []),
]

/** Each step down from an enforced, strict fence; where nobody says, the machine decides and no policy widens it. */
function fenceLets({ fence: { mode, profile } }: Policies): readonly Entry[] {
  if (mode === 'auto') return []
  const steps = [
    ...fenceModes.slice(fenceModes.indexOf(mode), -1).map(step => `fence: ${step}`),
    ...profileNames.slice(profileNames.indexOf(profile.name), -1).map(step => `fence: profile ${step}`),
  ]
  return steps.map(step => [step, step])
}

/** Programs that a policy vouches for. */
const vouchersOf = ({ tables }: Policies): readonly Entry[] =>
  [...(tables ?? new Map()).values()]
    .flat()
    .filter(({ vouches }) => vouches)
    .map(({ name, table, from }): Entry => [JSON.stringify([name, table]), `${from.file}: program ${name}`])

const stopsOf = ({ file, rules }: PolicyDocument): readonly (readonly [string, Stop])[] =>
  rules.flatMap(rule =>
    rule.then === 'allow'
      ? []
      : [[JSON.stringify(rule.when), { then: rule.then, name: `${rule.file ?? file}: ${rule.id}` }] as const],
  )
