import { ToolFailure } from '../../../gate/tool-failure.ts'
import { MovedPath } from '../../../io/files/held-directory.ts'
import { WrongKind } from '../../../io/files/held-file.ts'

/** Runs a tool's work on files and turns the errors of the file system into failures that a model understands. */
export async function withFiles<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof MovedPath || error instanceof WrongKind) return new ToolFailure('validation', error.message)
  if (!(error instanceof Error) || !('code' in error)) return error
  const path = 'path' in error && typeof error.path === 'string' ? plainPath(error.path) : 'the path'
  if (error.code === 'ENOENT') return new ToolFailure('not_found', `${path} does not exist`)
  if (error.code === 'ENOTDIR') return new ToolFailure('validation', `${path} is not a directory`)
  const known = words.get(String(error.code))
  return known === undefined ? error : new ToolFailure('tool_failed', `${path}: ${known}`)
}

/** `/proc/self/fd/7/a.ts` is the name by which the tool opened `a.ts`. */
const plainPath = (path: string): string => `\`${path.replace(/^\/proc\/self\/fd\/\d+\//, '')}\``

const words = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left on the device'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many files are open'],
  ['EEXIST', 'it exists already'],
  ['EISDIR', 'it is a directory'],
])
