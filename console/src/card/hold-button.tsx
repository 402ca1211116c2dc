import { useEffect, useReducer, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { type HoldEvent, holdAfter, holdMs, holdWord, isWord } from './hold.ts'

interface HoldButtonProps {
  readonly disabled: boolean
  readonly onDone: () => void
}

/** Approves a grave question: hold the button, with the pointer or the space bar, or type the word. Enter does nothing. */
export function HoldButton({ disabled, onDone }: HoldButtonProps) {
  const [hold, send] = useReducer(holdAfter, { state: 'idle' })
  const word = useRef<HTMLInputElement>(null)
  const at = (type: 'pressed' | 'released'): HoldEvent => ({ type, at: performance.now() })
  useEffect(() => {
    if (hold.state === 'done') onDone()
    if (hold.state === 'typing') word.current?.focus()
    if (hold.state !== 'holding') return
    const timer = setTimeout(() => send({ type: 'ticked', at: hold.since + holdMs }), holdMs)
    return () => clearTimeout(timer)
  }, [hold.state])

  if (hold.state === 'typing')
    return (
      <div class="hold-word">
        <label>
          Type <strong>{holdWord}</strong> to confirm
          <input
            ref={word}
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={hold.text}
            onInput={event => send({ type: 'typed', text: event.currentTarget.value })}
          />
        </label>
        <Button
          kind="yes"
          ignoresEnter
          disabled={disabled || !isWord(hold.text)}
          onClick={() => send({ type: 'confirmed' })}
        >
          Approve once
        </Button>
      </div>
    )
  return (
    <button
      type="button"
      class={`button yes hold ${hold.state}`}
      disabled={disabled}
      title="Hold the button, or click it and type the word"
      onPointerDown={event => {
        if (event.button === 0) send(at('pressed'))
      }}
      onPointerUp={() => send(at('released'))}
      onPointerLeave={() => send({ type: 'left' })}
      onPointerCancel={() => send({ type: 'left' })}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={event => {
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === ' ' && !event.repeat) send(at('pressed'))
      }}
      onKeyUp={event => {
        if (event.key === ' ') send(at('released'))
      }}
      onBlur={() => send({ type: 'left' })}
      onClick={event => {
        // A screen reader clicks without pressing.
        if (event.detail === 0 && hold.state === 'idle') {
          send(at('pressed'))
          send(at('released'))
        }
      }}
    >
      Hold to approve once
    </button>
  )
}
