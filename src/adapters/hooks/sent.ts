import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, own } from '../../core/json.ts'

/** A field that a client always sends: its absence means that the dialect has changed. */
export function textOf(sent: JsonObject, key: string): Result<string> {
  const value = own(sent, key)
  return typeof value === 'string' && value !== ''
    ? ok(value)
    : fail('validation', `the client sent no \`${key}\`, which it should`)
}

export function inputOf(sent: JsonObject, key: string): Result<JsonObject> {
  const value = own(sent, key)
  return isObject(value) ? ok(value) : fail('validation', `the client sent no \`${key}\`, which it should`)
}
