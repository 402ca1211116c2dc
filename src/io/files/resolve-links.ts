import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode } from '../journal/journal-disk.ts'

/** The real path behind links, whether or not it exists yet. Throws all other file system errors. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
  }
  const folder = resolveLinks(dirname(path))
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? resolveLinks(resolve(folder, readlinkSync(path))) : join(folder, basename(path))
}
