import { useRef, useState } from 'preact/hooks'
import type { PolicyChecked, PolicyFileView } from '../../../../src/server/tuning/shapes.ts'
import { post } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FaultList } from '../../tuning/fault-list.tsx'
import { goTo, TextEditor } from '../../tuning/text-editor.tsx'
import { useTyped } from '../../tuning/use-answer.ts'
import { ReplayTable } from './replay-table.tsx'
import { SaveDialog } from './save-dialog.tsx'

interface PolicyEditorProps {
  readonly file: PolicyFileView
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onReload: () => void
}

const starter = `version: 1
rules:
  # Allow a command that you approve again and again:
  # - { when: { run: npm test }, then: allow }
`

/** Edits a policy file: faults as the person types, then the past calls that the text would decide differently. */
export function PolicyEditor({ file, onClose, onSaved, onReload }: PolicyEditorProps) {
  const before = file.text ?? ''
  const [text, setText] = useState(file.text ?? starter)
  const [isReviewing, setReviewing] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { path } = file
  const { answer } = useTyped<PolicyChecked>({ text }, () => post('/api/policy/check', { path, text }))
  const isSound = answer?.ok === true && answer.value.faults.length === 0
  const isChanged = text !== before
  const replayed = useTyped<PolicyChecked>(
    { text, isSound },
    () => (isSound && isChanged ? post('/api/policy/check', { path, text, replay: true }) : null),
    700,
  )
  const checked = answer?.ok === true ? answer.value : null
  const faults = checked?.faults ?? []
  const warnings = checked?.warnings ?? []
  const replay = replayed.answer?.ok === true ? replayed.answer.value.replay : null

  return (
    <div class="page policy-editor">
      <div class="page-tools">
        <div class="editor-title">
          <h2>{file.layer === 'user' ? 'Your own policy' : "The project's policy"}</h2>
          <p class="mono muted small">
            <VisibleText text={path} />
          </p>
        </div>
        <div class="editor-actions">
          <Button onClick={() => (isChanged ? setLeaving(true) : onClose())}>{isChanged ? 'Discard' : 'Close'}</Button>
          <Button kind="primary" disabled={!isSound || !isChanged} onClick={() => setReviewing(true)}>
            Review and save
          </Button>
        </div>
      </div>
      <TextEditor
        label={`The text of ${path}`}
        text={text}
        onInput={setText}
        faults={faults}
        warnings={warnings}
        rows={22}
        fieldRef={field}
      />
      <section class="editor-state" aria-live="polite">
        {answer?.ok === false ? <p class="error-text">{answer.error}</p> : null}
        {checked !== null && faults.length === 0 ? (
          <p class="small">
            <span class="ok-text">No faults.</span>{' '}
            <span class="muted">
              {checked.rules} {checked.rules === 1 ? 'rule' : 'rules'}.
            </span>
          </p>
        ) : null}
        <FaultList faults={faults} onChoose={({ line, column }) => goTo(field.current, line, column)} />
        <FaultList
          faults={warnings}
          kind="warning"
          onChoose={({ line, column }) => goTo(field.current, line, column)}
        />
      </section>
      {isSound && isChanged ? (
        <section
          class={replayed.isPending ? 'panel flush replay pending' : 'panel flush replay'}
          aria-label="Past calls"
        >
          <h2>Past calls with this text</h2>
          {replay === null ? <p class="muted small">Judging past calls again…</p> : <ReplayTable replay={replay} />}
        </section>
      ) : null}
      {isLeaving ? (
        <Dialog
          title="Discard your changes?"
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>Keep editing</Button>
              <Button kind="no" onClick={onClose}>
                Discard
              </Button>
            </>
          }
        >
          <p>The file stays as it is. Your text is lost.</p>
        </Dialog>
      ) : null}
      {isReviewing && checked !== null ? (
        <SaveDialog
          file={file}
          text={text}
          checked={checked}
          replay={replay}
          onClose={() => setReviewing(false)}
          onSaved={onSaved}
          onReload={onReload}
        />
      ) : null}
    </div>
  )
}
