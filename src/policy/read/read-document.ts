import type { Decision } from '../../core/decision.ts'
import type { SubagentLimits } from '../../core/subagent-limits.ts'
import { sizeInBytes } from '../../fence/size.ts'
import type { UndoCeiling } from '../../trial/undo-ceiling.ts'
import type { ApprovalSettings, AuditSettings, Boundary, PolicyDocument, Rule } from '../schema/document.ts'
import type { Settings } from '../schema/schema.ts'
import { parseDuration } from './duration.ts'
import type { CheckedPolicy, CheckedRule } from './read-check.ts'

/** A validated policy in the form that the rest of Sallyport works with, every default filled in. */
export function toDocument({ settings, rules, programs }: CheckedPolicy, source: Source): PolicyDocument {
  return {
    ...source,
    extends: settings.extends ?? null,
    mode: settings.mode ?? null,
    allow: settings.allow ?? null,
    enabled: settings.enabled ?? true,
    workspace: settings.workspace ?? null,
    sensitive: settings.sensitive ?? [],
    boundary: settings.boundary === undefined ? null : toBoundary(settings.boundary),
    rules: rules.map(toRule),
    programs,
    approvals: settings.approvals === undefined ? null : toApprovals(settings.approvals),
    careful: settings.careful ?? false,
    automation: settings.automation ?? false,
    ...(settings.subagents === undefined ? {} : { subagents: toSubagents(settings.subagents) }),
    ...(settings.audit === undefined ? {} : { audit: toAudit(settings.audit) }),
    ...(settings.undo === undefined ? {} : { undo: toUndo(settings.undo) }),
  }
}

/** Values that come from the source unchanged. */
type Source = Pick<PolicyDocument, 'file' | 'digest' | 'fence'>

function toRule({ id, line, input }: CheckedRule): Rule {
  return {
    id,
    line,
    when: input.when,
    // INVARIANT: both are asks with an answer of their own, so code that does not know them sees a plain ask.
    then: input.then === 'trial' || input.then === 'contain' ? 'ask' : input.then,
    trial: input.then === 'trial',
    contain: input.then === 'contain',
    because: input.because ?? null,
    instead: input.instead ?? null,
    apply: input.apply ?? false,
    match: input.match ?? [],
    notMatch: input.not_match ?? [],
    remember: input.remember ?? 'always',
  }
}

function toBoundary(boundary: NonNullable<Settings['boundary']>): Boundary {
  if (typeof boundary !== 'string') {
    return { read: boundary.read ?? 'allow', write: boundary.write ?? 'ask', foreign: boundary.foreign ?? 'ask' }
  }
  const read: Decision = boundary === 'ask' ? 'allow' : boundary
  return { read, write: boundary, foreign: boundary }
}

function toApprovals(approvals: NonNullable<Settings['approvals']>): ApprovalSettings {
  return {
    timeoutMs: approvals.timeout === undefined ? null : parseDuration(approvals.timeout),
    ...(approvals.human_timeout === undefined ? {} : { humanTimeoutMs: parseDuration(approvals.human_timeout) }),
    onTimeout: approvals.on_timeout ?? 'deny',
    ask: approvals.ask ?? 'always',
  }
}

const toAudit = ({ enabled, log_path: logPath, base_dir: baseDir }: NonNullable<Settings['audit']>): AuditSettings => ({
  ...(enabled === undefined ? {} : { enabled }),
  ...(logPath === undefined ? {} : { logPath }),
  ...(baseDir === undefined ? {} : { baseDir }),
})

function toUndo({ size, age }: NonNullable<Settings['undo']>): Partial<UndoCeiling> {
  const bytes = sizeInBytes(size)
  return {
    ...(bytes === null ? {} : { bytes }),
    ...(age === undefined ? {} : { ms: Number.parseInt(age, 10) * (age.endsWith('d') ? 24 : 1) * 3_600_000 }),
  }
}

function toSubagents(subagents: NonNullable<Settings['subagents']>): Partial<SubagentLimits> {
  const { slot_timeout, prompt_chars, answer_chars, parent_steps, timeout, ...counts } = subagents
  const set = <K extends keyof SubagentLimits>(key: K, value: number | null | undefined) =>
    value === undefined || value === null ? {} : { [key]: value }
  return {
    ...counts,
    ...set('slotMs', slot_timeout === undefined ? null : parseDuration(slot_timeout)),
    ...set('promptChars', prompt_chars),
    ...set('answerChars', answer_chars),
    ...set('parentSteps', parent_steps),
    ...set('timeMs', timeout === undefined ? null : parseDuration(timeout)),
  }
}
