import { describe, expect, test } from 'vitest'
import { isObject, own } from '../../src/core/json.ts'
import { openSkills } from '../../src/io/skills/skill-folders.ts'
import { builtInTools } from '../../src/runtime/tools/built-in-tools.ts'
import { modelSchema } from '../../src/runtime/tools/model-schema.ts'
import { fakeClock } from '../../src/testing.ts'
import { openGate } from '../requirements/open-gate.ts'

const { gate } = openGate({ place: { runner: 'sallyport' } })
const skills = { skills: openSkills([]), runCommand: async () => ({ text: '' }) }
const tools = builtInTools({ human: null, clock: fakeClock(), humanTimeoutMs: null, skills })

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

test('the documents name these tools, and each exists', () => {
  const named =
    'file_read file_write read_file list_dir grep_files apply_patch ask_human request_user_input update_plan skill_exec skill_ref_read view_image web_search'
  const names = tools.map(({ name }) => name)
  expect(named.split(' ').filter(name => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
