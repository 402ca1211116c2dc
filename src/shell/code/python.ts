import { parser } from '@lezer/python'
import type { CodeReader, CodeReading, CodeSetting } from '../../core/code.ts'
import { checkTree, parseWithin, tooLong, unparsed } from './parsing/tree-limits.ts'
import { pythonLibrary } from './python/library.ts'
import { readPythonTree } from './python/syntax.ts'
import { readExpressions } from './read-code.ts'

/**
 * Reads Python as agents write it into `python -c` and heredocs.
 *
 * ```ts
 * readPython("open('a.txt')").effects // [{ kind: 'read', path: 'a.txt', recursive: false }]
 * ```
 */
export const readPython: CodeReader = (code, setting) => {
  try {
    return read(code, setting)
  } catch {
    return unread('code that could not be analysed')
  }
}

function read(code: string, setting?: CodeSetting): CodeReading {
  const reason = tooLong(code) ?? strangeText(code)
  if (reason !== null) return unread(reason)
  // Python treats a lone carriage return as the end of a line.
  const text = `${code.replace(/\r\n?/g, '\n')}\n`
  const { tree, detours } = parseWithin(parser, text)
  if (tree === null) return { ...unread(unparsed), detours }
  const { tooMuch, hasError } = checkTree(tree)
  if (tooMuch !== null) return { ...unread(tooMuch), detours }
  const reading = readExpressions(readPythonTree(tree.topNode, text), pythonLibrary, setting)
  return { ...reading, detours, ...(hasError ? { opaque: unparsed } : {}) }
}

/** Text that Python and the grammar decode differently. */
function strangeText(code: string): string | null {
  if (/[\0\f\v\uE000]/.test(code)) return 'code with control characters'
  const coding = /^(?:[^\n]*\n)?[ \t]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(code)?.[1]
  return coding === undefined || /^(utf-?8|ascii|latin-?1)$/i.test(coding) ? null : `code in the encoding \`${coding}\``
}

const unread = (opaque: string): CodeReading => ({ effects: [], opaque })
