import type { Interpreter } from '../frame/interpreter.ts'
import { startProgram } from './command.ts'
import { runText } from './run-text.ts'
import { substitute, substituteNumber } from './substitution.ts'
import { variableRisk } from './variable-risk.ts'
import { walkSubstitution } from './walk.ts'

/** The interpreter as every frame carries it. */
export const interpreter: Interpreter = {
  runText,
  startProgram,
  substitute,
  substituteNumber,
  judgeVariable: variableRisk,
  walkSubstitution,
}
