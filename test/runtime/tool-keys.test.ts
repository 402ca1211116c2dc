import { describe, expect, test } from 'vitest'
import { isObject, own } from '../../src/core/json.ts'
import { fileTools } from '../../src/runtime/tools/files/file-tools.ts'
import { modelSchema } from '../../src/runtime/tools/model-schema.ts'
import { openGate } from '../requirements/open-gate.ts'

const { gate } = openGate({ place: { runner: 'sallyport' } })
const tools = fileTools()

describe('the gate knows every input key of a built-in tool', () => {
  test.each(tools.map(tool => [tool.name, tool] as const))('%s', async (name, tool) => {
    const properties = own(await modelSchema(tool.input), 'properties') ?? null
    if (!isObject(properties)) throw new Error(`${name} has no properties`)
    const keys = [...Object.keys(properties), ...tool.otherKeys]
    expect(keys.length).toBeGreaterThan(0)
    // A key that the gate does not know is a fault by itself; a missing key is another one.
    const unknown = keys.filter(key => gate.judge({ tool: name, input: { [key]: null } }).code === 'unknown_key')
    expect(unknown).toEqual([])
  })
})
