import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { type BaseIssue, type GenericSchema, safeParse } from 'valibot'

/** How a client reads a JSON settings file. Most clients ignore a file that they cannot read as a whole, our hook included. */
export interface JsonReading {
  readonly comments?: true
  readonly trailingCommas?: true
  readonly byteOrderMark?: true
  /** Whether a key that appears twice, anywhere, is a mistake; otherwise the last one counts. */
  readonly uniqueKeys?: true
  /** The shape of the file. INVARIANT: a value is wrong here only if the client does not read the whole file because of it. */
  readonly schema: GenericSchema
  /** Whether the client does not even start with such a file. */
  readonly stopsClient?: true
}

/** The first mistake because of which a client does not read a file. */
export interface Mistake {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Why a client does not read this text; null if it does. */
export function mistakeIn(text: string, reading: JsonReading): Mistake | null {
  const hasMark = text.startsWith('\uFEFF')
  if (hasMark && !reading.byteOrderMark) return mistakeAt(text, 0, 'starts with a byte order mark')
  // The mark stays as a space, so that offsets fit the text.
  const body = hasMark ? ` ${text.slice(1)}` : text
  const errors: ParseError[] = []
  const tree = parseTree(body, errors, {
    disallowComments: !reading.comments,
    allowTrailingComma: reading.trailingCommas ?? false,
  })
  const [error] = errors
  if (error !== undefined) return mistakeAt(text, error.offset, syntaxMessage(error, body))
  const odd = reading.comments ? null : oddCharacter(body)
  if (odd !== null) return mistakeAt(text, odd, 'is not valid JSON')
  if (tree?.type !== 'object') return mistakeAt(text, 0, 'is not a JSON object')
  const twice = repeatedKey(tree, reading)
  if (twice !== null) return mistakeAt(text, twice.offset, `\`${twice.value}\` appears twice`)
  const checked = safeParse(reading.schema, getNodeValue(tree))
  return checked.success ? null : schemaMistake(text, tree, checked.issues[0])
}

function mistakeAt(text: string, offset: number, message: string): Mistake {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, message }
}

function syntaxMessage({ error, offset }: ParseError, text: string): string {
  const name = printParseErrorCode(error)
  if (name === 'InvalidCommentToken') return 'a comment, which this client does not allow'
  const isComma = /,\s*$/.test(text.slice(0, offset)) && /^[\]}]/.test(text.slice(offset))
  return isComma ? 'a trailing comma, which this client does not allow' : 'is not valid JSON'
}

/** The parser takes every white space of Unicode; JSON has four. */
function oddCharacter(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    return Math.max(text.search(/[^\S \t\r\n]/), 0)
  }
}

/** A repeated key. We would read the first value of a key at the top or in `hooks`, but clients read the last. */
function repeatedKey(tree: Node, { uniqueKeys }: JsonReading): Node | null {
  const objects = uniqueKeys ? nodesIn(tree) : [tree, findNodeAtLocation(tree, ['hooks'])]
  for (const object of objects) {
    if (object?.type !== 'object') continue
    const keys = (object.children ?? []).flatMap(property => property.children?.[0] ?? [])
    const twice = keys.find((key, at) => keys.findIndex(other => other.value === key.value) !== at)
    if (twice !== undefined) return twice
  }
  return null
}

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)]

function schemaMistake(text: string, tree: Node, issue: BaseIssue<unknown>): Mistake {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  // A key that is missing has no place, but its object has one.
  const node = findNodeAtLocation(tree, path) ?? findNodeAtLocation(tree, path.slice(0, -1)) ?? tree
  return mistakeAt(text, node.offset, `\`${path.join('.')}\` ${issue.message}`)
}
