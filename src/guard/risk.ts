import { type Effect, isTouch, type Run } from '../core/effect.ts'
import { baseName, hasTraversal } from '../core/path.ts'
import { higherRisk, type Risk } from '../core/risk.ts'
import type { Shape } from '../core/shape.ts'
import { wordText } from '../core/word.ts'
import { isCredential } from './sensitive.ts'

/** The part of an analysis that the risk depends on. */
export interface RiskSubject {
  readonly effects: readonly Effect[]
  readonly shape: Shape
  readonly faults: readonly unknown[]
}

export interface RiskReport {
  readonly risk: Risk
  readonly factors: readonly string[]
}

/** The risk of a command (R31): simple is low, compound is medium, one factor is high, two are critical. */
export function commandRisk(subject: RiskSubject): RiskReport {
  const { shape, faults } = subject
  const factors: string[] = []
  for (const [name, holds] of riskFactors) if (holds(subject)) factors.push(name)
  if (factors.length >= 2) return { risk: 'critical', factors }
  if (factors.length === 1) return { risk: 'high', factors }
  // A command that does not parse may do anything (R124).
  if (faults.length > 0) return { risk: 'high', factors: ['cannot be read'] }
  const isCompound = shape.pipe || shape.chain || shape.redirect || shape.background
  return { risk: isCompound ? 'medium' : 'low', factors }
}

const riskFactors: readonly (readonly [name: string, holds: (subject: RiskSubject) => boolean])[] = [
  ['raised privileges', ({ effects }) => effects.some(effect => isChange(effect, 'privileges', 'raise'))],
  ['subshell or substitution', ({ shape }) => shape.subshell || shape.substitution],
  ['pipe with redirect', ({ shape }) => shape.pipe && shape.redirect],
  ['recursive forced delete', ({ effects }) => effects.some(isForcedDelete)],
  ['permissions for everyone', ({ effects }) => effects.some(isWideOpen)],
  ['download piped into a shell', ({ shape }) => shape.download],
  [
    'SQL drop or truncate',
    ({ effects }) =>
      effects.some(effect => isChange(effect, 'database', 'drop') || isChange(effect, 'database', 'truncate')),
  ],
]

/** The risk of touching a path (R37-R39): credentials are critical, `..` is high, a write is above a read. */
export function pathRisk(path: string, use: 'read' | 'write'): RiskReport {
  const credential = isCredential(path)
  const traversal = hasTraversal(path)
  const factors = [...(credential ? ['credential file'] : []), ...(traversal ? ['path traversal'] : [])]
  const base: Risk = use === 'write' ? 'medium' : 'low'
  return { risk: credential ? 'critical' : traversal ? higherRisk(base, 'high') : base, factors }
}

const isChange = (effect: Effect, system: string, action: string): boolean =>
  effect.kind === 'change' && effect.system === system && effect.action === action

const isRun = (effect: Effect, program: string): effect is Run =>
  effect.kind === 'run' && baseName(wordText(effect.program)) === program

/** `rm -rf` in any spelling. */
function isForcedDelete(effect: Effect): boolean {
  if (!isRun(effect, 'rm')) return false
  const flags = effect.args.map(arg => wordText(arg)).filter(arg => arg.startsWith('-'))
  const has = (letters: RegExp, long: string) =>
    flags.some(flag => (flag.startsWith('--') ? long.startsWith(flag) && flag.length > 3 : letters.test(flag)))
  return has(/[rR]/, '--recursive') && has(/f/, '--force')
}

/** `chmod 777`, `chmod -R 0777`, `chmod a+rwx`. */
const isWideOpen = (effect: Effect): boolean =>
  isRun(effect, 'chmod') && effect.args.some(arg => /^(0?777|[ao]+[+=]rwx|ugo[+=]rwx|[+=]rwx)$/.test(wordText(arg)))

/** The risk that one effect adds to a call: touching a secret is always critical. */
export function effectRisk(effect: Effect): Risk {
  return isTouch(effect) && effect.sensitive !== null ? 'critical' : 'low'
}
