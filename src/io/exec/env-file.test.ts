import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as util from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseEnvFile, readEnvFile } from './env-file.ts'

const variablesOf = (text: string) => {
  const parsed = parseEnvFile(text, '.env')
  if (!parsed.ok) throw new Error(parsed.faults[0].message)
  return parsed.value.variables
}

/** Node's own reader came with 20.12. */
const nodeReads = 'parseEnv' in util ? util.parseEnv : null

describe('a `.env` file', () => {
  test.each<readonly [how: string, text: string, variables: Record<string, string>]>([
    ['a value', 'A=1', { A: '1' }],
    ['several', 'A=1\nB=2\n', { A: '1', B: '2' }],
    ['the last one counts', 'A=1\nA=2', { A: '2' }],
    ['an empty value', 'A=\nB=2', { A: '', B: '2' }],
    ['blanks around it', '  A =  some words  \n', { A: 'some words' }],
    ['a comment and an empty line', '# about\n\nA=1 # one\n', { A: '1' }],
    ['export', 'export A=1', { A: '1' }],
    ['double quotes', 'A="a b # c"', { A: 'a b # c' }],
    ['a line break in double quotes', 'A="a\\nb"', { A: 'a\nb' }],
    ['single quotes', "A='a\\nb $X'", { A: 'a\\nb $X' }],
    ['several lines in quotes', 'A="a\nb"\nB=1', { A: 'a\nb', B: '1' }],
    ['an equals sign in the value', 'URL=https://x.test/?a=b', { URL: 'https://x.test/?a=b' }],
    ['a dollar sign is text', 'A=$B', { A: '$B' }],
    ['line ends of Windows', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ])('%s', (_how, text, variables) => {
    expect(variablesOf(text)).toEqual(variables)
    if (nodeReads !== null) expect(nodeReads(text)).toEqual(variables)
  })

  test.each([
    ['a hash sign inside a word is text', 'A=a#b', { A: 'a#b' }],
    ['a backslash in double quotes stays', 'A="C:\\dir"', { A: 'C:\\dir' }],
    ['a byte order mark is skipped', '\ufeffA=1', { A: '1' }],
    [
      'a name that objects have',
      'constructor=1\n__proto__=2',
      Object.fromEntries([
        ['constructor', '1'],
        ['__proto__', '2'],
      ]),
    ],
  ])('%s', (_how, text, variables) => {
    expect(variablesOf(text)).toEqual(variables)
  })

  test.each([
    ['a line without a value', 'A=1\nnothing here\n', 2],
    ['a quote that does not end', 'A=1\n\nB="secret', 3],
    ['text after a quote', "A='x' secret", 1],
    ['a name that no program can have', '1A=secret', 1],
  ])('%s is an error that names the line and no value', (_what, text, line) => {
    const parsed = parseEnvFile(text, '.env')
    expect(parsed).toMatchObject({ ok: false, faults: [{ code: 'config_error', at: { file: '.env', line } }] })
    expect(JSON.stringify(parsed)).not.toContain('secret')
  })

  test('variables that make programs run other code are left out and named', () => {
    const parsed = parseEnvFile('LD_PRELOAD=./x.so\nPATH=./bin\nTOKEN=1\nNODE_ENV=test', '.env')
    expect(parsed).toEqual({
      ok: true,
      value: { variables: { TOKEN: '1', NODE_ENV: 'test' }, leftOut: ['LD_PRELOAD', 'PATH'] },
    })
  })

  test('is read from a file, and only from a regular one', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sallyport-env-'))
    writeFileSync(join(directory, '.env'), 'A=1\n')
    expect(readEnvFile(join(directory, '.env'))).toMatchObject({ ok: true, value: { variables: { A: '1' } } })
    for (const path of [directory, join(directory, 'missing'), '/dev/zero'])
      expect(readEnvFile(path)).toMatchObject({ ok: false, faults: [{ code: 'config_error' }] })
    rmSync(directory, { recursive: true })
  })
})
