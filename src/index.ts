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
export { terminalApprover } from './cli/prompt/terminal-approver.ts'
export { terminalHuman } from './cli/prompt/terminal-human.ts'
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
export { verdictText } from './gate/verdict-text.ts'
export { type EnvFile, readEnvFile } from './io/exec/env-file.ts'
export {
  type CommandResult,
  type FencedCommandOptions,
  type FencedCommands,
  fencedCommands,
} from './io/exec/fenced-commands.ts'
export { type MachineFenceOptions, machineFence } from './io/fence/machine-fence.ts'
export { type HttpApproverOptions, httpApprover } from './io/http-approver.ts'
export { type OpenPortsOptions, openPorts } from './io/open-ports.ts'
export { findPlace, type PlaceOptions } from './io/place.ts'
export { type LoadOptions, loadPolicies } from './io/policies/load-policies.ts'
export { openSkills, type SkillAction, type Skills } from './io/skills/skill-folders.ts'
export { type SearchEngine, type SearchResult, type SearxngOptions, searxng } from './io/web/searxng.ts'
export type { Agent, AgentSettings, AgentTask } from './runtime/agent/agent.ts'
export type { AgentEvent, AgentResult, LoopEvent, Spent } from './runtime/agent/agent-event.ts'
export { aiSdkModel, type SdkModel } from './runtime/agent/ai-sdk-model.ts'
export { type CreateAgentOptions, createAgent, type OpenAgent } from './runtime/agent/create-agent.ts'
export {
  type AgentModel,
  type CallResult,
  type Conversation,
  type ConversationSetup,
  type ModelCall,
  ModelFailure,
  type ModelStep,
  type StepOptions,
  type Usage,
} from './runtime/agent/model.ts'
export type { Budget, Prices } from './runtime/agent/spending.ts'
export type { ApprovalQuestion, ApprovalReply, Approve } from './runtime/function-approver.ts'
export { GateError, type OpenedGate, type OpenGateOptions, openGate } from './runtime/open-gate.ts'
export { type AgentRun, type RunEnd, startRun } from './runtime/run.ts'
export { addTools, type ToolSet } from './runtime/tools/add-tools.ts'
export { type BuiltInOptions, builtInTools } from './runtime/tools/built-in-tools.ts'
export { type ExecOptions, type ExecTools, execTools } from './runtime/tools/exec/exec-tools.ts'
export type { Human, HumanOption, HumanQuestion } from './runtime/tools/interaction/human.ts'
export type { NotedStep, StepStatus } from './runtime/tools/interaction/note-tools.ts'
export {
  type CustomTool,
  defineRuntimeTool,
  type RuntimeTool,
  type ToolImage,
  type ToolOutput,
} from './runtime/tools/runtime-tool.ts'
export type { RunCommand, SkillToolOptions } from './runtime/tools/skills/skill-tools.ts'
export { createToolbox, type Toolbox, type ToolCallOptions, type ToolSpecification } from './runtime/tools/toolbox.ts'
export type { Descriptor } from './tools/descriptor.ts'
export { type ExecSessions, execSessions } from './tools/families/exec-sessions.ts'
export { type OwnTool, registerTools } from './tools/register-tools.ts'
