import { resolveLinks } from '../files/resolve-links.ts'
import { addStrings, dropStrings, readStrings } from './string-list.ts'

/** The settings files that contain the hook, and the targets of those that are links. Agents may not change them. */
export const readInstalled = (store: string): readonly string[] => readStrings(store)

export const addInstalled = (store: string, file: string): void => addStrings(store, bothNames(file))

export const dropInstalled = (store: string, file: string): void => dropStrings(store, bothNames(file))

function bothNames(file: string): readonly string[] {
  try {
    return [file, resolveLinks(file)]
  } catch {
    return [file]
  }
}
