import { signal } from '@preact/signals'
import type { RequestError } from '../api.ts'
import { Icon } from './icons.tsx'

interface Shown {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'no'
}

const shown = signal<readonly Shown[]>([])
const spoken = signal('')
let count = 0

/** Shows a short message, which screen readers read out. */
export function toast(text: string, tone: Shown['tone'] = 'plain'): void {
  count += 1
  const id = count
  shown.value = [...shown.value.slice(-2), { id, text, tone }]
  setTimeout(() => dismiss(id), tone === 'no' ? 8000 : 4000)
}

export const toastError = ({ error }: RequestError): void => toast(error, 'no')

/** Says something to screen readers only. */
export function announce(text: string): void {
  spoken.value = text
}

const dismiss = (id: number): void => {
  shown.value = shown.value.filter(one => one.id !== id)
}

export const Toasts = () => (
  <>
    <div class="visually-hidden" aria-live="polite">
      {spoken.value}
    </div>
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast ${tone}`}>
          {text}
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="cross" size={14} />
          </button>
        </div>
      ))}
    </div>
  </>
)
