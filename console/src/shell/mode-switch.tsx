import { useRef, useState } from 'preact/hooks'
import { type RunMode, runModes } from '../../../src/server/api.ts'
import { post } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icons.tsx'
import { toast, toastError } from '../components/toast.tsx'
import { overview } from '../state.ts'

/** The modes in words. */
export const modeTexts: Readonly<Record<RunMode, readonly [string, string]>> = {
  default: ['Default', 'Asks what the policy asks.'],
  careful: ['Careful', 'Asks before every change, also for calls that the policy allows.'],
  edit: ['Edit', 'Approves edits inside the workspace without a question.'],
  auto: ['Auto', 'Approves every question except destructive and sensitive ones.'],
  automation: ['Automation', 'No person watches: questions follow the rules for unattended runs.'],
}

export function ModeSwitch() {
  const [isOpen, setOpen] = useState(false)
  const mode = overview.value?.mode ?? 'default'
  return (
    <>
      <button
        type="button"
        class={`mode-button ${mode}`}
        aria-haspopup="dialog"
        disabled={overview.value === null}
        onClick={() => setOpen(true)}
      >
        <span class="muted mode-label">Mode</span>
        <span>{modeTexts[mode][0]}</span>
        <Icon name="arrow" size={12} />
      </button>
      {isOpen ? <ModeDialog mode={mode} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ModeDialog({ mode, onClose }: { readonly mode: RunMode; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState(mode)
  const isBusy = useRef(false)
  const save = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    const answer = await post('/api/mode', { mode: chosen })
    isBusy.current = false
    if (!answer.ok) return toastError(answer)
    if (overview.value !== null) overview.value = { ...overview.value, mode: chosen }
    toast(`Mode: ${modeTexts[chosen][0]}`)
    onClose()
  }
  return (
    <Dialog
      title="How much is asked"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={chosen === mode} onClick={() => void save()}>
            Switch mode
          </Button>
        </>
      }
    >
      <fieldset class="choices">
        <legend class="visually-hidden">Mode</legend>
        {runModes.map(one => (
          <label key={one} class="choice">
            <input type="radio" name="mode" value={one} checked={chosen === one} onChange={() => setChosen(one)} />
            <span>
              <strong>{modeTexts[one][0]}</strong>
              <span class="muted">{modeTexts[one][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="muted small">A denial stays a denial in every mode. The journal records who switched.</p>
    </Dialog>
  )
}
