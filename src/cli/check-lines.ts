import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { limits } from '../core/limits.ts'
import { refusal } from '../judge.ts'
import type { Decider } from './decider.ts'
import { exitCodes } from './exit-codes.ts'
import { verdictJson } from './verdict-json.ts'

/** One call a line in, one verdict a line out, in the same order. A bad line is a deny, and the rest goes on. */
export async function checkLines(
  decider: Decider,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<number> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const { id, verdict } = await decideLine(decider, line)
    const isFlowing = output.write(`${JSON.stringify({ id, ...verdictJson(verdict) })}\n`)
    if (!isFlowing) await once(output, 'drain')
  }
  return exitCodes.allow
}

async function decideLine(decider: Decider, line: string) {
  if (line.length > limits.lineBytes)
    return {
      id: null,
      verdict: refusal({ code: 'input_too_large', message: `the line is longer than ${limits.lineBytes} characters` }),
    }
  let call: unknown
  try {
    call = JSON.parse(line)
  } catch {
    return { id: null, verdict: refusal({ code: 'validation', message: 'the line is not valid JSON' }) }
  }
  return { id: idOf(call), verdict: (await decider.decide(call)).verdict }
}

function idOf(call: unknown): string | number | null {
  if (typeof call !== 'object' || call === null || !Object.hasOwn(call, 'id') || !('id' in call)) return null
  return typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
}
