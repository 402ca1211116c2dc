import type { SyntaxNode } from '@lezer/common'

/** Every child of a node, punctuation included. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** The children, split at a punctuation mark that is left out. */
export function splitAt(nodes: readonly SyntaxNode[], mark: string): readonly (readonly SyntaxNode[])[] {
  const parts: SyntaxNode[][] = [[]]
  for (const node of nodes) {
    if (node.name === mark) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

/** The children between a node's brackets. */
export const withoutBrackets = (node: SyntaxNode): readonly SyntaxNode[] =>
  childrenOf(node).filter(child => !/^[()[\]{}]$/.test(child.name))
