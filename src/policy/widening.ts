import { baseName } from '../core/path.ts'
import { type Tier, tiers } from '../core/tier.ts'
import { profileNames } from '../fence/profile.ts'
import { type FenceMode, fenceModes } from '../fence/settings.ts'
import type { Policies } from './policies.ts'
import { modeDecision } from './rules/mode.ts'
import type { Mode, PolicyDocument } from './schema/document.ts'

/** A summary of what policies allow and stop, small enough to store, so that two processes can compare theirs. */
export interface Allowance {
  readonly digest: string
  /** Allow rules and settings that allow more: their conditions, and a name that says where they are. */
  readonly lets: Readonly<Record<string, string>>
  readonly stops: Readonly<Record<string, StoppingRule>>
}

export interface StoppingRule {
  readonly then: (typeof stopKinds)[number]
  readonly name: string
}

/** Ways to stop a call, mildest first: a contained call is only kept in the fence. */
export const stopKinds = ['allow', 'contain', 'ask', 'deny'] as const

const isWeaker = (now: StoppingRule, before: StoppingRule): boolean =>
  stopKinds.indexOf(now.then) < stopKinds.indexOf(before.then)

export function allowanceOf(policies: Policies): Allowance {
  const [rules, settings] = [rulesOf(policies), allSettings(policies)]
  return {
    digest: policies.digest,
    lets: { ...rules.lets, ...settings.lets },
    stops: { ...rules.stops, ...settings.stops },
  }
}

type Parts = Pick<Allowance, 'lets' | 'stops'>

const rulesOf = (policies: Policies): Parts => ({
  lets: Object.fromEntries(trustedIn(policies).flatMap(rulesLet)),
  stops: Object.fromEntries(
    [...policies.files.map(file => file.policy.document), policies.base.document].flatMap(stopsOf),
  ),
})

const allSettings = (policies: Policies): Parts => ({
  lets: Object.fromEntries(settingsLet(policies)),
  stops: Object.fromEntries(fenceStops(policies)),
})

/** Names of everything that `after` allows and `before` did not (R221); `before` is null if it is not known. */
export function widenedBy(before: Parts | null, after: Parts): readonly string[] {
  if (before === null) return [...new Set(Object.values(after.lets))]
  const added = Object.entries(after.lets).flatMap(([what, name]) =>
    isLet(before, what) || (isOfFence(what) && !hasFence(before)) ? [] : [name],
  )
  const lost = lostStops(before, after).map(({ then, name }) => `no longer ${stopWords[then]}: ${name}`)
  return [...new Set([...added, ...lost])]
}

const stopWords: Readonly<Record<StoppingRule['then'], string>> = {
  allow: 'allows',
  contain: 'contains',
  ask: 'asks',
  deny: 'denies',
}

/** Whether it was let before. What was allowed without the fence was let inside it as well. */
const isLet = ({ lets }: Parts, what: string): boolean =>
  Object.hasOwn(lets, what) || Object.hasOwn(lets, what.replace(/^contain /, ''))

/** Settings of a fence that is off are left out: the step to its mode `audit` says that already. */
const lostStops = (before: Parts, after: Parts): readonly StoppingRule[] =>
  Object.entries(before.stops).flatMap(([what, stop]) => {
    const now = Object.hasOwn(after.stops, what) ? after.stops[what] : undefined
    const isLost = now === undefined || isWeaker(now, stop)
    return isLost && (!isOfFence(what) || hasFence(after)) ? [stop] : []
  })

const isOfFence = (what: string): boolean => what.startsWith('fence.')

const hasFence = ({ lets }: Parts): boolean => !Object.hasOwn(lets, modeStep('audit'))

/** The same for a person who is about to trust a file. Allow rules are left out: they are shown one by one. */
export function loosenedBy(before: Policies, after: Policies): readonly string[] {
  return [...new Set([...widenedBy(allSettings(before), allSettings(after)), ...otherBase(before, after)])]
}

/** The difference that another base makes: rules of the old base that are gone, and allow rules of the new one. */
function otherBase(before: Policies, after: Policies): readonly string[] {
  const lost = lostStops(rulesOf(before), rulesOf(after)).map(({ name }) => name)
  const had = new Set(rulesLet(before.base.document).map(([what]) => what))
  const allows = rulesLet(after.base.document).flatMap(([what, name]) => (had.has(what) ? [] : [name]))
  const [old, next] = [before.base.document.file, after.base.document.file].map(baseName)
  const replaced = `\`${next}\` replaces \`${old}\``
  return [
    ...(lost.length === 0 ? [] : [`${replaced}, which asks or denies by rule: ${ruleNames(lost)}`]),
    ...(allows.length === 0 ? [] : [`${replaced} and allows by rule: ${ruleNames(allows)}`]),
  ]
}

