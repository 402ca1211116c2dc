import type { SyntaxNode } from '@lezer/common'
import type { Expression } from '../evaluation/expression.ts'
import { childrenOf, splitAt } from '../parsing/syntax-node.ts'

/** The names that an import statement binds. */
export function importsOf(node: SyntaxNode, code: string): readonly Expression[] {
  const source = code.slice(node.from, node.to)
  const children = childrenOf(node).filter(child => !/^[()]$/.test(child.name) && child.name !== 'Comment')
  const nameOf = (part: SyntaxNode): string => code.slice(part.from, part.to).normalize('NFKC')
  const at = children.findIndex(child => child.name === 'import')
  const dotted = (nodes: readonly SyntaxNode[]): string => nodes.map(nameOf).join('')
  const bind = (name: string, value: Expression): Expression => ({
    is: 'bind',
    target: { to: 'name', name },
    value,
    how: 'set',
    source,
  })

  if (children[0]?.name !== 'from') {
    return splitAt(children.slice(at + 1), ',').map(part => {
      const as = part.findIndex(child => child.name === 'as')
      const module = dotted(as < 0 ? part : part.slice(0, as))
      const root = module.split('.')[0] ?? module
      const alias = as < 0 ? root : dotted(part.slice(as + 1))
      const value: Expression = { is: 'module', name: as < 0 ? root : module, source }
      const loaded: Expression = {
        is: 'choice',
        options: [value],
        tested: [{ is: 'module', name: module, source }],
        source,
      }
      return bind(alias, as < 0 && root !== module ? loaded : value)
    })
  }

  const module = dotted(children.slice(1, at))
  const names = children.slice(at + 1)
  if (names.some(child => child.name === '*')) return [{ is: 'star', module, source }]
  return splitAt(names, ',').flatMap(part => {
    const [name, , alias] = part
    if (name === undefined) return []
    const member: Expression = {
      is: 'member',
      object: { is: 'module', name: module, member: nameOf(name), source },
      key: { is: 'text', value: nameOf(name), source: nameOf(name) },
      source,
    }
    return [bind(nameOf(alias ?? name), member)]
  })
}
