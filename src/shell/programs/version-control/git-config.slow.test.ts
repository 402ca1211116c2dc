import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newRandom } from '../../../../test/oracle/random.ts'
import { parseGitConfig } from './git-config.ts'

const directory = mkdtempSync(join(tmpdir(), 'git-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** The settings as git itself reads them; null if it refuses the file. */
function asGitReads(text: string): readonly string[] | null {
  const file = join(directory, 'config')
  writeFileSync(file, text)
  try {
    const out = execFileSync('git', ['config', '--file', file, '--list', '-z', '--no-includes'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return out.split('\0').filter(line => line !== '')
  } catch {
    return null
  }
}

const asRead = (text: string): readonly string[] | null =>
  parseGitConfig(text)?.map(({ section, subsection, name, value }) => {
    const key = [section, ...(subsection === null ? [] : [subsection]), name].join('.')
    return value === null ? key : `${key}\n${value}`
  }) ?? null

test.each([
  ['[a]\n\tb = c\n'],
  ['[a "B"]\n\tC = D\n'],
  ['[a.B]\n\tc = d\n'],
  ['[a] b = c'],
  ['[a]b=c # d\n;e\n'],
  ['[a]\nb = "c # d" e ; f\n'],
  ['[a]\nb = c\\\nd\n'],
  ['[a]\nb = "c\\"d\\\\e\\tf"\n'],
  ['[a]\nb\nc =\n'],
  ['[a "b\\"c"]\nd = e\n'],
  ['\uFEFF[a]\r\nb = c\r\n'],
  ['[a\nb = c\n'],
  ['[a]\nb = "c\n'],
  ['[a]\nb = c\\q\n'],
  ['[a]\nb_c = d\n'],
  ['[a]\nb # c\n'],
  [''],
])('%j is read as git reads it', text => expect(asRead(text)).toEqual(asGitReads(text)))

test('random text is read as git reads it, or not at all', () => {
  const { pick, below } = newRandom(20_260_102)
  const parts = [
    '[',
    ']',
    '[a]',
    '[b "C"]',
    '[a.D]',
    '"',
    '\\',
    '\n',
    '\n',
    ' ',
    '\t',
    '=',
    '= ',
    'k',
    'url',
    '#',
    ';',
    'v',
    '\\\n',
  ]
  let read = 0
  for (let i = 0; i < 400; i += 1) {
    let text = pick(['[a]\n', '[b "C"]\nurl = ', '[a] k = '])
    for (let more = below(8); more > 0; more -= 1) text += pick(parts)
    const ours = asRead(text)
    if (ours === null) continue
    read += 1
    expect(ours, JSON.stringify(text)).toEqual(asGitReads(text))
  }
  expect(read).toBeGreaterThan(150)
})
