import { pipelineEntries } from '../audit/pipeline-entries.ts'
import type { Fault } from '../core/fault.ts'
import type { Gate } from '../gate/gate.ts'
import { auditFile } from '../io/journal/audit-file.ts'

export interface AuditFileOptions {
  readonly gate: Pick<Gate, 'events'>
  readonly path: string
  /** Called when a line cannot be written. The journal still has the call, so the verdict does not change (C36). */
  readonly onFault?: (fault: Fault) => void
}

/** `AuditLogger`: `tool_attempt`, `approval` and `security_violation` as JSON lines (R138). Returns a function that stops it. */
export function logPipeline({ gate, path, onFault = () => {} }: AuditFileOptions): () => void {
  const entryOf = pipelineEntries()
  const file = auditFile(path)
  return gate.events.on(event => {
    const entry = entryOf(event)
    const written = entry === null ? null : file.append(entry)
    if (written !== null && !written.ok) onFault(written.faults[0])
  })
}
