import { useState } from 'preact/hooks'
import { post } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icons.tsx'
import { toast, toastError } from '../components/toast.tsx'
import { overview, readState } from '../state.ts'

/** The name that stands for all sessions in `overview.stopped`. */
export const isAllStopped = (): boolean => overview.value?.stopped.includes('*') ?? false

export async function setStopped(session: string | null, action: 'stop' | 'resume'): Promise<boolean> {
  const answer = await post(`/api/${action}`, session === null ? {} : { session })
  if (!answer.ok) {
    toastError(answer)
    return false
  }
  await readState()
  const what = session === null ? 'All sessions' : 'The session'
  toast(action === 'stop' ? `${what} stopped: further calls are denied` : `${what} resumed`)
  return true
}

/** Stops every session, or lets them go on. */
export function StopAll() {
  const [isOpen, setOpen] = useState(false)
  if (isAllStopped())
    return (
      <Button kind="primary" onClick={() => void setStopped(null, 'resume')}>
        Resume
      </Button>
    )
  return (
    <>
      <Button kind="no" class="stop-button" onClick={() => setOpen(true)}>
        <Icon name="stop" />
        <span>Stop</span>
      </Button>
      {isOpen ? <StopDialog session={null} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface StopDialogProps {
  readonly session: string | null
  readonly onClose: () => void
}

export function StopDialog({ session, onClose }: StopDialogProps) {
  return (
    <Dialog
      title={session === null ? 'Stop all sessions?' : 'Stop this session?'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="no"
            onClick={async () => {
              if (await setStopped(session, 'stop')) onClose()
            }}
          >
            Stop {session === null ? 'all sessions' : 'session'}
          </Button>
        </>
      }
    >
      <p>
        Every further call {session === null ? 'of every session' : 'of this session'} is denied with that reason until
        you resume, and fenced commands that run now are killed.
      </p>
    </Dialog>
  )
}
