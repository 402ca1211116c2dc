import { parser } from '@lezer/javascript'
import type { CodeReader, CodeReading, CodeSetting } from '../../core/code.ts'
import { javascriptLibrary } from './javascript/library.ts'
import { readJavaScriptTree } from './javascript/syntax.ts'
import { checkTree, parseWithin, tooLong, unparsed } from './parsing/tree-limits.ts'
import { readExpressions } from './read-code.ts'

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
    return unread('code that could not be analysed')
  }
}

function read(code: string, setting?: CodeSetting): CodeReading {
  const reason = tooLong(code) ?? strangeText(code)
  if (reason !== null) return unread(reason)
  const text = code.replace(/\r\n?/g, '\n')
  const plain = readAs(parser, text, setting)
  if (plain.opaque === unparsed) return withDetours(readAs(typed, text, setting), plain)
  // `f<T>(x)` is a comparison in JavaScript and a call in TypeScript, so both readings are used.
  return text.includes('<') && />\s*[(`]/.test(text) ? merge(plain, readAs(typed, text, setting)) : plain
}

/** Adds up the parsing effort of both grammars. */
const withDetours = (reading: CodeReading, { detours = 0 }: CodeReading): CodeReading => ({
  ...reading,
  detours: (reading.detours ?? 0) + detours,
})

function readAs(grammar: typeof parser, text: string, setting?: CodeSetting): CodeReading {
  const { tree, detours } = parseWithin(grammar, text)
  if (tree === null) return { ...unread(unparsed), detours }
  const { tooMuch, hasError } = checkTree(tree)
  if (tooMuch !== null) return { ...unread(tooMuch), detours }
  const reading = readExpressions(readJavaScriptTree(tree.topNode, text), javascriptLibrary, setting)
  return { ...reading, detours, ...(hasError ? { opaque: unparsed } : {}) }
}

/** The effects of both readings; code that does not parse as TypeScript is only JavaScript. */
function merge(plain: CodeReading, other: CodeReading): CodeReading {
  if (other.opaque === unparsed) return withDetours(plain, other)
  const effects = [...plain.effects, ...other.effects]
  return {
    effects: [...new Map(effects.map(effect => [JSON.stringify(effect), effect])).values()],
    opaque: plain.opaque ?? other.opaque,
    detours: (plain.detours ?? 0) + (other.detours ?? 0),
  }
}

/** Text that JavaScript and the grammar split differently: unusual line ends and HTML comments. */
function strangeText(code: string): string | null {
  if (/[\0\u2028\u2029\uE000]/.test(code)) return 'code with control characters'
  return /<!--|^\s*-->/m.test(code) ? 'code with an HTML comment' : null
}

const unread = (opaque: string): CodeReading => ({ effects: [], opaque })
