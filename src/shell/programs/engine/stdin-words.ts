import { type Hole, isKnown, makeWord, type Word } from '../../../core/word.ts'
import type { Stdin } from '../../frame/frame.ts'
import type { ProgramCall } from './program-call.ts'

/** The words on standard input: certain ones, names of files, or unknown ones; null if standard input is not connected. */
export function stdinWords(stdin: Stdin): readonly Word[] | null {
  if (stdin.from === 'nothing') return null
  if (stdin.from === 'text' && isKnown(stdin.text)) return stdin.text.split(/\s+/).filter(word => word !== '')
  if (stdin.from !== 'pipe') return anyWords
  if (stdin.ownProcesses === true) return [{ parts: [{ hole: '{}', yields: 'words', ownProcess: true }] }]
  if (!stdin.names) return anyWords
  const { lists } = stdin
  return [
    { parts: [lists === null ? { hole: '{}', yields: 'words' } : { hole: '{}', yields: 'files', listed: lists }] },
  ]
}

/** Unknown words, which may be options. */
export const anyWords: readonly Word[] = [{ parts: [{ hole: '{}', yields: 'words', mayBeOption: true }] }]

/** Files whose names come through standard input: `cpio -o`, `tar -T -`, `zip -@`. */
export function readFilesFromStdin(call: ProgramCall): void {
  for (const word of stdinWords(call.frame.stdin) ?? []) call.touch('read', word, 'standard input')
}

/** A whole line replaces the placeholder. */
export const asOneWord = (word: Word): Word =>
  isKnown(word)
    ? word
    : makeWord(word.parts.map(part => (typeof part === 'string' ? part : { ...part, yields: oneFor(part.yields) })))

const oneFor = (yields: Hole['yields']): Hole['yields'] =>
  yields === 'words' ? 'text' : yields === 'files' ? 'file' : yields
