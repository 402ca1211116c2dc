import type { GenericSchema } from 'valibot'
import { isObject, type JsonObject, takeJson } from '../../core/json.ts'

/** The JSON Schema of a tool's input, as models take it. Checks that JSON Schema cannot express are left to the tool. */
export async function modelSchema(input: GenericSchema<unknown, unknown>): Promise<JsonObject> {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const { $schema: _, ...schema } = toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' })
  const taken = takeJson(schema)
  return taken.ok && isObject(taken.value) ? taken.value : { type: 'object' }
}
