import type { Tree } from '@lezer/common'

const mostCharacters = 32 * 1024
const mostNodes = 20_000
const deepest = 200

/** Why code is too much to be read, before it is parsed; null if it is not. */
export const tooLong = (code: string): string | null =>
  code.length > mostCharacters ? `code of more than ${mostCharacters / 1024} KB` : null

export interface TreeCheck {
  /** Too large to be visited at all. */
  readonly tooMuch: string | null
  readonly hasError: boolean
}

/** Walks a tree once, with a cursor, so that all later visits may recurse. */
export function checkTree(tree: Tree): TreeCheck {
  const cursor = tree.cursor()
  let depth = 0
  let nodes = 0
  let hasError = false
  for (;;) {
    nodes += 1
    hasError ||= cursor.type.isError
    if (nodes > mostNodes) return { tooMuch: `code of more than ${mostNodes} nodes`, hasError }
    if (depth > deepest) return { tooMuch: `code nested deeper than ${deepest}`, hasError }
    if (cursor.firstChild()) {
      depth += 1
      continue
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return { tooMuch: null, hasError }
      depth -= 1
    }
  }
}
