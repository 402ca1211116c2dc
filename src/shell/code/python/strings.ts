import type { SyntaxNode } from '@lezer/common'
import type { Expression } from '../evaluation/expression.ts'
import { childrenOf } from '../parsing/syntax-node.ts'
import { decodeBody, splitLiteral } from './string-literal.ts'

export function stringText(source: string): Expression {
  const { raw, start, end } = splitLiteral(source)
  const value = decodeBody(source.slice(start, end), raw)
  return value === null ? { is: 'group', parts: [], source } : { is: 'text', value, source }
}

/** An f-string: its texts, and the expressions in braces. */
export function formatText(node: SyntaxNode, code: string, read: (node: SyntaxNode) => Expression): Expression {
  const source = code.slice(node.from, node.to)
  // The grammar treats `\{` as text; Python runs the expression after it.
  if (source.includes('\\{')) return { is: 'opaque', why: 'an f-string with a backslash before a brace', source }
  const { raw, start, end } = splitLiteral(source)
  const parts: Expression[] = []
  let from = node.from + start
  const addText = (to: number): void => {
    const value = decodeBody(code.slice(from, to).replaceAll('{{', '{').replaceAll('}}', '}'), raw)
    if (value === null) parts.push({ is: 'group', parts: [], source: code.slice(from, to) })
    else if (value !== '') parts.push({ is: 'text', value, source: value })
  }
  for (const replacement of childrenOf(node)) {
    if (replacement.name !== 'FormatReplacement') continue
    addText(replacement.from)
    parts.push(replacementOf(replacement, code, read))
    from = replacement.to
  }
  addText(node.from + end)
  return { is: 'join', parts, source }
}

/** A formatted value, or several, is visited but unknown. */
function replacementOf(node: SyntaxNode, code: string, read: (node: SyntaxNode) => Expression): Expression {
  const inner = childrenOf(node).filter(child => child.name !== '{' && child.name !== '}')
  const [only] = inner
  if (only !== undefined && inner.length === 1) return read(only)
  const values = inner.filter(child => /^[A-Z]/.test(child.name) && child.name !== 'FormatConversion')
  return { is: 'group', parts: values.map(read), source: code.slice(node.from, node.to) }
}