function ruleNames(names: readonly string[]): string {
  const ids = names.map(name => name.slice(name.lastIndexOf(': ') + 2))
  const more = ids.length > maxNames ? ` and ${ids.length - maxNames} more` : ''
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
  ...approvalLets(policies),
  ...fenceLets(policies),
  ...vouchersOf(policies),
]

function settingsOf({ file, rules, enabled, workspace, approvals, boundary }: PolicyDocument): readonly Entry[] {
  const setting = (text: string): Entry => [text, `${file}: ${text}`]
  return [
    ...rules.flatMap(({ apply, when, instead }) =>
      apply ? [setting(`${instead} instead of ${when.run?.join(', ')}`)] : [],
    ),
    ...rules.flatMap((rule): readonly Entry[] =>
      rule.contain
        ? [[`contain ${JSON.stringify(rule.when)}`, `${rule.file ?? file}: ${rule.id} (runs in the fence unprompted)`]]
        : [],
    ),
    ...(enabled ? [] : [setting('enabled: false')]),
    // The project itself is in the workspace anyway.
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
  ...(watches ? [['watch', "mode `watch` enforces only the floor and the organisation's policy"] as const] : []),
]

const approvalLets = ({ allow }: Policies): readonly Entry[] =>
  allow === 'approve'
    ? [['allow: approve', "`allow: approve`: an allow skips the client's own checks in every mode"]]
    : []

/** One sentence for all tiers that a mode allows, up to the highest. */
const modeText = (mode: Mode, highest: Tier): string =>
  highest === 'destructive'
    ? `mode \`${mode}\`: everything that no rule matches runs without a prompt`
    : `mode \`${mode}\`: up to tier \`${highest}\`, everything that no rule matches runs without a prompt`

/**
 * Each step down from an enforced, strict fence, and each place, host and variable that it leaves open. Steps that lead to the
 * same setting share its name, so that it is told once.
 */
function fenceLets({ fence: { mode, profile } }: Policies): readonly Entry[] {
  const steps = fenceModes.slice(fenceModes.indexOf(mode), -1).map((step): Entry => [modeStep(step), `fence: ${mode}`])
  if (!isFencing(mode)) return steps
  const profiles = profileNames
    .slice(profileNames.indexOf(profile.name), -1)
    .map((step): Entry => [`fence.profile: ${step}`, `fence: profile ${profile.name}`])
  const hosts =
    profile.network === 'full' ? ['fence.network: full'] : (profile.network ?? []).map(host => `fence.network: ${host}`)
  const open = [
    ...hosts,
    ...profile.write.map(path => `fence.write: ${path}`),
    ...profile.env.map(name => `fence.env: ${name}`),
  ]
  return [...steps, ...profiles, ...open.map((what): Entry => [what, what])]
}

const modeStep = (mode: FenceMode): string => `fence: ${mode}`

const isFencing = (mode: FenceMode): boolean => mode === 'auto' || mode === 'enforce'

/** Paths that the fence hides, and whether it keeps everything from being written. */
function fenceStops({ fence: { mode, profile } }: Policies): readonly (readonly [string, StoppingRule])[] {
  const names = [...profile.hide.map(path => `fence.hide: ${path}`), ...(profile.readOnly ? ['fence.read_only'] : [])]
  return isFencing(mode) ? names.map(name => [name, { then: 'deny', name }]) : []
}

/** Programs that a policy vouches for. */
const vouchersOf = ({ tables }: Policies): readonly Entry[] =>
  [...(tables ?? new Map()).values()]
    .flat()
    .filter(({ vouches }) => vouches)
    .map(({ name, table, from }): Entry => [JSON.stringify([name, table]), `${from.file}: program ${name}`])

const stopsOf = ({ file, rules, allow }: PolicyDocument): readonly (readonly [string, StoppingRule])[] => [
  ...rules.flatMap(rule =>
    rule.then === 'allow'
      ? []
      : [
          [
            JSON.stringify(rule.when),
            { then: rule.contain ? 'contain' : rule.then, name: `${rule.file ?? file}: ${rule.id}` },
          ] as const,
        ],
  ),
  // The client asks about calls that Sallyport does not object to.
  ...(allow === 'no-objection' ? [['allow', { then: 'ask', name: `${file}: allow (no-objection)` }] as const] : []),
]
