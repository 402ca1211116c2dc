import type { Decision } from '../../src/core/decision.ts'
import type { Effect } from '../../src/core/effect.ts'
import type { PolicyDocument, Rule } from '../../src/policy/schema/document.ts'
import { absolute, below, forms, pathOf, regex, runs, touches, typed, wild } from './naive-patterns.ts'

/**
 * A second, simple implementation of policy evaluation: no index, no compiled patterns, no caches. It is slow; the real
 * evaluator is compared with it.
 */
export interface NaiveFile {
  readonly document: PolicyDocument
  readonly trusted: boolean
}

export interface NaiveSubject {
  readonly tool: string
  readonly effects: readonly Effect[]
  readonly risk: string
  readonly careful: boolean
  readonly automation: boolean
  readonly complex: boolean
}

type Judged = NaiveSubject & { readonly mode: string }

const decisions: readonly Decision[] = ['allow', 'ask', 'deny']
const tiers = ['read', 'write', 'execute', 'destructive']
const risks = ['low', 'medium', 'high', 'critical']
const modes = ['auto', 'ask_for_dangerous', 'ask', 'deny']

const worst = (voices: readonly (Decision | null)[]): Decision | null =>
  decisions.findLast(decision => voices.includes(decision)) ?? null

export function naiveEvaluate(files: readonly NaiveFile[], base: PolicyDocument, given: NaiveSubject): Decision {
  const mode = modeOf(files, base)
  if (mode === 'deny') return 'deny'
  const trusted = files.filter(file => file.trusted)
  const subject = { ...given, mode: modeOf(trusted, base) }
  const indexes = subject.effects.length === 0 ? [-1] : subject.effects.map((_, i) => i)
  const result = worst(indexes.map(i => decideEffect(files, base, subject, i, mode)))
  const never = [...trusted.map(file => file.document), base].some(document => document.approvals?.ask === 'never')
  return result === 'ask' && never ? 'deny' : (result ?? 'allow')
}

function decideEffect(files: readonly NaiveFile[], base: PolicyDocument, subject: Judged, i: number, mode: string) {
  const voices = files.map(file => fileVoice(file, i, subject))
  if (voices.includes('allow') || files.some(file => file.trusted && !file.document.enabled)) return worst(voices)
  const effect = subject.effects[i]
  const tier = effect?.tier ?? 'read'
  const rule = base.rules.find(one => speaks(one, i, subject))?.then ?? null
  const bound = boundary(base, effect)
  const spoken = rule === 'allow' ? 'allow' : worst([rule, bound === 'allow' ? null : bound])
  const ownCare = base.rules.some(one => one.when.careful !== undefined)
  const care = subject.careful && tier !== 'read' && !ownCare ? 'ask' : null
  return worst([...voices, spoken ?? modeSays(mode, tier), care])
}

function fileVoice({ document, trusted }: NaiveFile, i: number, subject: Judged): Decision | null {
  if (trusted && !document.enabled) return null
  const spoken = document.rules.find(one => (trusted || one.then !== 'allow') && speaks(one, i, subject))?.then ?? null
  const effect = subject.effects[i]
  if (spoken === 'allow' || effect === undefined || !('zone' in effect)) return spoken
  const named = document.sensitive.some(entry => below(pathOf(effect), absolute(entry))) ? 'ask' : null
  const bound = boundary(document, effect)
  const unheard = bound === 'allow' && (!trusted || effect.sensitive !== null || spoken !== null)
  return worst([spoken, named, unheard ? null : bound])
}

function boundary({ boundary: bounds }: PolicyDocument, effect: Effect | undefined): Decision | null {
  if (bounds === null || effect === undefined || !('zone' in effect) || isOwnGround(effect.zone)) return null
  if (effect.zone === 'foreign') return bounds.foreign
  return effect.kind === 'read' ? bounds.read : bounds.write
}

const isOwnGround = (zone: string): boolean => zone === 'workspace' || zone === 'scratch'

const canonical = (mode: string) => (mode === 'allow' ? 'auto' : mode === 'ask_for_writes' ? 'ask' : mode)

