import type { SyntaxNode } from '@lezer/common'

/** Remembers which nodes were read, so that a call that was missed is noticed. */
export interface Visits {
  readonly add: (node: SyntaxNode) => void
  /** Whether every node that can have an effect was read. */
  readonly hasAll: (root: SyntaxNode) => boolean
}

/** `active` matches the names of nodes that can have an effect. */
export function newVisits(active: RegExp): Visits {
  const seen = new Set<string>()
  const key = (node: { readonly name: string; readonly from: number; readonly to: number }): string =>
    `${node.name} ${node.from} ${node.to}`

  return {
    add: node => {
      if (active.test(node.name)) seen.add(key(node))
    },
    hasAll: root => {
      const cursor = root.cursor()
      do {
        if (active.test(cursor.name) && !seen.has(key(cursor))) return false
      } while (cursor.next())
      return true
    },
  }
}
