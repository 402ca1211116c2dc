import type { Entry } from './inbox-state.ts'

/** The body of `POST /api/approvals/respond`. */
export interface BatchBody {
  readonly ids: readonly string[]
  readonly approved: boolean
}

export type Batch = { readonly ok: true; readonly body: BatchBody } | { readonly ok: false; readonly code: string }

/** One answer to several questions. Grave ones can be denied together, but each needs its own approval. */
export function batchAnswer(entries: readonly Entry[], approved: boolean): Batch {
  if (entries.length === 0) return { ok: false, code: 'empty' }
  if (approved && entries.some(({ card }) => card.grave)) return { ok: false, code: 'grave' }
  return { ok: true, body: { ids: entries.map(({ card }) => card.id), approved } }
}
