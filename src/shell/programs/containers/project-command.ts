import { baseName } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { runFrontScript } from '../languages/front-scripts.ts'
import { installedProgram } from '../shared/fetched-package.ts'

/**
 * The command behind one in a project's container that starts a project file: a known program by its name (`bin/rails
 * test`), no words for an unknown one (`./scripts/test.sh`), or null for any other command.
 */
export function projectCommand([first = '', ...rest]: readonly Word[], call: ProgramCall): readonly Word[] | null {
  const program = wordText(first)
  if (!isKnown(first)) return null
  if (isOwnPath(first) && first.includes('/')) {
    runFrontScript(first, rest, call)
    return named(baseName(first), rest, call)
  }
  if (program === 'npx') {
    const local = installedProgram({ args: rest, frame: call.frame })
    return local === null ? null : named(baseName(local.program), local.args, call)
  }
  const [file = '', ...args] = rest
  if (!interpreters.test(program) || !isOwnPath(file)) return null
  runFrontScript(file, args, call)
  return named(baseName(wordText(file)), args, call)
}

const named = (name: string, args: readonly Word[], { findProgram }: ProgramCall): readonly Word[] =>
  findProgram(name) === null ? [] : [name, ...args]

const interpreters = /^(python3?|php|ruby|node|sh|bash)$/

/** A path below the working directory. */
const isOwnPath = (word: Word): boolean =>
  isKnown(word) && /^[\w.][\w./-]*$/.test(word) && !word.split('/').includes('..')
