import { isKnown, type Word } from '../../../core/word.ts'
import { sensitiveBelow } from '../../frame/file-below.ts'
import { locateAll } from '../../frame/touch.ts'
import type { ProgramCall } from './program-call.ts'

/**
 * A program that rewrites every file below a directory also rewrites the protected ones: `gzip -r .` replaces `.git/config`.
 * `chmod -R` leaves the content as it is.
 */
export function changeBelow(directory: Word, call: ProgramCall): void {
  const { frame, name } = call
  if (frame.where.at !== 'local' || name === 'chmod') return
  for (const { path } of locateAll({ kind: 'write', path: directory, how: 'operand' }, frame)) {
    const found = isKnown(path) ? sensitiveBelow(path, 'change', frame) : null
    if (found !== null) call.touch('write', found, 'recursive')
  }
}
