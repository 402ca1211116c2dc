import { type Decision, isStricter } from '../core/decision.ts'
import { baseName } from '../core/path.ts'
import { type Tier, tiers } from '../core/tier.ts'
import { profileNames } from '../fence/profile.ts'
import { fenceModes } from '../fence/settings.ts'
import type { Policies } from './policies.ts'
import { modeDecision } from './rules/mode.ts'
import type { Mode, PolicyDocument } from './schema/document.ts'

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
  const all = [...policies.files.map(file => file.policy.document), policies.base.document]
  return {
    digest: policies.digest,
    lets: Object.fromEntries([...trustedIn(policies).flatMap(rulesLet), ...settingsLet(policies)]),
    stops: Object.fromEntries(all.flatMap(stopsOf)),
  }
}

/** What `after` lets through that `before` did not (R221); `before` is null where nothing is known of it. */
export function widenedBy(before: Allowance | null, after: Allowance): readonly string[] {
  const added = Object.entries(after.lets).flatMap(([what, name]) =>
    before === null || !Object.hasOwn(before.lets, what) ? [name] : [],
  )
  const lost = before === null ? [] : lostStops(before, after).map(({ then, name }) => `no longer ${then}: ${name}`)
  return [...new Set([...added, ...lost])]
}

const lostStops = (before: Allowance, after: Allowance): readonly Stop[] =>
  Object.entries(before.stops).flatMap(([what, stop]) => {
    const now = Object.hasOwn(after.stops, what) ? after.stops[what] : undefined
    return now === undefined || isStricter(stop.then, now.then) ? [stop] : []
  })

/** The same for a person who is about to say yes: rules that allow are shown to them one by one, and so are left out here. */
export function loosenedBy(before: Policies, after: Policies): readonly string[] {
  const known = new Set(settingsLet(before).map(([what]) => what))
  const settings = settingsLet(after).flatMap(([what, name]) => (known.has(what) ? [] : [name]))
  return [...new Set([...settings, ...otherBase(before, after)])]
}

/** What another base in the place of the one that holds lets through: rules that are gone, and rules that allow. */
function otherBase(before: Policies, after: Policies): readonly string[] {
  const lost = lostStops(allowanceOf(before), allowanceOf(after)).map(({ name }) => name)
  const had = new Set(rulesLet(before.base.document).map(([what]) => what))
  const allows = rulesLet(after.base.document).flatMap(([what, name]) => (had.has(what) ? [] : [name]))
  const [old, next] = [before.base.document.file, after.base.document.file].map(baseName)
  const place = `\`${next}\` takes the place of \`${old}\``
  return [
    ...(lost.length === 0 ? [] : [`${place}, which asks or denies by ${ruleNames(lost)}`]),
    ...(allows.length === 0 ? [] : [`${place} and allows by ${ruleNames(allows)}`]),
  ]
}

function ruleNames(names: readonly string[]): string {
  const ids = names.map(name => name.slice(name.lastIndexOf(': ') + 2))
  const more = ids.length > maxNames ? ` and ${ids.length - maxNames} rules more` : ''
  return `${ids.slice(0, maxNames).join(', ')}${more}`
}

const maxNames = 8

type Entry = readonly [what: string, name: string]

const trustedIn = ({ files, base }: Policies): readonly PolicyDocument[] => [
  ...files.flatMap(file => (file.trusted ? [file.policy.document] : [])),
  base.document,
]

const rulesLet = ({ file, rules }: PolicyDocument): readonly Entry[] =>
  rules.flatMap((rule): readonly Entry[] =>
    rule.then === 'allow' ? [[JSON.stringify(rule.when), `${rule.file ?? file}: ${rule.id}`]] : [],
  )

const settingsLet = (policies: Policies): readonly Entry[] => [
  ...trustedIn(policies).flatMap(settingsOf),
  ...modeLets(policies),
  ...fenceLets(policies),
  ...vouchersOf(policies),
]

function settingsOf({ file, rules, enabled, workspace, approvals, boundary }: PolicyDocument): readonly Entry[] {
  const setting = (text: string): Entry => [text, `${file}: ${text}`]
  return [
    ...rules.flatMap(({ apply, when, instead }) =>
      apply ? [setting(`${instead} in the place of ${when.run?.join(', ')}`)] : [],
    ),
    ...(enabled ? [] : [setting('enabled: false')]),
    // The project itself is no more ground than there was.
    ...(workspace ?? []).flatMap(path => (path === '.' ? [] : [setting(`workspace: ${path}`)])),
    ...(approvals?.onTimeout === 'allow' ? [setting('approvals.on_timeout: allow')] : []),
    ...(['read', 'write', 'foreign'] as const).flatMap(use =>
      boundary?.[use] === 'allow' ? [setting(`boundary.${use}: allow`)] : [],
    ),
  ]
}

const modeLets = ({ mode, watches }: Policies): readonly Entry[] => [
  ...tiers
    .filter(tier => modeDecision(mode, tier) === 'allow')
    .map((tier, _, all): Entry => [`mode lets ${tier}`, modeText(mode, all.at(-1) ?? tier)]),
  ...(watches ? [['watch', 'mode `watch` stops only the floor'] as const] : []),
]

/** One sentence for all tiers that a mode lets run, up to the highest of them. */
const modeText = (mode: Mode, highest: Tier): string =>
  highest === 'destructive'
    ? `mode \`${mode}\`: everything that no rule names runs unasked`
    : `mode \`${mode}\`: what no rule names runs unasked, up to tier \`${highest}\``

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
