import * as v from 'valibot'
import { isObject, type Json, type JsonObject, own } from '../../../core/json.ts'
import { limits } from '../../../core/limits.ts'
import { shortPath } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { findRipgrep } from '../../../io/search/find-ripgrep.ts'
import { runRipgrep } from '../../../io/search/run-ripgrep.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'
import { withFiles } from './file-failure.ts'
import { foundPath, isWithheld, type SearchPlace, searchPlaces, type Withheld } from './search-place.ts'

export interface SearchOptions {
  /** Sensitive paths of the policies, beyond the built-in ones. */
  readonly sensitive?: readonly string[]
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0, 'at least 0'))
const texts = v.union([v.string(), v.array(v.string())])
const flag = v.optional(v.boolean())

const input = v.object({
  pattern: v.pipe(texts, v.description('A regular expression, as ripgrep reads it.')),
  path: v.optional(v.pipe(texts, v.description('The directory or file to search; the current directory by default.'))),
  glob: v.optional(v.pipe(texts, v.description('Only files like this: `*.ts`, `src/**`, `!*.min.js`.'))),
  type: v.optional(v.pipe(v.string(), v.description('Only files of this type: `ts`, `py`.'))),
  output_mode: v.optional(v.picklist(['content', 'files_with_matches', 'count'])),
  context: v.optional(v.pipe(count, v.description('How many lines to show around each match.'))),
  before: v.optional(count),
  after: v.optional(count),
  '-i': v.optional(v.pipe(v.boolean(), v.description('Whether upper and lower case are the same.'))),
  case_sensitive: flag,
  literal: v.optional(v.pipe(v.boolean(), v.description('Whether the pattern is plain text.'))),
  multiline: flag,
  '-o': v.optional(v.pipe(v.boolean(), v.description('Whether to show only the matching parts.'))),
  no_ignore: v.optional(v.pipe(v.boolean(), v.description('Whether to search files that git ignores too.'))),
  names_only: flag,
  limit: v.optional(v.pipe(count, v.description('At most so many lines or files.'))),
  offset: v.optional(count),
  max_matches_per_file: v.optional(count),
  exclude: v.optional(texts),
})
type GrepInput = v.InferOutput<typeof input>

/** Searches the text of files with ripgrep. */
export const grepFiles = ({ sensitive = [] }: SearchOptions = {}): RuntimeTool =>
  defineRuntimeTool({
    name: 'grep_files',
    description:
      'Searches files for a regular expression and shows `file:line:text`. Skips what git ignores, and leaves out files with secrets unless you name them.',
    input,
    otherKeys: {
      ...{ query: 'pattern', regex: 'pattern', paths: 'path', dir_path: 'path', directory: 'path', root: 'path' },
      ...{ include: 'glob', include_pattern: 'glob', exclude_pattern: 'exclude' },
      ...{ '-C': 'context', '-B': 'before', '-A': 'after', ignoreCase: '-i' },
      ...{ fixed_strings: 'literal', head_limit: 'limit', max_results: 'limit' },
      ...{ total_max_matches: 'limit' },
    },
    run: (given, running) =>
      withFiles(async () => {
        const program = await findRipgrep(running.call.place.workspace)
        if (!program.ok) throw new ToolFailure('not_found', program.faults[0].message)
        const withheld = { place: running.call.place, sensitive, filters: listOf(given.glob) }
        const found = newFindings(given)
        let leftOut = 0
        for (const place of searchPlaces(listOf(given.path), running)) {
          leftOut += await withheldIn(place, given, { program: program.value, running, withheld })
          await searchIn(place, given, { program: program.value, running, withheld, found })
        }
        return outputOf(found, leftOut)
      }),
  })

interface Searching {
  readonly program: string
  readonly running: Running
  readonly withheld: Withheld
}

/** How many files are left out. Counted for every pattern, so that the number does not tell whether a secret matches. */
async function withheldIn(place: SearchPlace, given: GrepInput, searching: Searching): Promise<number> {
  if (place.isNamed) return 0
  let number = 0
  await runRipgrep({
    program: searching.program,
    directory: place.directory,
    args: ['--files', '--null', ...filterArgs(given), '--', place.operand],
    signal: searching.running.signal,
    separator: '\0',
    onRecord: name => {
      if (isWithheld(foundPath(place.directory, name), searching.withheld)) number += 1
      return true
    },
  })
  return number
}

interface Findings {
  readonly lines: string[]
  readonly mode: 'content' | 'files_with_matches' | 'count'
  readonly counts: Map<string, number>
  readonly onlyMatching: boolean
  readonly offset: number
  readonly limit: number
  chars: number
  isCut: boolean
}

const newFindings = ({ output_mode, names_only, offset = 0, limit, ...rest }: GrepInput): Findings => ({
  lines: [],
  counts: new Map(),
  mode: names_only === true ? 'files_with_matches' : (output_mode ?? 'content'),
  onlyMatching: rest['-o'] === true,
  offset,
  limit: limit === undefined || limit === 0 ? limits.outputEntries : Math.min(limit, limits.outputEntries),
  chars: 0,
  isCut: false,
})

