import { parser } from '@lezer/javascript'
import type { CodeReader, CodeReading, CodeSetting } from '../../core/code.ts'
import { javascriptLibrary } from './javascript/library.ts'
import { readJavaScriptTree } from './javascript/syntax.ts'
import { readExpressions } from './read-code.ts'
import { checkTree, tooLong } from './tree-limits.ts'

const typed = parser.configure({ dialect: 'ts' })

/**
 * Reads JavaScript and TypeScript as agents write it into `node -e`, `bun -e` and heredocs.
 *
 * ```ts
 * readJavaScript("require('fs').rmSync('x')").effects // [{ kind: 'delete', path: 'x', recursive: true }]
 * ```
 */
export const readJavaScript: CodeReader = (code, setting) => {
  try {
    return read(code, setting)
  } catch {
    return unread('code that could not be followed')
  }
}

function read(code: string, setting?: CodeSetting): CodeReading {
  const reason = tooLong(code) ?? strangeText(code)
  if (reason !== null) return unread(reason)
  const text = code.replace(/\r\n?/g, '\n')
  const plain = readAs(parser, text, setting)
  if (plain.opaque === unparsed) return readAs(typed, text, setting)
  // `f<T>(x)` is a comparison in JavaScript and a call in TypeScript: both may be meant.
  return text.includes('<') && />\s*[(`]/.test(text) ? merge(plain, readAs(typed, text, setting)) : plain
}

const unparsed = 'code that does not parse'

function readAs(grammar: typeof parser, text: string, setting?: CodeSetting): CodeReading {
  const tree = grammar.parse(text)
  const { tooMuch, hasError } = checkTree(tree)
  if (tooMuch !== null) return unread(tooMuch)
  const reading = readExpressions(readJavaScriptTree(tree.topNode, text), javascriptLibrary, setting)
  return hasError ? { ...reading, opaque: unparsed } : reading
}

/** What is done in either reading; code that is no TypeScript is only JavaScript. */
function merge(plain: CodeReading, other: CodeReading): CodeReading {
  if (other.opaque === unparsed) return plain
  const effects = [...plain.effects, ...other.effects]
  return {
    effects: [...new Map(effects.map(effect => [JSON.stringify(effect), effect])).values()],
    opaque: plain.opaque ?? other.opaque,
  }
}

/** Text that JavaScript and the grammar would not read alike: other line ends, and comments as of HTML. */
function strangeText(code: string): string | null {
  if (/[\0\u2028\u2029\uE000]/.test(code)) return 'code with control characters'
  return /<!--|^\s*-->/m.test(code) ? 'code with an HTML comment' : null
}

const unread = (opaque: string): CodeReading => ({ effects: [], opaque })
