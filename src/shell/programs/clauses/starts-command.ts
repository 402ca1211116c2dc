import { isKnown, joinWords, type Word } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

type Start = ProgramCall['start']

/** A table whose operands are a command that it starts in a way of its own. */
const startingBy = (table: Program, by: (call: ProgramCall) => Start): Program => ({
  ...table,
  custom: call => {
    const inner = { ...call, start: by(call) }
    if (table.custom === undefined) applyTable(table, inner)
    else table.custom(inner)
  },
})

/** The words are handed to a shell, so that one of them may be a whole text: `watch 'ls | wc -l'`. */
export const startsByShell = (table: Program): Program =>
  startingBy(
    table,
    call => (words, link, options) =>
      call.start(words.some(isShellText) ? ['sh', '-c', joinWords(words)] : words, link, options),
  )

/** The words start what the project builds, unless a program is known by that name: `dune exec -- rm x`. */
export const startsByProject = (table: Program): Program =>
  startingBy(table, call => (words, link, options) => {
    const [first = ''] = words
    if (isOwnName(first, call)) call.project(options?.cwd ?? null)
    else call.start(words, link, options)
  })

export const isShellText = (word: Word): boolean => isKnown(word) && /[\s|;&<>$`()]/.test(word)

const isOwnName = (word: Word, { findProgram }: ProgramCall): boolean =>
  isKnown(word) && /^[\w.-]+$/.test(word) && findProgram(word) === null
