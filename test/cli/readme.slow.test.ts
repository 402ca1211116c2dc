import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cli, openCli } from './cli.ts'

const readme = readFileSync(resolve(import.meta.dirname, '..', '..', 'README.md'), 'utf8')

/** What README.md shows a person type, and what it says they read. */
const shown = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .map(part => /^sallyport (check .*)\n((?:.+\n)+)/.exec(part))
    .flatMap(found => (found === null ? [] : [{ typed: found[1] ?? '', read: found[2] ?? '' }])),
)

describe('README.md tells the truth', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
  })
  afterAll(() => cli.remove())

  test.each(shown)('sallyport $typed', async ({ typed, read }) => {
    const { out } = await cli.run({ args: wordsIn(typed) })
    expect(out).toBe(read)
  })

  test('it shows enough to mean something', () => expect(shown.length).toBeGreaterThanOrEqual(4))
})

/** As a shell takes them, as far as README.md needs one: words, and words in single quotes. */
const wordsIn = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
