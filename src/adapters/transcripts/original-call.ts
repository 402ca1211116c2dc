import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { readFencedText } from '../../io/contain/fenced-form.ts'
import type { MadeCall } from './transcript.ts'

/** The inputs in which clients send shell text. */
const textKeys = ['command', 'cmd'] as const

/**
 * The call as the agent made it. Some clients write down the fenced form of a contained call; only a form with our own runner is
 * one. INVARIANT: a form with another runner is kept as it is and marked, because the gate never answers with one.
 */
export function originalCall(call: MadeCall, runner: string): MadeCall {
  const { input } = call
  if (!isObject(input)) return call
  const key = textKeys.find(one => typeof input[one] === 'string')
  const form = key === undefined ? null : readFencedText(String(input[key]))
  if (key === undefined || form === null) return call
  return form.runner === runner
    ? { ...call, input: withText(input, key, form.original) }
    : { ...call, hasForeignRunner: true }
}

const withText = (input: JsonObject, key: string, text: string): Json => ({ ...input, [key]: text })
