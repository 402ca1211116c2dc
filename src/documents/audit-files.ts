import { pipelineEntries } from '../audit/pipeline-entries.ts'
import type { Fault } from '../core/fault.ts'
import type { Gate } from '../gate/gate.ts'
import { auditFile } from '../io/journal/audit-file.ts'

export interface AuditFileOptions {
  readonly gate: Pick<Gate, 'events'>
  readonly path: string
  /** Told when a line cannot be written. The journal has the call all the same, so the verdict stands (C36). */
  readonly onFault?: (fault: Fault) => void
}

/** `AuditLogger`: `tool_attempt`, `approval` and `security_violation` as JSON lines (R138). Returns what ends it. */
export function logPipeline({ gate, path, onFault = () => {} }: AuditFileOptions): () => void {
  const entryOf = pipelineEntries()
  const file = auditFile(path)
  return gate.events.on(event => {
    const entry = entryOf(event)
    const written = entry === null ? null : file.append(entry)
    if (written !== null && !written.ok) onFault(written.faults[0])
  })
}
