import { networksOf } from '../../core/address/network.ts'
import { type Connect, type Effect, isTouch, type Touch } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { type HostPattern, hostName } from '../../core/host.ts'
import { own } from '../../core/json.ts'
import { reachesRisk } from '../../core/risk.ts'
import { withinTier } from '../../core/tier.ts'
import type { When } from '../schema/document.ts'
import { type CompiledRule, matchesAny, type PathSearch } from './compile.ts'
import { reachesMode } from './mode.ts'
import { matchesPath, namesOutside } from './path-pattern.ts'
import { matchesRun, typedForms } from './run-pattern.ts'
import type { Subject } from './subject.ts'
import { matchesTool } from './tool-name.ts'

/** Null if the rule matches the effect, otherwise why not, in words for `explain`. */
export function missReason(rule: CompiledRule, index: number, subject: Subject): string | null {
  const effect = subject.effects[index] ?? null
  const { isAllow } = rule
  return (
    (rule.isAboutCall ? callMiss(rule, subject, isAllow) : null) ??
    (effect === null
      ? rule.isAboutEffects
        ? 'the call has no effects'
        : null
      : effectMiss(rule, effect, index, subject, isAllow))
  )
}

function callMiss(rule: CompiledRule, subject: Subject, isAllow: boolean): string | null {
  const { when } = rule
  const { call } = subject
  if (when.tool !== undefined && !matchesTool(when.tool, call.tool)) return 'another tool'
  if (when.agent !== undefined && !call.place.agents.some(agent => matchesAny(when.agent ?? [], agent)))
    return 'another agent'
  if (when.automation !== undefined && when.automation !== call.place.automation)
    return `automation mode is ${when.automation ? 'off' : 'on'}`
  if (when.careful !== undefined && when.careful !== call.place.careful)
    return `careful mode is ${when.careful ? 'off' : 'on'}`
  if (when.escalated !== undefined && when.escalated !== subject.escalated)
    return when.escalated ? 'no more rights requested' : 'more rights requested'
  if (when.complex !== undefined && when.complex !== subject.complex)
    return when.complex ? 'one simple command' : 'more than one simple command'
  if (
    when.mode !== undefined &&
    !(isAllow ? reachesMode(when.mode, subject.mode) : reachesMode(subject.mode, when.mode))
  )
    return 'another mode'
  if (
    when.risk !== undefined &&
    !(isAllow ? reachesRisk(when.risk, subject.risk) : reachesRisk(subject.risk, when.risk))
  )
    return 'another risk'
  if (when.input !== undefined && !matchesInput(when.input, subject)) return 'other input'
  if (rule.text !== null && !rule.text(subject.text())) return 'other text'
  return null
}

function effectMiss(
  rule: CompiledRule,
  effect: Effect,
  index: number,
  subject: Subject,
  isAllow: boolean,
): string | null {
  const { when } = rule
  if (when.effect !== undefined && !when.effect.includes(effect.kind)) return 'another kind of effect'
  if (when.where !== undefined && !when.where.includes(effect.where.at)) return 'another machine'
  if (rule.run !== null && !runMatches(rule, index, subject, isAllow)) return 'another command'
  if (rule.command !== null && !commandMatches(rule.command, index, subject, isAllow)) return 'another command'
  if (rule.path !== null && pathFound(rule.path, index, subject).length === 0) return 'another path'
  if (!kindMatches(rule, effect, index, subject, isAllow)) return 'another target'
  if (when.in !== undefined && !(isTouch(effect) && when.in.includes(effect.zone))) return 'another place'
  if (when.sensitive !== undefined && !(isTouch(effect) && (effect.sensitive !== null) === when.sensitive))
    return when.sensitive ? 'not a sensitive path' : 'a sensitive path'
  if (when.code !== undefined && !(effect.kind === 'run' && when.code.includes(effect.code))) return 'other code'
  if (when.sends !== undefined && !(effect.kind === 'connect' && effect.sends === when.sends))
    return when.sends ? 'sends no data' : 'sends data'
  if (when.network !== undefined && !(effect.kind === 'connect' && isInNetwork(when.network, effect)))
    return 'another network'
  if (!isAllow) return when.tier !== undefined && !withinTier(when.tier, effect.tier) ? "below the rule's tier" : null
  if (!withinTier(effect.tier, when.tier ?? 'execute')) return 'above the tier that it allows'
  return reachMiss(rule, effect, index, subject)
}

