import type { Parser, PartialParse, Tree } from '@lezer/common'

const mostCharacters = 32 * 1024
const mostNodes = 20_000
const deepest = 200
/**
 * Limit on the alternatives that a grammar tries for text that is invalid or ambiguous; code that parses takes less than
 * half of them.
 */
const mostDetours = 6_000

export const unparsed = 'code that does not parse'

/** The reason why code is too long to parse; null if it is not. */
export const tooLong = (code: string): string | null =>
  code.length > mostCharacters ? `code of more than ${mostCharacters / 1024} KB` : null

export interface ParsedCode {
  /** Null if the text is so far from the language that error recovery would take seconds. */
  readonly tree: Tree | null
  readonly detours: number
}

/** Parses step by step, like the grammar's own `parse`, and gives up when it makes no progress. */
export function parseWithin(grammar: Parser, text: string): ParsedCode {
  const parse = grammar.startParse(text)
  let detours = 0
  while (detours <= mostDetours) {
    const tree = parse.advance()
    if (tree !== null) return { tree, detours }
    detours += detoursOf(parse)
  }
  return { tree: null, detours }
}

/**
 * Read from the parser's internal state; a parser that does not expose it counts as lost. Error recovery costs more than
 * choosing an alternative.
 */
function detoursOf(parse: PartialParse): number {
  const ways = 'stacks' in parse && Array.isArray(parse.stacks) ? parse.stacks.length : 1
  return 'recovering' in parse && parse.recovering === 0 ? ways - 1 : 4 * ways
}

export interface TreeCheck {
  /** The reason why the tree is too large to visit. */
  readonly tooMuch: string | null
  readonly hasError: boolean
}

/** Walks a tree once with a cursor to check its size, so that later visits may recurse. */
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
