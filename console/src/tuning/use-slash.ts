import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { isTextField } from '../pages/inbox/text-field.ts'

/** `/` moves the focus to a field and selects its text. */
export function useSlash(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [field])
}
