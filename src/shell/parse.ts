import { type ParsedScript, parse } from 'unbash'
import { fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'

/** A command as a syntax tree, or why there is none. Caps come first: some inputs cost the parser quadratic time. */
export function parseShell(text: string): Result<ParsedScript> {
  if (text.includes('\0')) return fail('nul_byte', 'the command holds a NUL byte')
  if (text.length > limits.shellText)
    return fail('limit_reached', `the command is longer than ${limits.shellText} characters`)
  const openers = countOpeners(text)
  if (openers.all > limits.shellOpeners || openers.oldArithmetic > limits.shellOldArithmetic) {
    return fail('limit_reached', `the command has more than ${limits.shellOpeners} openers`)
  }
  try {
    return ok(parse(text))
  } catch {
    // INVARIANT: the parser throws only when the input nests deeper than its stack.
    return fail('shell_unparsed', 'the command nests too deep to be read')
  }
}

function countOpeners(text: string): { readonly all: number; readonly oldArithmetic: number } {
  let all = 0
  let oldArithmetic = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const isOpener = code === openBrace || code === backtick || (code === openParen && i > 0)
    if (isOpener || (code === lessThan && text.charCodeAt(i + 1) === lessThan)) all += 1
    else if (code === dollar && text.charCodeAt(i + 1) === openBracket) oldArithmetic += 1
  }
  return { all, oldArithmetic }
}

const openBrace = 0x7b
const backtick = 0x60
const openParen = 0x28
const lessThan = 0x3c
const dollar = 0x24
const openBracket = 0x5b
