import { once } from 'node:events'
import type { Fault } from '../../core/fault.ts'
import { verdictJson } from '../../explain/verdict-json.ts'
import { refusal } from '../../gate/judge.ts'
import type { Decider } from '../../io/policies/decider.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { readLines } from './read-lines.ts'

/** Reads one call per line and writes one verdict per line, in the same order. An invalid line gets a deny. */
export async function checkLines(
  decider: Decider,
  input: AsyncIterable<Buffer | string>,
  output: NodeJS.WritableStream,
): Promise<number> {
  for await (const line of readLines(input)) {
    if ('text' in line && line.text.trim() === '') continue
    const { id, verdict } = 'text' in line ? await decideLine(decider, line.text) : refused(line.fault)
    const isFlowing = output.write(`${JSON.stringify({ id, ...verdictJson(verdict) })}\n`)
    // It rejects if the reader has closed the pipe.
    if (!isFlowing) await once(output, 'drain').catch(() => undefined)
    if (!output.writable) break
  }
  return exitCodes.allow
}

const refused = (fault: Fault) => ({ id: null, verdict: refusal(fault) })

async function decideLine(decider: Decider, line: string) {
  let call: unknown
  try {
    call = JSON.parse(line)
  } catch {
    return refused({ code: 'validation', message: 'the line is not valid JSON' })
  }
  return { id: idOf(call), verdict: (await decider.decide(call)).verdict }
}

function idOf(call: unknown): string | number | null {
  if (typeof call !== 'object' || call === null || !Object.hasOwn(call, 'id') || !('id' in call)) return null
  return typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
}
