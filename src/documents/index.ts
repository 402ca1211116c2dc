/**
 * The names from the documents, on top of the one gate. Nothing is decided here.
 *
 * @module
 */
export { type CarefulPrompt, carefulApprovers } from '../approvals/careful-prompt.ts'
export { approvalKey } from '../approvals/key.ts'
export {
  type ApprovalRule,
  type RuleApproverOptions,
  ruleApprover as ruleBasedApprovalProvider,
} from '../approvals/rule-approver.ts'
export { createGate as safetyGate } from '../gate/gate.ts'
export type { Approver as ApprovalProvider } from '../gate/ports.ts'
export {
  logToolPolicy,
  type ToolPolicyLog,
  type ToolPolicyLogOptions,
  toolPolicyLogPath,
} from '../io/journal/tool-policy-log.ts'
export { type RiskClass, riskClass, riskClasses } from '../policy/rules/risk-class.ts'
export type { Descriptor as ToolSafetyDescriptor } from '../tools/descriptor.ts'
export {
  ApplyPatch as ApplyPatchDescriptor,
  ExecCommand as ExecCommandDescriptor,
  FileWrite as FileWriteDescriptor,
  Passthrough as PassthroughDescriptor,
  Shell as ShellDescriptor,
  ShellCommand as ShellCommandDescriptor,
  ShellExec as ShellExecDescriptor,
  SkillExec as SkillExecDescriptor,
  WriteStdin as WriteStdinDescriptor,
} from '../tools/descriptors.ts'
export { analyzeBash, analyzePath, type CommandAnalysis, type PathAnalysis } from './analysis.ts'
export { ApprovalDecision } from './approval-decision.ts'
export { type AuditFileOptions, logPipeline } from './audit-files.ts'
export { isAutomation, isCareful, type ModeSignals } from './modes.ts'
export {
  type Classification,
  type EngineOptions,
  type PolicyDecision,
  type PolicyEngine,
  policyEngine,
} from './policy-engine.ts'
export { type SafetyChecks, type SafetyVerdict, safetyChecks } from './safety-checks.ts'
export { type PathCheck, validatePath } from './sandbox-enforcer.ts'
export {
  type CallIds,
  type ChatMode,
  type PermissionResult,
  type ToolGatekeeper,
  toolGatekeeper,
} from './tool-gatekeeper.ts'
export { getToolTier, requiresApproval } from './tool-tiers.ts'
