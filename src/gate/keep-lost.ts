import { type Losses, lossesOf } from '../approvals/blast-radius/measures.ts'
import type { Call } from '../core/call.ts'
import { notCopied, type UndoCeiling } from '../trial/undo-ceiling.ts'
import type { JudgedCall, SettledVerdict } from './judged-call.ts'
import type { Ports } from './ports.ts'
import { outlivesCall } from './trial-call.ts'

/** Files that a call deletes or discards, for an undo. */
export interface LostFiles extends Losses {
  readonly call: Call
  /** The id under which the journal records the call. */
  readonly record: string
  readonly title: string
  /** The shell text of the call; null if it has none. */
  readonly text: string | null
  /** Whether everything is lost by the time the client has the result. */
  readonly endsWithCall: boolean
  readonly ceiling: UndoCeiling
}

export interface LostCopies {
  /** Copies the files; false if an undo would not be complete. */
  keep(lost: LostFiles): Promise<boolean>
}

/**
 * Copies the files that a call loses, before a client runs it. If they cannot be copied, the question says so. A call that
 * Sallyport runs itself needs no copies: the overlay keeps the old files.
 */
export async function keepLost(
  settled: SettledVerdict,
  { call, judgement, log, policies, checking }: JudgedCall,
  { copies }: Pick<Ports, 'copies'>,
): Promise<SettledVerdict> {
  const { verdict } = settled
  const lost = copies === undefined || checking.then === 'run' ? null : lossesOf(verdict.effects)
  if (copies === undefined || lost === null) return settled
  const { text = null, summary = call.tool } = judgement.description ?? {}
  const isKept = await copies
    .keep({
      ...{ ...lost, call, record: log.id, title: summary, text },
      ...{ endsWithCall: !outlivesCall(call), ceiling: policies.undo },
    })
    .catch(() => false)
  if (isKept || verdict.decision !== 'ask') return settled
  return { ...settled, verdict: { ...verdict, radius: [...(verdict.radius ?? []), notCopied] } }
}
