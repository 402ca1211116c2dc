import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** The buttons. The first one gets the focus unless a child has `autofocus`. */
  readonly actions?: ComponentChildren
  readonly wide?: boolean
}

/** A modal dialog. It is open as long as it is rendered; Escape and a click beside it close it. */
export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element closes on Escape by itself, which fires `cancel`
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === element.current) onClose()
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        <div class="dialog-content">{children}</div>
        {actions === undefined ? null : <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}