async function searchIn(
  place: SearchPlace,
  given: GrepInput,
  { program, running, withheld, found }: Searching & { readonly found: Findings },
): Promise<void> {
  if (found.isCut) return
  const { error } = await runRipgrep({
    program,
    directory: place.directory,
    args: ['--json', '--sort=path', ...matchArgs(given), ...filterArgs(given), '--', place.operand],
    signal: running.signal,
    separator: '\n',
    onRecord: record => {
      const line = readMatch(record)
      if (line === null) return true
      const path = foundPath(place.directory, line.path)
      if (place.isNamed || !isWithheld(path, withheld)) addLine(found, shortPath(path, running.call.place), line)
      return !found.isCut
    },
  })
  if (error !== null && found.lines.length === 0 && found.counts.size === 0)
    throw new ToolFailure('validation', `ripgrep: ${error}`)
}

interface MatchLine {
  readonly path: string
  readonly isMatch: boolean
  readonly number: number
  readonly text: string
  readonly parts: readonly string[]
}

/** One line of ripgrep's JSON; null for the lines that say where files begin and end. */
function readMatch(record: string): MatchLine | null {
  let value: unknown
  try {
    value = JSON.parse(record)
  } catch {
    return null
  }
  if (!isObject(value)) return null
  const type = own(value, 'type')
  const data = own(value, 'data')
  if ((type !== 'match' && type !== 'context') || !isObject(data)) return null
  const path = textIn(own(data, 'path'))
  const number = own(data, 'line_number')
  const parts = own(data, 'submatches')
  if (path === null) return null
  return {
    path,
    isMatch: type === 'match',
    number: typeof number === 'number' ? number : 0,
    text: (textIn(own(data, 'lines')) ?? '(not text)').replace(/\r?\n$/, ''),
    parts: Array.isArray(parts) ? parts.map(part => textIn(partMatch(part)) ?? '') : [],
  }
}

const partMatch = (part: Json): Json | undefined => (isObject(part) ? own(part, 'match') : undefined)

function textIn(value: Json | JsonObject | undefined): string | null {
  if (value === undefined || !isObject(value)) return null
  const text = own(value, 'text')
  return typeof text === 'string' ? text : null
}

/** A line longer than this is data, and its middle tells nothing. */
const maxLine = 2_000

function addLine(found: Findings, path: string, line: MatchLine): void {
  if (found.mode !== 'content') {
    if (!line.isMatch) return
    found.counts.set(path, (found.counts.get(path) ?? 0) + Math.max(1, line.parts.length))
    found.isCut = found.counts.size > found.offset + found.limit
    return
  }
  const mark = line.isMatch ? ':' : '-'
  const texts = found.onlyMatching ? line.parts : [line.text]
  for (const text of texts) {
    if (found.lines.length >= found.offset + found.limit || found.chars > limits.outputChars) {
      found.isCut = true
      return
    }
    const shown = text.length > maxLine ? `${text.slice(0, maxLine)}…` : text
    found.lines.push(`${path}${mark}${line.number}${mark}${shown}`)
    found.chars += shown.length + path.length + 10
  }
}

function outputOf(found: Findings, leftOut: number): ToolOutput {
  const all =
    found.mode === 'content'
      ? found.lines
      : [...found.counts].map(([path, number]) => (found.mode === 'count' ? `${path}:${number}` : path))
  const shown = all.slice(found.offset, found.offset + found.limit)
  const notes = [
    ...(found.isCut
      ? [`[cut after ${shown.length}; narrow the search, or go on with offset ${found.offset + shown.length}]`]
      : []),
    ...withheldNote(leftOut),
  ]
  return {
    text: [...(shown.length === 0 ? ['(no matches)'] : shown), ...notes].join('\n'),
    data: { matches: shown, cut: found.isCut, left_out: leftOut },
  }
}

export const withheldNote = (number: number): readonly string[] =>
  number === 0 ? [] : [`[left out ${number} sensitive ${number === 1 ? 'file' : 'files'}; name a file to search it]`]

const flagOf = (name: string, isSet: boolean | undefined): readonly string[] => (isSet === true ? [name] : [])
const optionOf = (name: string, value: number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`]

const matchArgs = (given: GrepInput): readonly string[] => [
  ...listOf(given.pattern).map(pattern => `--regexp=${pattern}`),
  given.case_sensitive === false || given['-i'] === true ? '--ignore-case' : '--case-sensitive',
  ...flagOf('--fixed-strings', given.literal),
  ...(given.multiline === true ? ['--multiline', '--multiline-dotall'] : []),
  ...optionOf('--context', given.context),
  ...optionOf('--before-context', given.before),
  ...optionOf('--after-context', given.after),
  ...optionOf('--max-count', given.max_matches_per_file),
]

/** Hidden files are searched, but not git's own. */
const filterArgs = (given: GrepInput): readonly string[] => [
  '--hidden',
  ...listOf(given.glob).map(glob => `--glob=${glob}`),
  ...listOf(given.exclude).map(glob => `--glob=!${glob.replace(/^!/, '')}`),
  '--glob=!**/.git/**',
  ...(given.type === undefined ? [] : [`--type=${given.type}`]),
  ...flagOf('--no-ignore', given.no_ignore),
]

export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value
