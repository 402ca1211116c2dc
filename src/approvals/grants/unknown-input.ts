import { isList, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { nameWords } from '../../tools/verbs.ts'

/**
 * Every key of an input at any depth, with the type of its value: `owner text`, `labels[] text`. A text that is JSON counts
 * with its own keys, because the tool may read it as such.
 */
export function inputKeys(input: JsonObject): readonly string[] {
  const found = new Set<string>()
  walkInput(input, (path, value) => void found.add(`${path.join('')} ${typeOf(value)}`.trim()))
  return [...found].sort()
}

/** Every text in an input, at any depth; of a text that is JSON, the texts in it as well. */
export function inputTexts(input: JsonObject): readonly string[] {
  const found = new Set<string>()
  walkInput(input, (_path, value) => typeof value === 'string' && found.add(value))
  return [...found]
}

type Visit = (path: readonly string[], value: Json) => void

function walkInput(value: Json, visit: Visit, path: readonly string[] = []): void {
  visit(path, value)
  const inner = typeof value === 'string' ? (path.length > maxDepth ? null : jsonIn(value)) : value
  const below = inner === value ? path : [...path, ' as JSON ']
  if (inner === null) return
  if (typeof inner === 'string' && inner !== value) walkInput(inner, visit, below)
  else if (isList(inner)) for (const item of inner) walkInput(item, visit, [...below, '[]'])
  else if (isObject(inner))
    for (const [key, item] of Object.entries(inner)) walkInput(item, visit, [...below, `.${JSON.stringify(key)}`])
}

const maxDepth = 32

/** The object, list or text that a text contains as JSON; null if it is none. */
function jsonIn(text: string): Json {
  if (!/^\s*[[{"]/.test(text)) return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function typeOf(value: Json): string {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return 'text'
  return isList(value) ? 'list' : typeof value
}

/**
 * Whether a tool runs or applies its text, as its name or a field says: code, a query, a manifest, a prompt. What such a tool
 * does is in the text, so no input stands for another.
 */
export function runsText(tool: string, input: JsonObject): boolean {
  const name = new Set(nameWords(tool.split('__').slice(2).join('_') || tool))
  if ([...name].some(word => runningVerbs.has(word))) return true
  const isSearch = [...name].some(word => searchVerbs.has(word))
  const keys = new Set(inputKeys(input).flatMap(nameWords))
  return [...keys].some(word => runningFields.has(word) || (word === 'query' && !isSearch))
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const runningVerbs = words(
  `run running exec execute executes eval evaluate query queries apply invoke script scripts shell bash sh terminal console
  repl interpreter python javascript js sql cypher graphql command commands cmd deploy compile`,
)

/** A query of these is a few words to look for. */
const searchVerbs = words('search find lookup')

const runningFields = words(
  `code codes expression expressions sql statement statements script scripts js javascript typescript python ruby php perl lua
  bash shell sh manifest manifests yaml command commands cmd cmds commandline argv program eval function functions lambda snippet
  formula cypher graphql mutation pipeline workflow patch diff prompt prompts instructions template macro procedure queries`,
)
