import type { CommandExpansionPart } from 'unbash'
import type { Effect } from '../../core/effect.ts'
import type { Hole } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import type { Piece, SubstitutionNode } from '../frame/interpreter.ts'
import { printsOwnProcesses } from '../output/own-processes.ts'
import { printedFiles, printsHash, printsNames, printsOneName } from '../output/printed-names.ts'
import { printsNumber } from '../output/printed-number.ts'
import { printedText } from '../output/printed-text.ts'
import { temporaryName } from '../output/temporary-name.ts'
import { isFetch } from '../provenance/introduced-code.ts'
import { outputOf } from './command-output.ts'
import { walkSubstitution } from './walk.ts'

/** The value of a command substitution: its output if that is certain, file names, or unknown words. */
export function substitute(part: CommandExpansionPart, frame: Frame): Piece {
  const before = frame.recorder.effects.length
  walkSubstitution(part, frame)
  const text = part.script === undefined ? null : outputOf(part.script, frame)
  if (text !== null) return { parts: [text.replace(/\n+$/, '')], splits: true }
  const effects = frame.recorder.effects.slice(before)
  const temporary = temporaryName(effects, part.text, frame.scope)
  if (temporary !== null) return fixed(...temporary)
  const hole = printedHole(part, effects, frame)
  return fixed(effects.some(isFetch) ? { ...hole, fetched: true } : hole)
}

function printedHole({ text, script }: CommandExpansionPart, effects: readonly Effect[], frame: Frame): Hole {
  if (script === undefined) return { hole: text, yields: 'words', mayRun: true, mayBeOption: true }
  if (printsOwnProcesses(script, effects)) return { hole: text, yields: 'words', ownProcess: true }
  if (printsNumber(script, effects)) return { hole: text, yields: 'number' }
  const name = printsOneName(script, effects)
  if (name !== null)
    return { hole: text, yields: name, mayRun: true, ...(printsHash(script, effects) ? { sample: '0a1b2c3' } : {}) }
  const held = printedText(script, effects, frame)
  if (held !== null) return heldHole(text, held)
  const listed = printedFiles(script, effects)
  if (listed !== null) return { hole: text, yields: 'files', listed, mayRun: true }
  const hole: Hole = { hole: text, yields: 'words', mayRun: true }
  return printsNames(script, effects) ? hole : { ...hole, mayBeOption: true }
}

/** The contents of a project file, which may change at any time: a sample, not a certain value. */
function heldHole(hole: string, sample: string): Hole {
  const yields = /^\d+$/.test(sample) ? 'number' : /^\w[\w.+-]*$/.test(sample) ? 'name' : 'words'
  const mayBeOption = /(^|\s)-/.test(sample)
  return { hole, yields, sample, mayRun: true, ...(mayBeOption ? { mayBeOption } : {}) }
}

/** Walks a command substitution inside arithmetic and returns whether it can only print a number. */
export function substituteNumber(node: SubstitutionNode, frame: Frame): boolean {
  const before = frame.recorder.effects.length
  walkSubstitution(node, frame)
  return node.script !== undefined && printsNumber(node.script, frame.recorder.effects.slice(before))
}

const fixed = (...parts: readonly (string | Hole)[]): Piece => ({ parts, splits: false })
