import { isKnown, joinWords, type Word } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

type Start = ProgramCall['start']

/** A table whose operands are a command, started by `by` instead of directly. */
const startingBy = (table: Program, by: (call: ProgramCall) => Start): Program => ({
  ...table,
  custom: call => {
    const inner = { ...call, start: by(call) }
    if (table.custom === undefined) applyTable(table, inner)
    else table.custom(inner)
  },
})

/** Passes the words to a shell, so one of them may be a whole command line: `watch 'ls | wc -l'`. */
export const startsByShell = (table: Program): Program =>
  startingBy(
    table,
    call => (words, link, options) =>
      call.start(words.some(isShellText) ? ['sh', '-c', joinWords(words)] : words, link, options),
  )

/** Starts a program that the project builds, unless the name is that of a known program: `dune exec -- rm x`. */
export const startsByProject = (table: Program): Program =>
  startingBy(table, call => (words, link, options) => {
    const [first = ''] = words
    if (isOwnName(first, call)) call.project(options?.cwd ?? null)
    else call.start(words, link, options)
  })

export const isShellText = (word: Word): boolean => isKnown(word) && /[\s|;&<>$`()]/.test(word)

const isOwnName = (word: Word, { findProgram }: ProgramCall): boolean =>
  isKnown(word) && /^[\w.-]+$/.test(word) && findProgram(word) === null
