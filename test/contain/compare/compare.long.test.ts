import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeTree } from '../../../src/io/files/remove-tree.ts'
import { readCalls } from './call-file.ts'
import { compareCall, newBase } from './compare-call.ts'
import { endingOf } from './report.ts'

const calls = readCalls(readFileSync(join(import.meta.dirname, 'sample.jsonl'), 'utf8'))

const cli = resolve('dist/cli.js')

describe('a contained call ends as it does without the fence', () => {
  let base = ''
  beforeAll(() => {
    if (!existsSync(cli)) throw new Error('build first: npm run build')
    base = newBase()
  })
  afterAll(() => removeTree(base))

  test('the sample is large enough', () => expect(calls.length).toBeGreaterThanOrEqual(40))

  for (const call of calls)
    test(call.differs === undefined ? call.id : `${call.id}: differs, because ${call.differs}`, async () => {
      const result = await compareCall(call, { base, sallyport: [process.execPath, cli], seconds: 60 })
      if (result.kind === 'left out') throw new Error(result.notes.join('; '))
      if (call.differs !== undefined) return expect(result.differences).not.toEqual([])
      return expect({ ending: endingOf(result), differences: result.differences }).toMatchObject({
        ending: expect.stringMatching(/^alike, /),
        differences: [],
      })
    })
})
