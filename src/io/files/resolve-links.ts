import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode } from '../journal/journal-disk.ts'

/** Where a path leads to through links, whether or not something lies there yet. Throws what else the file system throws. */
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
