/**
 * Sallyport: decides whether an agent's tool call may run.
 *
 * @module
 */
export { clientLeft } from './approvals/client-left.ts'
export type { GrantOffer } from './approvals/grants/grant-offer.ts'
export {
  type Connector,
  type PendingApproval,
  type PendingApprovals,
  type PendingEvent,
  pendingApprovals,
} from './approvals/pending.ts'
export { type Respond, type Response, respond } from './approvals/respond.ts'
export { type ApprovalRule, denyAll, type RuleApproverOptions, ruleApprover } from './approvals/rule-approver.ts'
export type { HeldBack, JournalEvent } from './audit/event.ts'
export type { AllowMeaning } from './core/allow-meaning.ts'
export type { Call, Place } from './core/call.ts'
export type { Decision } from './core/decision.ts'
export type { Effect, EffectKind } from './core/effect.ts'
export { effectText } from './core/effect-text.ts'
export type { Code, ErrorKind, Fault, Result } from './core/fault.ts'
export type { Risk } from './core/risk.ts'
export type { Tier } from './core/tier.ts'
export type { Reason, Verdict } from './core/verdict.ts'
export type { FenceKey, FenceProfile } from './fence/profile.ts'
export { type CheckOptions, createGate, type Gate, type GateOptions, type RunOptions } from './gate/gate.ts'
export type {
  ApprovalAnswer,
  ApprovalRequest,
  Approver,
  Clock,
  Fence,
  FencePlan,
  FileFacts,
  Grant,
  GrantScope,
  GrantShape,
  GrantStore,
  Journal,
  Mount,
  OpenQuestion,
  Ports,
} from './gate/ports.ts'
export type { Execute, Outcome, Running } from './gate/run-call.ts'
export type { CallInput } from './gate/take-call.ts'
export { type FailureCode, ToolFailure } from './gate/tool-failure.ts'
export { type EnvFile, readEnvFile } from './io/exec/env-file.ts'
export {
  type CommandResult,
  type FencedCommandOptions,
  type FencedCommands,
  fencedCommands,
} from './io/fence/fenced-commands.ts'
export { type MachineFenceOptions, machineFence } from './io/fence/machine-fence.ts'
export { type HttpApproverOptions, httpApprover } from './io/http-approver.ts'
export { type OpenPortsOptions, openPorts } from './io/open-ports.ts'
export { findPlace, type PlaceOptions } from './io/place.ts'
export { type LoadOptions, loadPolicies } from './io/policies/load-policies.ts'
export { type AgentRun, type RunEnd, startRun } from './runtime/run.ts'
export { type ExecOptions, type ExecTools, execTools } from './runtime/tools/exec/exec-tools.ts'
export type { Descriptor } from './tools/descriptor.ts'
export { type ExecSessions, execSessions } from './tools/families/exec-sessions.ts'
export { type OwnTool, registerTools } from './tools/register-tools.ts'
