import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import type { Frame } from '../../frame/frame.ts'
import { locateAll } from '../../frame/touch.ts'
import { isInstalledForAll } from '../../provenance/installed.ts'
import { cutPrefix } from './arguments.ts'

/**
 * Whether a word names a path outside the project and outside installed software: `--file=/tmp/x.js`, `-I../../x`,
 * `a.jar:/tmp/x`, `-r /tmp/x`, `{"setup":"/tmp/x"}`, `file:///tmp/x`. For a program that runs code, that file may be code
 * to run or a file to write.
 */
export function namesOutsideCode(word: Word, cwd: Word | null, frame: Frame): boolean {
  return isKnown(word)
    ? word
        .replaceAll(/\bfile:\/\/(?=\/)/g, '')
        .split(/[:;,\s"'{}]/)
        .some(part => leadsElsewhere(part, cwd, frame))
    : leadsElsewhere(word, cwd, frame)
}

function leadsElsewhere(part: Word, cwd: Word | null, frame: Frame): boolean {
  const before = beforePath.exec(knownPrefix(part))?.[0]
  if (before === undefined || frame.where.at !== 'local') return false
  const path = cutPrefix(part, before.length)
  if (isKnown(path) && isInstalledForAll(path)) return false
  const request = { kind: 'read', path, how: 'operand', ...(cwd === null ? {} : { cwd }) } as const
  return locateAll(request, frame).some(
    ({ zone, path: found }) => zone !== 'workspace' && !/^\/dev\/\w+$/.test(wordText(found)),
  )
}

/** The part before a path: empty, an option's letter, or names with `=`. `//` does not begin a path. */
const beforePath = /^(?:-[A-Za-z]|(?:[^/=]*=)+)?(?=\/(?!\/)|~\/|(?:[^/=]+\/)*\.\.(?:\/|$))/
