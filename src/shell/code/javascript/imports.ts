import type { SyntaxNode } from '@lezer/common'
import type { Expression } from '../evaluation/expression.ts'
import { childrenOf, splitAt, withoutBrackets } from '../parsing/syntax-node.ts'
import { decodeJavaScript } from './string-literal.ts'

/** The modules that `import … from 'x'` and `export … from 'x'` load, and the names they bind. */
export function importsOf(node: SyntaxNode, code: string): readonly Expression[] {
  const source = code.slice(node.from, node.to)
  const textOf = (at: SyntaxNode): string => code.slice(at.from, at.to)
  const children = childrenOf(node)
  const from = node.getChild('String')
  if (from === null || children[1]?.name === 'type') return []
  const module: Expression = { is: 'module', name: decodeJavaScript(textOf(from).slice(1, -1)), source }
  const bind = (name: string, value: Expression): Expression => ({
    is: 'bind',
    target: { to: 'name', name },
    value,
    how: 'set',
    source,
  })

  if (node.name === 'ExportDeclaration') {
    if (node.getChild('from') === null) return []
    return [{ is: 'choice', options: [], tested: [module], source }]
  }
  const whole = node.getChildren('VariableDefinition').map(name => bind(textOf(name), module))
  const group = node.getChild('ImportGroup')
  const parts = group === null ? [] : splitAt(withoutBrackets(group), ',')
  const named = parts.flatMap(part => {
    const names = part.filter(child => /^(VariableName|VariableDefinition|default|String)$/.test(child.name))
    const [name, alias] = [names[0], names.at(-1)]
    if (name === undefined || alias === undefined) return []
    const key: Expression = { is: 'text', value: textOf(name).replace(/^['"]|['"]$/g, ''), source: textOf(name) }
    return [bind(textOf(alias), { is: 'member', object: module, key, source })]
  })
  return whole.length + named.length === 0
    ? [{ is: 'choice', options: [], tested: [module], source }]
    : [...whole, ...named]
}
