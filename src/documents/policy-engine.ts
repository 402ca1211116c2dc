import { decisionNames } from '../audit/names.ts'
import type { Place } from '../core/call.ts'
import { type FileFacts, noFacts } from '../core/facts.ts'
import { type JsonObject, takeJson } from '../core/json.ts'
import { higherRisk, type Risk } from '../core/risk.ts'
import type { RuleRef, Verdict } from '../core/verdict.ts'
import { judge, refusal } from '../gate/judge.ts'
import { takeCall } from '../gate/take-call.ts'
import type { Policies } from '../policy/policies.ts'
import { findTool } from '../tools/catalog.ts'

export interface EngineOptions {
  readonly policies: Policies
  readonly place: Place
  /** Resolves links; without it, every path is taken literally. */
  readonly facts?: FileFacts
}

/** `Classification`: the result of the first matching rule. Frozen. */
export interface Classification {
  readonly category: string
  readonly toolName: string
  readonly toolInput: JsonObject
  /** At least `medium` if no rule matched. */
  readonly riskLevel: Risk
  readonly description: string
  readonly denyReason: string | null
  readonly matchedRule: RuleRef | null
}

/** `PolicyDecision`. */
export type PolicyDecision = 'allow' | 'deny' | 'require_approval'

/** `PolicyEngine`: stateless; the same input always has the same result (R40). */
export interface PolicyEngine {
  classify(toolName: string, toolInput: Readonly<Record<string, unknown>>): Classification
  evaluate(classification: Classification): PolicyDecision
}

/**
 * A `PolicyEngine` for loaded policies. Both functions use the gate's own judge.
 *
 * @example
 * const engine = policyEngine({ policies, place })
 * engine.evaluate(engine.classify('Bash', { command: 'git push --force' })) // 'deny' under the preset `pipeline`
 */
export function policyEngine(options: EngineOptions): PolicyEngine {
  return {
    classify: (toolName, toolInput) => {
      const verdict = judgeOnce(options, toolName, toolInput)
      const decisive = verdict.reasons.find(reason => reason.decision === verdict.decision)
      const taken = takeJson(toolInput)
      return Object.freeze({
        category: findTool(toolName)?.category ?? 'custom',
        toolName,
        toolInput: taken.ok ? (taken.value as JsonObject) : {},
        riskLevel: decisive?.rule == null ? higherRisk('medium', verdict.risk) : verdict.risk,
        description: decisive?.because ?? '',
        denyReason: verdict.decision === 'deny' ? (decisive?.because ?? '') : null,
        matchedRule: decisive?.rule ?? null,
      })
    },
    evaluate: ({ toolName, toolInput }) => policyDecision(judgeOnce(options, toolName, toolInput)),
  }
}

export const policyDecision = ({ decision }: Verdict): PolicyDecision =>
  decisionNames[decision].leashd as PolicyDecision

/** The verdict on a call; asks, runs and records nothing. */
export function judgeOnce(
  { policies, place, facts = noFacts }: EngineOptions,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Verdict {
  const taken = takeCall({ tool, input }, place)
  if (!taken.ok) return refusal(taken.faults[0])
  return judge(taken.value, { policies, facts, runKey: noKey, tools: {} }).verdict
}

/** These approval keys are never used, so the secret may be constant. */
const noKey = new Uint8Array(32)
