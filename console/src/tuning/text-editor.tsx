import type { Ref } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { TextFault } from '../../../src/server/tuning/shapes.ts'

interface TextEditorProps {
  readonly label: string
  readonly text: string
  readonly onInput: (text: string) => void
  readonly faults: readonly TextFault[]
  readonly warnings?: readonly TextFault[]
  readonly rows?: number
  readonly fieldRef?: Ref<HTMLTextAreaElement>
}

/**
 * A text field with line numbers, which are marked where a fault is. Tab writes two spaces; after Escape, Tab leaves the field, so
 * that the keyboard is never caught.
 */
export function TextEditor({ label, text, onInput, faults, warnings = [], rows = 18, fieldRef }: TextEditorProps) {
  const id = useId()
  const gutter = useRef<HTMLDivElement>(null)
  const leaves = useRef(false)
  const count = text.split('\n').length
  const faulty = new Set(faults.map(({ line }) => line))
  const doubtful = new Set(warnings.map(({ line }) => line))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') leaves.current = true
    else if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      !leaves.current &&
      event.currentTarget instanceof HTMLTextAreaElement
    ) {
      event.preventDefault()
      const field = event.currentTarget
      field.setRangeText('  ', field.selectionStart, field.selectionEnd, 'end')
      onInput(field.value)
    } else if (event.key !== 'Shift') leaves.current = false
  }
  return (
    <div class="editor">
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <div class="editor-lines" ref={gutter} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => {
          const line = index + 1
          return (
            <div key={line} class={faulty.has(line) ? 'line faulty' : doubtful.has(line) ? 'line doubtful' : 'line'}>
              {line}
            </div>
          )
        })}
      </div>
      <textarea
        id={id}
        {...(fieldRef === undefined ? {} : { ref: fieldRef })}
        class="mono"
        rows={rows}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-hint`}
        value={text}
        onInput={event => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onScroll={event => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop
        }}
      />
      <span id={`${id}-hint`} class="visually-hidden">
        Press Escape and then Tab to leave the field.
      </span>
    </div>
  )
}

/** Moves the cursor to a line and column, both from 1, and shows it. */
export function goTo(field: HTMLTextAreaElement | null, line: number, column: number): void {
  if (field === null) return
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const end = start + (lines[line - 1]?.length ?? 0)
  field.focus()
  field.setSelectionRange(Math.min(start + column - 1, end), end)
  field.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / Math.max(lines.length, 1)))
}
