import type { Verdict } from '../../core/verdict.ts'
import { redactedJson } from './redacted-json.ts'

/** A verdict that may be shown: its effects and reasons have no secret of the command (R126). */
export function redactVerdict(verdict: Verdict): Verdict {
  const { effects, reasons, replacement } = verdict
  const shown = JSON.parse(
    redactedJson({ effects, reasons, replacement }, { secrets: [], finish: text => text }),
  ) as Pick<Verdict, 'effects' | 'reasons' | 'replacement'>
  return { ...verdict, ...shown }
}
