import { signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'sallyport.theme'

export const theme = signal<Theme>(stored())

/** Applies the stored choice. Without one, the page follows the system. */
export function startTheme(): void {
  apply(theme.value)
}

/** The next theme of the switch. */
export function switchTheme(): void {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  theme.value = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Storage may be blocked; the choice then lasts until the page is closed.
  }
  apply(next)
}

function apply(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}

function stored(): Theme {
  try {
    const text = localStorage.getItem(key)
    return themes.find(name => name === text) ?? 'system'
  } catch {
    return 'system'
  }
}
