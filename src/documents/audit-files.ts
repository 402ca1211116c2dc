import { join } from 'node:path'
import { pipelineEntries } from '../audit/pipeline-entries.ts'
import { policyGuideEntries } from '../audit/policy-guide-entries.ts'
import type { Fault } from '../core/fault.ts'
import type { Gate } from '../gate.ts'
import { auditFile } from '../io/audit-file.ts'
import { ownPaths } from '../io/paths.ts'
import type { Policies } from '../policy/policies.ts'
import { riskClass } from './risk-class.ts'
import { getToolTier } from './tool-tiers.ts'

export interface AuditFileOptions {
  readonly gate: Pick<Gate, 'events'>
  readonly path: string
  /** Told when a line cannot be written. The journal has the call all the same, so the verdict stands (C36). */
  readonly onFault?: (fault: Fault) => void
}

/** `AuditLogger`: `tool_attempt`, `approval` and `security_violation` as JSON lines (R138). Returns what ends it. */
export const logPipeline = (options: AuditFileOptions): (() => void) => follow(options, pipelineEntries())

/** The tool policy guide's audit file (R141). Returns what ends it. */
export const logToolPolicy = (options: AuditFileOptions & { readonly policies: Policies }): (() => void) =>
  follow(
    options,
    policyGuideEntries(tool => ({
      classification: riskClass(options.policies, tool),
      operation: getToolTier(tool),
    })),
  )

export interface ToolPolicyLog {
  /** `audit.enabled`; false stops this file, never the journal. */
  readonly enabled?: boolean
  /** `audit.log_path`; null or nothing is the default place. */
  readonly logPath?: string | null
  readonly baseDir?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Where the guide's audit file lies; null where it is switched off (R142, R174). */
export function toolPolicyLogPath({
  enabled = true,
  logPath,
  baseDir,
  env = process.env,
}: ToolPolicyLog): string | null {
  if (!enabled) return null
  const base = baseDir ?? env['LETSGO_HOME'] ?? join(ownPaths(env).home, '.letsgo')
  return logPath ?? join(base, 'logs', 'tool-policy-audit.jsonl')
}

function follow(
  { gate, path, onFault = () => {} }: AuditFileOptions,
  entryOf: ReturnType<typeof pipelineEntries>,
): () => void {
  const file = auditFile(path)
  return gate.events.on(event => {
    const entry = entryOf(event)
    const written = entry === null ? null : file.append(entry)
    if (written !== null && !written.ok) onFault(written.faults[0])
  })
}
