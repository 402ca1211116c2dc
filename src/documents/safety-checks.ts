import type { Tier } from '../core/tier.ts'
import type { Verdict } from '../core/verdict.ts'
import { type EngineOptions, judgeOnce } from './policy-engine.ts'

/** `SafetyVerdict`: whether a person must approve it, whether it can never run, and why. */
export interface SafetyVerdict {
  readonly needsApproval: boolean
  readonly isHardBlocked: boolean
  readonly tier: Tier
  readonly reason: string
}

/** `check_bash_command` and `check_write_path`: no I/O, no side effects (R21, R35). */
export interface SafetyChecks {
  checkBashCommand(command: string): SafetyVerdict
  /** Does not follow links: pass the resolved path (C31). */
  checkWritePath(path: string): SafetyVerdict
}

/**
 * The two checks, for loaded policies.
 *
 * @example
 * safetyChecks({ policies, place }).checkBashCommand('git push -f').needsApproval // true
 */
export function safetyChecks(options: Pick<EngineOptions, 'policies' | 'place'>): SafetyChecks {
  return {
    checkBashCommand: command => safetyVerdict(judgeOnce(options, 'bash', { command })),
    checkWritePath: path => safetyVerdict(judgeOnce(options, 'write_file', { path, content: '' })),
  }
}

const safetyVerdict = ({ decision, tier, reasons }: Verdict): SafetyVerdict => ({
  needsApproval: decision === 'ask',
  isHardBlocked: decision === 'deny',
  tier,
  reason: reasons.find(reason => reason.decision === decision)?.because ?? '',
})
