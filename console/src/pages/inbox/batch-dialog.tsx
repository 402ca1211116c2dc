import { useState } from 'preact/hooks'
import { post } from '../../api.ts'
import { agentPath } from '../../card/agent-path.ts'
import { inputLine } from '../../card/input-line.ts'
import { DangerBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Prose } from '../../components/prose.tsx'
import { toast, toastError } from '../../components/toast.tsx'
import { changeInbox, readState } from '../../state.ts'
import { answeredIds, type BatchAnswer, batchAnswer } from './batch.ts'
import type { Entry } from './inbox-state.ts'

interface BatchDialogProps {
  /** The selected questions that still wait. */
  readonly entries: readonly Entry[]
  readonly onClose: () => void
}

/** Shows what is answered together before it is answered. Exactly the questions in the table are sent. */
export function BatchDialog({ entries, onClose }: BatchDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const yes = batchAnswer(entries, true)
  const no = batchAnswer(entries, false)
  const graveIds = entries.filter(({ card }) => card.grave).map(({ card }) => card.id)

  const send = async (batch: typeof yes): Promise<void> => {
    if (!batch.ok) return
    setBusy(true)
    const result = await post<BatchAnswer>('/api/approvals/respond', batch.body)
    setBusy(false)
    if (!result.ok) return toastError(result)
    const answered = answeredIds(result.value)
    for (const id of answered)
      changeInbox({ type: 'answered', id, ending: batch.body.approved ? 'approved' : 'denied', at: Date.now() })
    const missed = batch.body.ids.length - answered.length
    toast(
      `${answered.length} ${batch.body.approved ? 'approved' : 'denied'}${missed === 0 ? '' : `, ${missed} had already ended`}`,
    )
    changeInbox({ type: 'deselected' })
    await readState()
    onClose()
  }

  return (
    <Dialog
      title={entries.length === 1 ? 'Answer one question' : `Answer ${entries.length} questions together`}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="no" disabled={isBusy || !no.ok} onClick={() => void send(no)}>
            {entries.length === 1 ? 'Deny' : `Deny all ${entries.length}`}
          </Button>
          <Button kind="primary" ignoresEnter disabled={isBusy || !yes.ok} onClick={() => void send(yes)}>
            {entries.length === 1 ? 'Approve once' : `Approve all ${entries.length} once`}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <section class="batch-table" tabIndex={0} aria-label="Selected questions">
        <table>
          <thead>
            <tr>
              <th scope="col">Command</th>
              <th scope="col">Effect</th>
              <th scope="col">Agent</th>
              <th scope="col">Danger</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ card }) => (
              <tr key={card.id}>
                <td class="mono">
                  <VisibleText text={card.command ?? inputLine(card)} marks={card.marks} />
                </td>
                <td>
                  <Prose text={card.sentence} />
                </td>
                <td>
                  {agentPath(card.agents)}
                  <div class="muted tiny">{card.client}</div>
                </td>
                <td>
                  <DangerBadge danger={card.danger} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {graveIds.length === 0 ? null : (
        <p class="small">
          {graveIds.length} of these cannot be approved together, because {graveIds.length === 1 ? 'it is' : 'they are'}{' '}
          destructive or sensitive.{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => {
              for (const id of graveIds) changeInbox({ type: 'toggled', id })
            }}
          >
            Take {graveIds.length === 1 ? 'it' : 'them'} out
          </button>
        </p>
      )}
    </Dialog>
  )
}
