import { statSync } from 'node:fs'

/**
 * Whether there is nothing at the path. Used before reading a file that most people do not have, because this check is faster than
 * the error that reading would throw. Throws all other errors: a file that cannot be examined may exist.
 */
export const isMissing = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined
