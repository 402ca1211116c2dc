import { resolvePath } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import type { ProgramCall } from './program-call.ts'
import { readFilesFromStdin } from './stdin-words.ts'

/** Reads a list of file names, and the files that it names: `sort --files0-from=list`. `-` is standard input. */
export function readListed(list: Word, call: ProgramCall): void {
  if (list === '-') return readFilesFromStdin(call)
  call.touch('read', list, 'list of files')
  const texts = places(call.frame.scope).map(place => listText(placeFrom(place, list), call))
  for (const text of texts)
    if (text === null) call.opaque(`the files that \`${wordText(list)}\` lists are only known at run time`)
    else for (const name of text.split(/[\0\n]/).filter(one => one !== '')) call.touch('read', name, 'list of files')
}

/** The text of the list: as the call wrote it, or as it is on disk; null if it is unknown. */
function listText(path: Word, { frame }: ProgramCall): string | null {
  if (!isKnown(path) || frame.where.at !== 'local') return null
  const file = resolvePath('/', path)
  const written = introducedAt(file, frame)
  return written === null ? frame.world.facts.text(file) : written.text
}
