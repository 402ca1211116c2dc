import type { Decision } from '../../src/core/decision.ts'
import type { Effect } from '../../src/core/effect.ts'
import type { PolicyDocument, Rule } from '../../src/policy/document.ts'
import { absolute, below, pathOf, runs, touches, wild } from './naive-patterns.ts'

/**
 * The meaning of a policy, written down a second time and as plainly as possible: no index, no compiled patterns, no
 * caches. Slow, and the yardstick for the real evaluator.
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

const order = { allow: 0, ask: 1, deny: 2 }
const worse = (a: Decision, b: Decision): Decision => (order[a] > order[b] ? a : b)
const tiers = ['read', 'write', 'execute', 'destructive']
const risks = ['low', 'medium', 'high', 'critical']

export function naiveEvaluate(files: readonly NaiveFile[], base: PolicyDocument, given: NaiveSubject): Decision {
  const mode = naiveMode(files, base)
  const chosen = naiveMode(
    files.filter(file => file.trusted),
    base,
  )
  const subject = { ...given, mode: chosen }
  const ownCare = base.rules.some(rule => rule.when.careful !== undefined)
  const never = [...files.filter(file => file.trusted).map(file => file.document), base].some(
    document => document.approvals?.ask === 'never',
  )
  if (mode === 'deny') return 'deny'
  const indexes = subject.effects.length === 0 ? [-1] : subject.effects.map((_, i) => i)
  let result: Decision = 'allow'
  for (const i of indexes) {
    const effect = subject.effects[i]
    const tier = effect?.tier ?? 'read'
    let replaced = files.some(file => file.trusted && !file.document.enabled)
    for (const file of files) {
      const voice = fileVoice(file, i, subject)
      if (voice !== null) result = worse(result, voice)
      if (voice === 'allow') replaced = true
    }
    if (replaced) continue
    const rule = base.rules.find(one => speaks(one, i, subject))
    const spoken = rule?.then ?? null
    const bound = boundary(base, effect)
    const voices =
      spoken === 'allow' ? ['allow' as const] : [spoken, bound === 'allow' ? null : bound].flatMap(voice => voice ?? [])
    result = voices.reduce(worse, worse(result, voices.length > 0 ? 'allow' : modeSays(mode, tier)))
    if (subject.careful && tier !== 'read' && !ownCare) result = worse(result, 'ask')
  }
  return never && result === 'ask' ? 'deny' : result
}

function fileVoice({ document, trusted }: NaiveFile, i: number, subject: Judged): Decision | null {
  if (trusted && !document.enabled) return null
  const rule = document.rules.find(one => (trusted || one.then !== 'allow') && speaks(one, i, subject))
  const spoken = rule?.then ?? null
  const effect = subject.effects[i]
  if (spoken === 'allow' || effect === undefined || !('zone' in effect)) return spoken
  const bound = boundary(document, effect)
  const voices = [
    spoken,
    document.sensitive.some(entry => below(pathOf(effect), absolute(entry))) ? 'ask' : null,
    bound === 'allow' && (!trusted || effect.sensitive !== null || spoken !== null) ? null : bound,
  ] as const
  return voices.reduce<Decision | null>(
    (worst, voice) => (voice === null ? worst : worst === null ? voice : worse(worst, voice)),
    null,
  )
}

function boundary(document: PolicyDocument, effect: Effect | undefined): Decision | null {
  if (document.boundary === null || effect === undefined || !('zone' in effect)) return null
  if (effect.zone === 'workspace' || effect.zone === 'scratch') return null
  if (effect.zone === 'foreign') return document.boundary.foreign
  return effect.kind === 'read' ? document.boundary.read : document.boundary.write
}

const strictness = ['auto', 'ask_for_dangerous', 'ask', 'deny']
const rank = (mode: string) => strictness.indexOf(mode === 'allow' ? 'auto' : mode === 'ask_for_writes' ? 'ask' : mode)

function naiveMode(files: readonly NaiveFile[], base: PolicyDocument): string {
  const of = (trusted: boolean) =>
    files.filter(file => file.trusted === trusted).flatMap(file => file.document.mode ?? [])
  const start = of(true).length > 0 ? of(true) : [base.mode ?? 'ask']
  return strictness[Math.max(...[...start, ...of(false)].map(rank))] ?? 'ask'
}

function modeSays(mode: string, tier: string): Decision {
  const asksFrom = { auto: 4, ask_for_dangerous: 3, ask: 1 }[mode] ?? 0
  return tiers.indexOf(tier) >= asksFrom ? 'ask' : 'allow'
}

type Judged = NaiveSubject & { readonly mode: string }

function speaks({ when, then }: Rule, i: number, subject: Judged): boolean {
  const effect = subject.effects[i]
  const allows = then === 'allow'
  if (when.tool !== undefined && !when.tool.some(pattern => wild(pattern, subject.tool))) return false
  if (when.automation !== undefined && when.automation !== subject.automation) return false
  if (when.careful !== undefined && when.careful !== subject.careful) return false
  if (when.complex !== undefined && when.complex !== subject.complex) return false
  if (when.mode !== undefined) {
    const distance = rank(subject.mode) - rank(when.mode)
    if (allows ? distance > 0 : distance < 0) return false
  }
  if (when.risk !== undefined) {
    const distance = risks.indexOf(subject.risk) - risks.indexOf(when.risk)
    if (allows ? distance > 0 : distance < 0) return false
  }
  const kinds = [when.read, when.write, when.delete, when.touch, when.connect, when.change, when.opaque].some(
    key => key !== undefined,
  )
  const aboutEffects =
    kinds || [when.run, when.command, when.path, when.effect, when.in, when.sensitive].some(key => key !== undefined)
  if (effect === undefined) return !aboutEffects
  if (when.effect !== undefined && !when.effect.includes(effect.kind)) return false
  if (when.run !== undefined) {
    const source = effect.kind === 'run' ? effect : effect.by === null ? undefined : subject.effects[effect.by]
    if (source?.kind !== 'run' || !when.run.some(pattern => runs(pattern, source, allows))) return false
  }
  if (when.command !== undefined) {
    const source = effect.kind === 'run' ? effect : effect.by === null ? undefined : subject.effects[effect.by]
    if (source?.kind !== 'run') return false
    const [program, args] = [String(source.program), source.args.map(String)]
    const typed = allows ? [program] : [program, program.replace(/^.*\//, '')]
    if (!when.command.some(one => typed.some(name => new RegExp(one).test([name, ...args].join(' '))))) return false
  }
  const found = (when.path ?? []).filter(
    one => 'zone' in effect && forms(pathOf(effect)).some(form => new RegExp(one).test(form)),
  )
  if (when.path !== undefined && found.length === 0) return false
  const paths =
    'zone' in effect
      ? [...(when[effect.kind] ?? []), ...(when.touch ?? [])].filter(pattern => touches(pattern, effect, allows))
      : []
  if (
    kinds &&
    !paths.length &&
    !(effect.kind === 'connect' && when.connect?.some(one => wild(one, String(effect.host)))) &&
    !(effect.kind === 'change' && when.change?.some(one => wild(one, `${effect.system}/${effect.action}`))) &&
    !(effect.kind === 'opaque' && when.opaque)
  )
    return false
  if (when.in !== undefined && !('zone' in effect && when.in.includes(effect.zone))) return false
  if (when.sensitive !== undefined && !('zone' in effect && (effect.sensitive !== null) === when.sensitive))
    return false
  if (!allows) return when.tier === undefined || tiers.indexOf(effect.tier) >= tiers.indexOf(when.tier)
  if (tiers.indexOf(effect.tier) > tiers.indexOf(when.tier ?? 'execute')) return false
  if (effect.kind === 'opaque')
    return when.opaque === true || when.tool !== undefined || when.effect?.includes('opaque') === true
  if (!('zone' in effect)) return true
  if (
    effect.sensitive !== null &&
    when.sensitive !== true &&
    !when.reach?.includes('sensitive') &&
    !paths.some(pattern => /\.env|\.ssh/.test(pattern)) &&
    !found.includes('\\.env$')
  )
    return false
  return (
    when.reach?.includes('outside') === true ||
    effect.zone === 'workspace' ||
    effect.zone === 'scratch' ||
    when.in?.includes(effect.zone) === true ||
    paths.some(pattern => /^(\/\w+\/\w|~\/[\w.])/.test(pattern) && !/^\/\w+\/\*/.test(pattern))
  )
}

/** A path as a regular expression may look at it. */
const forms = (path: string): readonly string[] => [
  path,
  ...(below(path, '/home/dev') ? [path.replace('/home/dev', '~')] : []),
  ...(below(path, '/home/dev/project') ? [path.slice('/home/dev/project/'.length)] : []),
]
