import type { SyntaxNode } from '@lezer/common'
import type { AssignmentTarget, Expression, Key } from '../evaluation/expression.ts'
import { childrenOf, splitAt, withoutBrackets } from '../parsing/syntax-node.ts'

/** The names that a pattern binds, and their default values. */
export interface Pattern {
  readonly target: AssignmentTarget
  readonly fallbacks: readonly Expression[]
}

/** Reads `a`, `{ a, b: c = 1, ...d }`, `[a, , b]` and places such as `a.b`. */
export function readPattern(node: SyntaxNode, code: string, read: (node: SyntaxNode) => Expression): Pattern {
  const fallbacks: Expression[] = []
  const textOf = (at: SyntaxNode): string => code.slice(at.from, at.to)

  function targetOf(at: SyntaxNode): AssignmentTarget {
    switch (at.name) {
      case 'VariableDefinition':
      case 'VariableName':
        return { to: 'name', name: textOf(at) }
      case 'ObjectPattern':
        return { to: 'keys', keys: splitAt(withoutBrackets(at), ',').flatMap(part => part.map(keyOf)) }
      case 'ArrayPattern':
        return { to: 'items', items: splitAt(withoutBrackets(at), ',').map(itemOf) }
      default:
        return { to: 'place', place: read(at) }
    }
  }

  function keyOf(property: SyntaxNode): { key: Key; target: AssignmentTarget } {
    const children = childrenOf(property)
    const end = children[0]?.name === '[' ? children.findIndex(child => child.name === ']') : -1
    const computed = end > 1 ? children[1] : undefined
    if (computed !== undefined)
      return { key: read(computed), target: withFallback(children.slice(end + 1)) ?? { to: 'items', items: [] } }
    const inner = withFallback(children)
    const name = children[0]
    if (name === undefined || inner === null) return { key: null, target: { to: 'items', items: [] } }
    const isKnown = name.name === 'PropertyName' || name.name === 'VariableDefinition' || name.name === 'String'
    return { key: isKnown ? textOf(name).replace(/^['"]|['"]$/g, '') : null, target: inner }
  }

  function itemOf(part: readonly SyntaxNode[]): AssignmentTarget | null {
    const target = withFallback(part)
    if (target === null || !part.some(child => child.name === 'Spread')) return target
    return { to: 'keys', keys: [{ key: null, target }] }
  }

  /** The last pattern before a `=`, and its default value. */
  function withFallback(nodes: readonly SyntaxNode[]): AssignmentTarget | null {
    const equals = nodes.findIndex(child => child.name === 'Equals')
    const before = equals < 0 ? nodes : nodes.slice(0, equals)
    const last = before.filter(child => /^[A-Z]/.test(child.name) && !isMark(child)).at(-1)
    if (last === undefined) return null
    const target = targetOf(last)
    const fallback = equals < 0 ? undefined : nodes[equals + 1]
    if (fallback !== undefined) {
      fallbacks.push({ is: 'bind', target, value: read(fallback), how: 'set', source: textOf(fallback) })
    }
    return target
  }

  return { target: targetOf(node), fallbacks }
}

const isMark = (node: SyntaxNode): boolean =>
  /^(Spread|TypeAnnotation|Optional|Privacy|LineComment|BlockComment)$/.test(node.name)