function modeOf(files: readonly NaiveFile[], base: PolicyDocument): string {
  const said = (trusted: boolean) =>
    files.filter(file => file.trusted === trusted).flatMap(file => file.document.mode ?? [])
  const chosen = [...(said(true).length > 0 ? said(true) : [base.mode ?? 'ask']), ...said(false)].map(canonical)
  return modes.findLast(mode => chosen.includes(mode)) ?? 'ask'
}

const modeSays = (mode: string, tier: string): Decision =>
  tiers.indexOf(tier) >= ({ auto: 4, ask_for_dangerous: 3, ask: 1 }[mode] ?? 0) ? 'ask' : 'allow'

function speaks(rule: Rule, i: number, subject: Judged): boolean {
  const { when } = rule
  const effect = subject.effects[i]
  const reaches = (scale: readonly string[], limit: string | undefined, value: string) => {
    const distance = scale.indexOf(value) - scale.indexOf(limit ?? value)
    return rule.then === 'allow' ? distance <= 0 : distance >= 0
  }
  const aboutTheCall =
    (when.tool?.some(pattern => wild(pattern, subject.tool) || (subject.tool === 'sandbox' && wild(pattern, 'bash'))) ??
      true) &&
    (when.automation ?? subject.automation) === subject.automation &&
    (when.careful ?? subject.careful) === subject.careful &&
    (when.complex ?? subject.complex) === subject.complex &&
    reaches(modes, when.mode && canonical(when.mode), subject.mode) &&
    reaches(risks, when.risk, subject.risk)
  if (!aboutTheCall) return false
  if (effect !== undefined) return speaksOf(rule, effect, subject) && reaches(tiers, tierOf(rule), effect.tier)
  const { tool, automation, careful, complex, mode, risk, tier, reach, input, ...aboutEffects } = when
  return Object.values(aboutEffects).every(value => value === undefined)
}

const tierOf = ({ when, then }: Rule) => when.tier ?? (then === 'allow' ? 'execute' : undefined)

function speaksOf({ when, then }: Rule, effect: Effect, { effects }: Judged): boolean {
  const allows = then === 'allow'
  const touch = 'zone' in effect ? effect : null
  const source = effect.kind === 'run' ? effect : effects[effect.by ?? -1]
  const run = source?.kind === 'run' ? source : null
  const paths = touch === null ? [] : [...(when[touch.kind] ?? []), ...(when.touch ?? [])]
  const fitting = touch === null ? [] : paths.filter(pattern => touches(pattern, touch, allows))
  const found = touch === null ? [] : (when.path ?? []).filter(one => forms(touch).some(form => regex(one, form)))
  const kinds = [when.read, when.write, when.delete, when.touch, when.connect, when.change, when.opaque]
  const ofItsKind =
    kinds.every(kind => kind === undefined) ||
    fitting.length > 0 ||
    (effect.kind === 'connect' && when.connect?.some(one => wild(one, String(effect.host)))) ||
    (effect.kind === 'change' && when.change?.some(one => wild(one, `${effect.system}/${effect.action}`))) ||
    (effect.kind === 'opaque' && when.opaque === true)
  const matches =
    ofItsKind &&
    (when.effect?.includes(effect.kind) ?? true) &&
    (when.run?.some(pattern => run !== null && runs(pattern, run, allows)) ?? true) &&
    (when.command?.some(one => run !== null && typed(run, allows).some(text => regex(one, text))) ?? true) &&
    (when.path === undefined || found.length > 0) &&
    (when.in === undefined || (touch !== null && when.in.includes(touch.zone))) &&
    (when.sensitive === undefined || (touch !== null && (touch.sensitive !== null) === when.sensitive))
  if (!matches || !allows) return matches
  if (effect.kind === 'opaque') return when.opaque === true || when.tool !== undefined || !!when.effect
  if (touch === null) return true
  const namesSecrets = fitting.some(pattern => /\.env|\.ssh/.test(pattern)) || found.includes('\\.env$')
  const namesPlace = fitting.some(pattern => /^(\/\w+\/\w|~\/[\w.])/.test(pattern) && !/^\/\w+\/\*/.test(pattern))
  return (
    (touch.sensitive === null || when.sensitive === true || !!when.reach?.includes('sensitive') || namesSecrets) &&
    (isOwnGround(touch.zone) || !!when.reach?.includes('outside') || when.in !== undefined || namesPlace)
  )
}
