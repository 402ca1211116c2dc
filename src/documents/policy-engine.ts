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
  /** Where links lead; without it every path is what it says. */
  readonly facts?: FileFacts
}

/** `Classification`: what the first matching rule says about a call. Frozen. */
export interface Classification {
  readonly category: string
  readonly toolName: string
  readonly toolInput: JsonObject
  /** `medium` at least where no rule matched. */
  readonly riskLevel: Risk
  readonly description: string
  readonly denyReason: string | null
  readonly matchedRule: RuleRef | null
}

/** `PolicyDecision`. */
export type PolicyDecision = 'allow' | 'deny' | 'require_approval'

/** `PolicyEngine`: stateless, the same input always gives the same output (R40). */
export interface PolicyEngine {
  classify(toolName: string, toolInput: Readonly<Record<string, unknown>>): Classification
  evaluate(classification: Classification): PolicyDecision
}

/**
 * A `PolicyEngine` over loaded policies; both functions ask the one judge.
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

/** The verdict on a call, with nothing asked, run or recorded. */
export function judgeOnce(
  { policies, place, facts = noFacts }: EngineOptions,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Verdict {
  const taken = takeCall({ tool, input }, place)
  if (!taken.ok) return refusal(taken.faults[0])
  return judge(taken.value, { policies, facts, runKey: noKey, tools: {} }).verdict
}

/** Nothing is remembered under these keys. */
const noKey = new Uint8Array(32)
