import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { CallAnswer, UndoneCall } from '../../../src/server/api.ts'
import { get, post } from '../api.ts'
import { Button } from '../components/button.tsx'
import { ChangedPaths } from '../components/changed-paths.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Prose } from '../components/prose.tsx'
import { toast, toastError } from '../components/toast.tsx'
import { shortenedIn } from '../known-roots.ts'

const asked = signal<string | null>(null)

/** Asks the person whether to undo a call. */
export const askUndo = (call: string): void => {
  asked.value = call
}

/** The question of `askUndo`, once for all pages. */
export function UndoQuestion() {
  const id = asked.value
  return id === null ? null : <UndoDialog key={id} id={id} onClose={() => (asked.value = null)} />
}

/** Names what the undo restores, as it is at this moment, and undoes the call on request. */
function UndoDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [call, setCall] = useState<CallAnswer | null>(null)
  const [isBusy, setBusy] = useState(false)
  const path = `/api/calls/${encodeURIComponent(id)}`
  useEffect(() => {
    void get<CallAnswer>(path).then(answer => {
      if (answer.ok) return setCall(answer.value)
      toastError(answer)
      onClose()
    })
  }, [id])
  if (call === null) return null
  const { row, undo } = call
  const short = shortenedIn(row.workspace)
  const run = async (): Promise<void> => {
    setBusy(true)
    const answer = await post<UndoneCall>(`${path}/undo`)
    if (answer.ok) toast(`Undone: ${answer.value.does}`)
    else toastError(answer)
    onClose()
  }
  return (
    <Dialog
      title={undo?.isPossible === true ? 'Undo this call?' : 'This call cannot be undone'}
      onClose={onClose}
      actions={
        undo?.isPossible === true ? (
          <>
            <Button onClick={onClose}>Keep its changes</Button>
            <Button kind="no" ignoresEnter disabled={isBusy} onClick={() => void run()}>
              Undo
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <CodeBlock text={row.text} label="Command" />
      {undo?.isPossible === true ? (
        <p>
          The undo {undo.does}: content, modes and times as they were before the call. Nothing else on this machine is
          taken back.
        </p>
      ) : (
        <p>
          <Prose text={undo === null ? 'it kept no changes' : short(undo.because)} />
        </p>
      )}
      {row.trial === null ? null : (
        <ChangedPaths changes={row.trial.changes.slice(0, mostNamed).map(short)} more={hidden(row.trial)} />
      )}
    </Dialog>
  )
}

const mostNamed = 12
const hidden = ({ changes, more }: NonNullable<CallAnswer['row']['trial']>): number =>
  more + Math.max(changes.length - mostNamed, 0)
