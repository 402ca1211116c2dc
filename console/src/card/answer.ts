import type { Card, RespondBody } from '../../../src/server/api.ts'
import { post } from '../api.ts'
import { announce, toast, toastError } from '../components/toast.tsx'
import { withoutTicks } from '../prose-parts.ts'
import { changeInbox, readState } from '../state.ts'

/** Sends the answer to one question. */
export async function answer({ id, sentence }: Card, body: RespondBody): Promise<void> {
  changeInbox({ type: 'sent', id })
  const result = await post(`/api/approvals/${encodeURIComponent(id)}/respond`, body)
  if (result.ok) {
    changeInbox({ type: 'answered', id, ending: body.approved ? 'approved' : 'denied', at: Date.now() })
    announce(`${body.approved ? 'Approved' : 'Denied'}: ${withoutTicks(sentence)}`)
    return
  }
  changeInbox({ type: 'failed', id })
  if (result.status === 404) {
    toast('this question already ended; your answer changed nothing', 'no')
    await readState()
  } else toastError(result)
}

/** Asks for more time to answer. */
export async function extend({ id }: Card): Promise<void> {
  const result = await post<{ readonly until?: number }>(`/api/approvals/${encodeURIComponent(id)}/extend`)
  if (!result.ok) return toastError(result)
  if (result.value.until !== undefined) changeInbox({ type: 'extended', id, until: result.value.until })
}
