import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { policyJsonSchema } from '../../../scripts/policy-schema.ts'

it('the published JSON Schema is the one that the reader validates with (else run scripts/policy-schema.ts)', () => {
  expect(readFileSync('schema/policy.schema.json', 'utf8')).toBe(policyJsonSchema())
})

it('every key has a description', () => {
  const silent: string[] = []
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (path.endsWith('.properties') && !JSON.stringify(value).includes('"description"'))
        silent.push(`${path}.${key}`)
      visit(value, `${path}.${key}`)
    }
  }
  visit(JSON.parse(policyJsonSchema()), '')
  expect(silent).toEqual([])
})

it('no map of the schema accepts unknown keys', () => {
  const schema = policyJsonSchema()
  const maps = schema.match(/"properties": \{/g) ?? []
  expect(schema.match(/"additionalProperties": false/g)).toHaveLength(maps.length)
  expect(maps.length).toBeGreaterThanOrEqual(7)
})
