import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parser } from '@lezer/javascript'
import { describe, expect, test } from 'vitest'

/** Words that the project once used in place of the usual ones: each made its readers stop and think. */
const dialect =
  /\b(nobody|whoever|unasked|beforehand|mend(s|ed|ing)?)\b|\bways? round\b|(?<!\bthere )\b(is|are|was|were) no (?!longer|more\b)[a-z]+|\basks? for `/i

/** The most comment lines of `src` that may use one of these words or begin with "What". */
const mostOddComments = 40

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => ending.test(file))
    .map(file => join(folder, file))

const pages = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md'],
  ...filesIn('docs', /\.md$/),
  ...filesIn('presets', /\.yaml$/),
]
const sources = filesIn('src', /\.(ts|cjs)$/).filter(file => !/\.(test|fixture)\.ts$/.test(file))
/** Parsing takes time: files without any such word are not parsed. */
const suspects = sources.filter(file => dialect.test(read(file)) || /[/*] What/.test(read(file)))

describe('plain English', () => {
  test.each(pages)('%s uses none of the dialect', page => {
    expect(oddLines(page, read(page))).toEqual([])
  })

  test('no message in src uses the dialect', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(suspects.flatMap(file => sentencesIn(read(file)).flatMap(text => oddLines(file, text)))).toEqual([])
  })

  test(`at most ${mostOddComments} comment lines in src use the dialect or begin with "What"`, () => {
    const odd = suspects.flatMap(file =>
      commentLines(read(file))
        .filter(line => dialect.test(line) || /^What(ever)?\b/.test(line))
        .map(line => `${file}: ${line}`),
    )
    expect(odd.length > mostOddComments ? odd : []).toEqual([])
  })
})

const oddLines = (file: string, text: string): readonly string[] =>
  text
    .split('\n')
    .filter(line => dialect.test(withoutCode(line)))
    .map(line => `${file}: ${line.trim()}`)

/** Prose without commands and names in backticks: `sudo -u nobody` is fine. The backtick of "asks for `x`" stays. */
const withoutCode = (line: string): string => line.replaceAll(/(?<!asks? for )\\?`[^`]*`/gi, '')

/** The string literals of a source file that are sentences: of several words, and not a table's example. */
function sentencesIn(source: string): readonly string[] {
  const found: string[] = []
  grammar.parse(source).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === 'Property' && source.startsWith('examples:', from)) return false
      if (name !== 'String' && name !== 'TemplateString') return true
      const text = source.slice(from + 1, to - 1)
      if (/[a-z]+ [a-z]+/i.test(text) && node.parent?.name !== 'ImportDeclaration') found.push(text)
      return true
    },
  })
  return found
}

const grammar = parser.configure({ dialect: 'ts' })

/** The lines of a file's comments, without their marks. */
function commentLines(source: string): readonly string[] {
  const lines: string[] = []
  grammar.parse(source).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'LineComment' && name !== 'BlockComment') return
      for (const line of source.slice(from, to).split('\n'))
        lines.push(line.replace(/^\s*(\/\*\*?|\*\/|\*|\/\/) ?/, ''))
    },
  })
  return lines
}
