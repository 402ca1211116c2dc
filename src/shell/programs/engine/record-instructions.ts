import type { Run } from '../../../core/effect.ts'
import { limits } from '../../../core/limits.ts'
import { spreadingOrder } from '../../../core/spreading-text.ts'
import type { Recorder } from '../../frame/recorder.ts'
import { buildServerOrder } from '../../output/build-orders.ts'
import { type LiteralOutput, literalOutput } from '../../output/literal-output.ts'
import type { ProgramCall } from './program-call.ts'

/**
 * Records text that tells its readers, a build server or other agents, to act. Output of the project's own scripts is
 * exempt.
 */
export function recordInstructions(run: Run, { frame, change, opaque }: ProgramCall): void {
  const { isProject, looksAhead, recorder } = frame
  const given = isProject || looksAhead ? null : literalOutput(run, frame)
  if (given === null || !isNew(given, recorder)) return
  if (recorder.told.chars > limits.toldText) return opaque('too much text to check')
  const order = given.isShown ? buildServerOrder(given.text) : null
  if (order !== null) change('build/steer', order)
  const spreading = spreadingOrder(given.text)
  if (spreading !== null) change('agents/spread', spreading)
}

/** A call may print the same text many times; it is only checked once. */
function isNew({ text, isShown }: LiteralOutput, { told }: Recorder): boolean {
  const before = told.texts.get(text)
  if (before === true || before === isShown) return false
  told.texts.set(text, isShown)
  told.chars += text.length
  return true
}
