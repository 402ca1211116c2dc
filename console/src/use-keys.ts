import { useEffect, useRef } from 'preact/hooks'
import { isTextField } from './pages/inbox/text-field.ts'

/** Keys of a page. They are dead in text fields, with modifiers and while a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
      if (document.querySelector('dialog[open]') !== null || !Object.hasOwn(latest.current, event.key)) return
      event.preventDefault()
      latest.current[event.key]?.()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
