import { useState } from 'preact/hooks'
import type {
  PolicyChecked,
  PolicyFileView,
  PolicySaved,
  Replay,
  TrustPreview,
} from '../../../../src/server/tuning/shapes.ts'
import { post, type RequestError } from '../../api.ts'
import { DiffView } from '../../card/diff-view.tsx'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Prose } from '../../components/prose.tsx'
import { toast } from '../../components/toast.tsx'
import { ReplayTable } from './replay-table.tsx'

interface SaveDialogProps {
  readonly file: PolicyFileView
  readonly text: string
  readonly checked: PolicyChecked
  readonly replay: Replay | null
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onReload: () => void
}

/** Shows what would change, then saves. A project's file is trusted only if the person ticks the box. */
export function SaveDialog({ file, text, checked, replay, onClose, onSaved, onReload }: SaveDialogProps) {
  const [trust, setTrust] = useState(false)
  const [error, setError] = useState<RequestError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    const answer = await post<PolicySaved>('/api/policy/save', { path: file.path, text, digest: file.digest, trust })
    setSaving(false)
    if (!answer.ok) return setError(answer)
    const { note, isTrusted } = answer.value
    toast(
      note ?? (isTrusted ? 'Saved and in force.' : 'Saved. Its asks and denies are in force.'),
      note === null ? 'plain' : 'no',
    )
    onSaved()
  }
  return (
    <Dialog
      wide
      title="Save this policy?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the text</Button>
          <Button kind="primary" disabled={isSaving} onClick={() => void save()}>
            {trust ? 'Save and trust' : 'Save'}
          </Button>
        </>
      }
    >
      {error === null ? null : (
        <div class="load-error" role="alert">
          <span class="error-text">
            <Prose text={error.error} />
          </span>
          {error.code === 'policy_changed' ? <Button onClick={onReload}>Reload the file</Button> : null}
        </div>
      )}
      <DiffView edit={{ path: file.path, before: file.text ?? '', after: text }} />
      <section class="save-replay">
        <h3>Past calls with this text</h3>
        {replay === null ? <p class="muted small">Not compared yet.</p> : <ReplayTable replay={replay} />}
      </section>
      {checked.trust === null ? null : (
        <section class="save-trust">
          <h3>Trust</h3>
          <p class="small">
            An agent can write to this file, so only its asks and denies count until you trust its exact text.
          </p>
          <TrustText preview={checked.trust} />
          <label class="choice">
            <input type="checkbox" checked={trust} onChange={event => setTrust(event.currentTarget.checked)} />
            <span>
              Trust exactly this text
              <span class="muted">
                <Prose text="as `sallyport trust` does; any later change must be trusted again" />
              </span>
            </span>
          </label>
        </section>
      )}
    </Dialog>
  )
}

function TrustText({ preview: { loosens, allows, gone, settings } }: { readonly preview: TrustPreview }) {
  const lists = [
    ['This file would loosen the gate:', loosens, 'error-text'],
    ['It would allow without asking, beyond the base:', allows, ''],
    ['No longer allowed:', gone, ''],
    ['It would set:', settings, ''],
  ] as const
  const shown = lists.filter(([, lines]) => lines.length > 0)
  if (shown.length === 0) return <p class="small muted">It allows nothing beyond the base.</p>
  return (
    <div class="trust-text small">
      {shown.map(([title, lines, tone]) => (
        <div key={title}>
          <p class={tone}>{title}</p>
          <ul>
            {lines.map(line => (
              <li key={line} class="mono">
                <VisibleText text={line} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
