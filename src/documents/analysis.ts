import { nowhere, type Place, type World } from '../core/call.ts'
import { noFacts } from '../core/facts.ts'
import { hasTraversal } from '../core/path.ts'
import type { Risk } from '../core/risk.ts'
import { commandRisk, pathRisk } from '../guard/risk.ts'
import { isCredential } from '../guard/sensitive.ts'
import { analyse } from '../shell/analyse.ts'

/** `CommandAnalysis`: the structure of a command and its risks. */
export interface CommandAnalysis {
  readonly hasPipe: boolean
  readonly hasChain: boolean
  readonly hasSubshell: boolean
  readonly hasRedirect: boolean
  readonly hasSudo: boolean
  /** The risk factors, in words. */
  readonly factors: readonly string[]
  readonly riskLevel: Risk
}

/**
 * `CommandAnalyzer.analyze_bash`. Pure: it does not read the file system.
 *
 * @example
 * analyzeBash('sudo rm -rf build').riskLevel // 'critical'
 */
export function analyzeBash(command: string, place: Place = nowhere): CommandAnalysis {
  const world: World = { place, facts: noFacts, sensitive: [] }
  const analysis = analyse(command, world)
  const { shape, effects } = analysis
  const { risk, factors } = commandRisk(analysis)
  return {
    hasPipe: shape.pipe,
    hasChain: shape.chain,
    hasSubshell: shape.subshell || shape.substitution,
    hasRedirect: shape.redirect,
    hasSudo: effects.some(effect => effect.kind === 'change' && effect.system === 'privileges'),
    factors,
    riskLevel: risk,
  }
}

/** `PathAnalysis`: a write to a file that is not a credential is `elevated` (R39). */
export interface PathAnalysis {
  readonly isCredential: boolean
  readonly hasTraversal: boolean
  readonly sensitivity: 'normal' | 'elevated' | 'credential'
  readonly riskLevel: Risk
}

/** `PathAnalyzer.analyze`. Pure. */
export function analyzePath(path: string, operation: 'read' | 'write' | 'edit'): PathAnalysis {
  const use = operation === 'read' ? 'read' : 'write'
  const credential = isCredential(path)
  return {
    isCredential: credential,
    hasTraversal: hasTraversal(path),
    sensitivity: credential ? 'credential' : use === 'write' ? 'elevated' : 'normal',
    riskLevel: pathRisk(path, use).risk,
  }
}
