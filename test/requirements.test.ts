import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Work that is still to come; a requirement is shown by tests, open for one of these, or shown in part. */
const laterWork = ['console', 'fence', 'hooks', 'mcp', 'runtime', 'shell'] as const

const shownBy = v.pipe(v.array(v.string()), v.minLength(1))
const open = v.picklist(laterWork)

const schema = v.array(
  v.union([
    v.strictObject({ id: v.string(), says: v.string(), shown_by: shownBy, open: v.optional(open) }),
    v.strictObject({ id: v.string(), says: v.string(), open }),
  ]),
)

const all = v.parse(schema, load(readFileSync(resolve(root, 'docs/requirements.yaml'), 'utf8')))

describe('docs/requirements.yaml', () => {
  test('lists R1 to R221 and C1 to C37, each once and in order', () => {
    const numbered = (letter: string, length: number) => Array.from({ length }, (_, i) => `${letter}${i + 1}`)
    expect(all.map(one => one.id)).toEqual([...numbered('R', 221), ...numbered('C', 37)])
  })

  const shown = all.flatMap(one => ('shown_by' in one ? one.shown_by.map(claim => ({ id: one.id, claim })) : []))

  test.each(shown)('$id is shown by $claim', ({ claim }) => {
    const [file = '', ...words] = claim.split(': ')
    const path = resolve(root, file)
    expect(existsSync(path), `${file} does not exist`).toBe(true)
    expect(/^(cases\/.*\.yaml|(src|test)\/.*\.test\.ts)$/.test(file), `${file} is no test`).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(words.join(': '))
  })
})
