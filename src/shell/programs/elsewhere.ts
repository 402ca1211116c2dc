import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { isInstalledForAll } from '../installed.ts'
import { locateAll } from '../touch.ts'
import { cutPrefix } from './arguments.ts'
import type { ProgramCall } from './run.ts'

/**
 * Whether a word names something that neither the project nor an installation brought: `--file=/tmp/x.js`, `-I../../x`,
 * `a.jar:/tmp/x`, `file:///tmp/x`. Where a program runs code, that may be code too, or a file that is written.
 */
export function namesElsewhere(word: Word, cwd: Word | null, call: ProgramCall): boolean {
  return isKnown(word)
    ? word
        .replaceAll(/\bfile:\/\/(?=\/)/g, '')
        .split(/[:;,]/)
        .some(part => leadsElsewhere(part, cwd, call))
    : leadsElsewhere(word, cwd, call)
}

function leadsElsewhere(part: Word, cwd: Word | null, call: ProgramCall): boolean {
  const before = beforePath.exec(knownPrefix(part))?.[0]
  if (before === undefined || call.frame.where.at !== 'local') return false
  const path = cutPrefix(part, before.length)
  if (isKnown(path) && isInstalledForAll(path)) return false
  const request = { kind: 'read', path, how: 'operand', ...(cwd === null ? {} : { cwd }) } as const
  return locateAll(request, call.frame).some(
    ({ zone, path: found }) => zone !== 'workspace' && !/^\/dev\/\w+$/.test(wordText(found)),
  )
}

/** What stands before a path: nothing, an option's letter, names and `=`. `//` begins none. */
const beforePath = /^(?:-[A-Za-z]|(?:[^/=]*=)+)?(?=\/(?!\/)|~\/|(?:[^/=]+\/)*\.\.(?:\/|$))/
