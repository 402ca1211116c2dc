import { readFileSync } from 'node:fs'
import { sha256 } from '../../core/digest.ts'
import { isObject } from '../../core/json.ts'
import { isMissing } from '../files/is-missing.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import type { SettingsChange } from './settings-file.ts'

/** The contents of a settings file before Sallyport first changed it, so that it can be restored exactly. */
export interface Original {
  /** Null if there was no file. */
  readonly before: string | null
  /** The digest of the text that Sallyport last wrote to the file. */
  readonly written: string
}

/** The stored original of a settings file; undefined if it is unknown. */
export const readOriginal = (store: string, path: string): Original | undefined => readAll(store).get(path)

interface Writing extends SettingsChange {
  /** Whether the text before already contains our hook, so that it is not the original. */
  readonly holdsOurs: boolean
}

/** Call this before writing the file: storing an original that is never needed does no harm. */
export function keepOriginal(store: string, { path, before, after, holdsOurs }: Writing): void {
  const known = readOriginal(store, path)
  const written = sha256(after ?? '')
  if (!holdsOurs) change(store, path, { before, written })
  // After a change by others, the original can no longer be restored as a whole.
  else if (known !== undefined && sha256(before ?? '') === known.written) change(store, path, { ...known, written })
}

export const forgetOriginal = (store: string, path: string): void => change(store, path, null)

/** Whether a text is exactly what we wrote, so that replacing it loses no one else's changes. */
export const isAsWritten = (text: string, { written }: Original): boolean => sha256(text) === written

function change(store: string, path: string, original: Original | null): void {
  const all = new Map(readAll(store))
  if (original !== null) all.set(path, original)
  else if (!all.delete(path)) return
  writeAtomic(store, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}

function readAll(store: string): ReadonlyMap<string, Original> {
  try {
    const value: unknown = isMissing(store) ? {} : JSON.parse(readFileSync(store, 'utf8'))
    return new Map(
      Object.entries(isObject(value) ? value : {}).flatMap(([path, entry]) => {
        const { before, written } = isObject(entry) ? entry : {}
        const isGood = (before === null || typeof before === 'string') && typeof written === 'string'
        return isGood ? [[path, { before, written }] as const] : []
      }),
    )
  } catch {
    return new Map()
  }
}
