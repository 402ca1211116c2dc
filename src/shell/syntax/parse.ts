import { type ParsedScript, parse } from 'unbash'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'

/** Parses a command into a syntax tree. The limits are checked first: some inputs cost the parser quadratic time. */
export function parseShell(text: string): Result<ParsedScript> {
  if (text.includes('\0')) return fail('nul_byte', 'the command contains a NUL byte')
  if (text.length > limits.shellText)
    return fail('limit_reached', `the command is longer than ${limits.shellText} characters`)
  const openers = countOpeners(text)
  if (openers.code > limits.shellCode)
    return fail('limit_reached', `the command has more than ${limits.shellCode} characters of code`)
  if (openers.all > limits.shellOpeners || openers.oldArithmetic > limits.shellOldArithmetic) {
    return fail(
      'limit_reached',
      `the command has more than ${limits.shellOpeners} expansions (\`$(\`, \`\${\`, backticks)`,
    )
  }
  try {
    return ok(parse(text))
  } catch {
    // INVARIANT: the parser throws only when the input nests deeper than its stack.
    return fail('shell_unparsed', 'the command is nested too deeply to analyse')
  }
}

/** Counts openers in code: text in single quotes or in a quoted heredoc is data, and costs the parser nothing. */
function countOpeners(text: string): { readonly code: number; readonly all: number; readonly oldArithmetic: number } {
  let code = 0
  let all = 0
  let oldArithmetic = 0
  let inDouble = false
  let heredoc: string | null = null
  const { length } = text
  for (let i = 0; i < length; i += 1) {
    const char = text[i]
    code += 1
    if (char === '\\') i += 1
    else if (char === '"') inDouble = !inDouble
    else if (char === "'" && !inDouble) i = endOf(text, "'", i + 1)
    else if (char === '\n' && heredoc !== null) {
      i = endOfHeredoc(text, heredoc, i)
      heredoc = null
    } else if (char === '<' && text[i + 1] === '<') {
      all += 1
      heredoc = quotedDelimiter.exec(text.slice(i, i + 80))?.[1] ?? heredoc
      i += 1
    } else if (char === '{' || char === '`' || char === '(') all += 1
    else if (char === '$' && text[i + 1] === '[') oldArithmetic += 1
  }
  return { code, all, oldArithmetic }
}

/** `<<'END'`, `<<-"END"`: the delimiter of a heredoc without expansions. */
const quotedDelimiter = /^<<-?\s*['"]([^'"\n]+)['"]/

const endOf = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at
}

/** The position just before the line break after the delimiter's line. */
function endOfHeredoc(text: string, delimiter: string, lineBreak: number): number {
  for (let start = lineBreak + 1; start < text.length; ) {
    const end = endOf(text, '\n', start)
    if (text.slice(start, end).replace(/^\t+/, '') === delimiter) return end - 1
    start = end + 1
  }
  return text.length
}
