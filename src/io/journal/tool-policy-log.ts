import { join } from 'node:path'
import type { Broadcast } from '../../audit/broadcast.ts'
import type { JournalEvent } from '../../audit/event.ts'
import { policyGuideEntries } from '../../audit/policy-guide-entries.ts'
import type { Place } from '../../core/call.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { expandHome, isWithin, resolvePath } from '../../core/path.ts'
import type { Followed } from '../../gate/ports.ts'
import type { Policies } from '../../policy/policies.ts'
import { riskClass } from '../../policy/rules/risk-class.ts'
import type { AuditSettings } from '../../policy/schema/document.ts'
import { findTool } from '../../tools/catalog.ts'
import { fileFacts } from '../files/file-facts.ts'
import { ownPaths } from '../paths.ts'
import { auditFile } from './audit-file.ts'

export interface ToolPolicyLog {
  /** `audit.enabled`; false stops this file, never the journal. */
  readonly enabled?: boolean
  /** `audit.log_path`; null or undefined means the default path. */
  readonly logPath?: string | null
  readonly baseDir?: string
  readonly env?: NodeJS.ProcessEnv
}

/** The path of the tool policy guide's audit file; null if it is switched off (R142, R174). */
export function toolPolicyLogPath({
  enabled = true,
  logPath,
  baseDir,
  env = process.env,
}: ToolPolicyLog): string | null {
  if (!enabled) return null
  const { home } = ownPaths(env)
  const base = baseDir ?? env['LETSGO_HOME'] ?? join(home, '.letsgo')
  return expandHome(logPath ?? join(base, 'logs', 'tool-policy-audit.jsonl'), home)
}

export interface ToolPolicyLogOptions {
  readonly gate: { readonly events: Pick<Broadcast<JournalEvent>, 'on'> }
  readonly policies: Policies
  readonly path: string
  readonly onFault?: (fault: Fault) => void
}

/** Writes the tool policy guide's audit file (R141). Returns a function that stops it. */
export const logToolPolicy = ({ gate, policies, path, onFault = () => {} }: ToolPolicyLogOptions): (() => void) =>
  writeLines({ events: gate.events, policies: () => policies }, () => ok(path), onFault)

/** The same for every gate whose policies enable it: each line goes to the path in the current policies (R142). */
export const followToolPolicy =
  (env: NodeJS.ProcessEnv, onFault: (fault: Fault) => void) =>
  ({ events, policies, place }: Followed): void =>
    void writeLines(
      { events: { on: listener => events.on(listener, () => policies().audit !== null) }, policies },
      () => configuredPath(policies().audit, place, env),
      onFault,
    )

function writeLines(
  { events, policies }: Pick<Followed, 'policies'> & ToolPolicyLogOptions['gate'],
  pathNow: () => Result<string | null>,
  onFault: (fault: Fault) => void,
): () => void {
  const entryOf = policyGuideEntries(tool => ({
    classification: riskClass(policies(), tool),
    operation: findTool(tool)?.tier ?? 'execute',
  }))
  return events.on(event => {
    const entry = entryOf(event)
    if (entry === null) return
    const path = pathNow()
    const written = !path.ok || path.value === null ? path : auditFile(path.value).append(entry)
    if (!written.ok) onFault(written.faults[0])
  })
}

/** INVARIANT: the audit file is never written among Sallyport's own files, so it cannot replace the journal (C36). */
function configuredPath(audit: AuditSettings | null, place: Place, env: NodeJS.ProcessEnv): Result<string | null> {
  const configured = audit === null ? null : toolPolicyLogPath({ ...audit, env })
  if (configured === null) return ok(null)
  const named = resolvePath(place.workspace[0] ?? place.cwd, configured)
  const path = fileFacts.realPath(named) ?? named
  return place.own.some(own => isWithin(path, own))
    ? fail('audit_unavailable', `\`${named}\` is among Sallyport's own files; choose another path for the audit file`)
    : ok(named)
}