/** An allow does not cover unreadable code, a sensitive path or a path outside the workspace, unless it names them. */
function reachMiss(rule: CompiledRule, effect: Effect, index: number, subject: Subject): string | null {
  const { when } = rule
  if (effect.kind === 'opaque') {
    const names = when.opaque === true || when.tool !== undefined || when.effect?.includes('opaque') === true
    return names ? null : 'it does not name code that cannot be read'
  }
  if (!isTouch(effect)) return null
  const patterns = () =>
    rule.paths.get(effect.kind)?.filter(pattern => matchesSubject(pattern, index, subject, true)) ?? []
  if (effect.sensitive !== null && when.sensitive !== true && when.reach?.includes('sensitive') !== true) {
    const named = [...patterns(), ...pathFound(rule.path ?? [], index, subject)]
    if (!named.some(pattern => namesThis(pattern.namesSecret, effect))) return 'it does not name this sensitive path'
  }
  const isInside = effect.zone === 'workspace' || effect.zone === 'scratch' || when.reach?.includes('outside') === true
  if (isInside || when.in?.includes(effect.zone) === true) return null
  return patterns().some(namesOutside) ? null : 'it does not name this path outside the workspace'
}

/** A path from a policy's own `sensitive` list looks like any other: a pattern that matches it counts as naming it. */
const namesThis = (namesSecret: boolean, effect: Touch): boolean =>
  namesSecret || effect.sensitive === 'listed as sensitive'

function runMatches(rule: CompiledRule, index: number, subject: Subject, isAllow: boolean): boolean {
  const run = subject.run(index)
  return run !== null && (rule.run ?? []).some(pattern => matchesRun(pattern, run, isAllow))
}

/** An allow needs every word of the command to be known; an ask or deny also searches the whole text of the call. */
function commandMatches(
  searches: NonNullable<CompiledRule['command']>,
  index: number,
  subject: Subject,
  isAllow: boolean,
): boolean {
  const run = subject.run(index)
  const texts = [...(run === null ? [] : typedForms(run, isAllow)), ...(isAllow ? [] : [subject.command ?? ''])]
  return searches.some(search => texts.some(search))
}

/** The regular expressions that match the path in one of its forms. */
function pathFound(searches: readonly PathSearch[], index: number, subject: Subject): readonly PathSearch[] {
  const path = subject.path(index)
  if (path === null || path.uncertain) return []
  const forms = [`/${path.absolute}`, path.home === null ? null : `~/${path.home}`, path.workspace]
  return searches.filter(({ matches }) => forms.some(form => form !== null && matches(form)))
}

/** Keys for the kind of an effect are alternatives; without any, every kind matches. */
function kindMatches(rule: CompiledRule, effect: Effect, index: number, subject: Subject, isAllow: boolean): boolean {
  const { when } = rule
  if (!rule.hasKindKey) return true
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      return rule.paths.get(effect.kind)?.some(pattern => matchesSubject(pattern, index, subject, isAllow)) ?? false
    case 'connect':
      return rule.connect !== null && matchesHost(rule.connect, effect, isAllow)
    case 'change':
      return when.change !== undefined && matchesAny(when.change, `${effect.system}/${effect.action}`)
    case 'spawn':
      return when.spawn !== undefined && matchesAny(when.spawn, effect.agent)
    case 'opaque':
      return when.opaque === true
    case 'run':
      return false
  }
}

/** An unknown port matches every port of an ask or deny, and no port of an allow. */
function matchesHost(patterns: readonly HostPattern[], { host, port }: Connect, isAllow: boolean): boolean {
  const name = hostName(host)
  return patterns.some(
    wanted =>
      matchWildcard(wanted.host, name) &&
      (wanted.port === null || (port === null ? !isAllow : wanted.port === String(port))),
  )
}

const isInNetwork = (wanted: NonNullable<When['network']>, { host }: Connect): boolean =>
  networksOf(hostName(host)).some(network => wanted.includes(network))

function matchesSubject(
  pattern: Parameters<typeof matchesPath>[0],
  index: number,
  subject: Subject,
  exact: boolean,
): boolean {
  const path = subject.path(index)
  return path !== null && matchesPath(pattern, path, exact)
}

function matchesInput(wanted: NonNullable<When['input']>, subject: Subject): boolean {
  return wanted.every(([key, values]) => {
    const given = own(subject.call.input, key)
    return values.some(value =>
      typeof value === 'string' ? typeof given === 'string' && matchWildcard(value, given) : given === value,
    )
  })
}
