import type { SyntaxNode } from '@lezer/common'
import type { Expression } from '../evaluation/expression.ts'
import { childrenOf } from '../parsing/syntax-node.ts'

/** A PHP string: its texts, and the variables and expressions between them. */
export function stringOf(node: SyntaxNode, code: string, read: (node: SyntaxNode) => Expression): Expression {
  const source = code.slice(node.from, node.to)
  if (node.name === 'HeredocString') return heredocOf(source)
  const quote = source[0]
  if (quote === "'") return { is: 'text', value: source.slice(1, -1).replace(/\\([\\'])/g, '$1'), source }
  if (quote !== '"') return { is: 'opaque', why: 'a string with unsupported syntax', source }
  const parts: Expression[] = []
  let from = node.from + 1
  const addText = (to: number): void => {
    if (to > from) parts.push({ is: 'text', value: decode(code.slice(from, to)), source: code.slice(from, to) })
  }
  for (const child of childrenOf(node)) {
    if (child.name === 'EscapeSequence') continue
    addText(child.from)
    // `${name}` is the variable itself; any other expression in the braces computes the variable's name.
    const isNamed = /^\$\{\w+\}$/.test(code.slice(child.from, child.to))
    if (isNamed) parts.push({ is: 'name', name: `$${code.slice(child.from + 2, child.to - 1)}`, source })
    else if (code.startsWith('${', child.from))
      parts.push({ is: 'opaque', why: 'a variable accessed by a computed name', source })
    else parts.push(read(child))
    from = child.to
  }
  addText(node.to - 1)
  const [only] = parts
  if (only === undefined) return { is: 'text', value: '', source }
  return only.is === 'text' && parts.length === 1 ? only : { is: 'join', parts, source }
}

/** A heredoc is not parsed: with a variable in it, its text is unknown. */
function heredocOf(source: string): Expression {
  const [, quote = '', body = ''] = /^<<<[ \t]*(['"]?)\w+['"]?\n([\s\S]*?)\n?[ \t]*\w+$/.exec(source) ?? []
  if (quote === "'") return { is: 'text', value: body, source }
  return body.includes('$')
    ? { is: 'opaque', why: 'a text with variables in it', source }
    : { is: 'text', value: decode(body), source }
}

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', v: '\v', e: '\x1b', f: '\f', '\\': '\\', $: '$', '"': '"' }),
)

const decode = (body: string): string =>
  body.replace(/\\(x[\da-fA-F]{1,2}|u\{[\da-fA-F]{1,6}\}|[0-7]{1,3}|[\s\S])/g, (all, letters: string) => {
    const known = simple.get(letters)
    if (known !== undefined) return known
    if (/^[0-7]/.test(letters)) return String.fromCharCode(Number.parseInt(letters, 8) & 0xff)
    if (!/^(x|u\{)./.test(letters)) return all
    const point = Number.parseInt(letters.replace(/[xu{}]/g, ''), 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : all
  })
