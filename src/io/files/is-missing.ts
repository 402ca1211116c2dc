import { statSync } from 'node:fs'

/**
 * Whether nothing lies at the path. Asked before a file is read that most people do not have: the error that reading it would
 * throw takes longer to make than a look. Throws what else goes wrong: a file that cannot be looked at may be there.
 */
export const isMissing = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined
