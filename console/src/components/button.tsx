import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { KeyHint } from './key-hint.tsx'

type ButtonKind = 'plain' | 'primary' | 'yes' | 'no' | 'quiet'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  /** The key that does the same; shown beside the text. */
  readonly hint?: string
  /** Whether Enter presses it. An approval must not hang on Enter, which people press without looking. */
  readonly ignoresEnter?: boolean
  readonly children: ComponentChildren
}

export function Button({ kind = 'plain', hint, ignoresEnter = false, children, class: more, ...rest }: ButtonProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (ignoresEnter && event.key === 'Enter') event.preventDefault()
  }
  return (
    <button
      type="button"
      {...(ignoresEnter ? { onKeyDown } : {})}
      {...rest}
      class={`button ${kind} ${typeof more === 'string' ? more : ''}`}
      {...(hint === undefined ? {} : { 'aria-keyshortcuts': hint })}
    >
      {children}
      {hint === undefined ? null : <KeyHint keys={hint} />}
    </button>
  )
}
