import { writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { policySchema } from '../src/policy/schema/schema.ts'

/**
 * The JSON Schema for editors, generated from the schema with which policies are validated. To write it:
 * npx esbuild scripts/policy-schema.ts --bundle --packages=external --platform=node --format=esm | node --input-type=module - --write
 */
export function policyJsonSchema(): string {
  const schema = toJsonSchema(policySchema, {
    // The output type of a pipe describes what a file may contain; reading only turns single values into lists.
    typeMode: 'output',
    ignoreActions: ['check', 'raw_check', 'transform'],
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'loose_object'
        ? { ...jsonSchema, additionalProperties: false, ...dependenciesOf(jsonSchema.properties ?? {}) }
        : undefined,
  })
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** Keys that require another key. */
const dependenciesOf = (properties: object) =>
  Object.hasOwn(properties, 'apply') ? { dependencies: { apply: ['instead'] } } : {}

if (process.argv.includes('--write')) writeFileSync('schema/policy.schema.json', policyJsonSchema())
