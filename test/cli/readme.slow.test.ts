import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cli, openCli } from './cli.ts'

const readme = readFileSync(resolve(import.meta.dirname, '..', '..', 'README.md'), 'utf8')

/** The commands in README.md and the output that it shows for each. */
const shown = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .map(part => /^sallyport (check .*)\n((?:.+\n)+)/.exec(part))
    .flatMap(found => (found === null ? [] : [{ command: found[1] ?? '', output: found[2] ?? '' }])),
)

describe('the output in README.md is what the command prints', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
  })
  afterAll(() => cli.remove())

  test.each(shown)('sallyport $command', async ({ command, output }) => {
    const { out } = await cli.run({ args: wordsIn(command) })
    expect(out).toBe(output)
  })

  test('README.md shows at least four commands', () => expect(shown.length).toBeGreaterThanOrEqual(4))
})

/** Splits a command line like a shell, as far as README.md needs it: words and single quotes. */
const wordsIn = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
