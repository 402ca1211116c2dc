import { inOrder, isList, isObject, type Json, type JsonObject, jsonString } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { isSecretName } from '../../core/secret-name.ts'
import { isPlaceholder } from './placeholder.ts'
import { redact } from './redact.ts'
import { argvSecrets } from './redact-argv.ts'
import { mark } from './secret-kind.ts'

export interface JsonRedaction {
  readonly value: Json
  readonly secrets: readonly string[]
}

/** Redacts every string of a value, including keys, and every value under a key that names a secret. */
export function redactJson(value: Json): JsonRedaction {
  const secrets: string[] = []
  // Most values have no secret and are returned as they are.
  if (isClean(value, 0)) return { value, secrets }
  const text = redactedJson(value, { secrets, finish: string => string })
  return { value: secrets.length === 0 ? value : JSON.parse(text), secrets }
}

/** Whether the value has no secret: in no string, under no key that names one, in no argument after such a flag. */
function isClean(value: Json, depth: number): boolean {
  if (typeof value === 'string') return redact(value).secrets.length === 0
  if (value === null || typeof value !== 'object') return true
  if (depth > depths) return false
  if (isList(value)) {
    for (const item of value) if (!isClean(item, depth + 1)) return false
    return argvSecrets(value).size === 0
  }
  for (const key of Object.keys(value)) {
    const { secret, clean } = factsOf(key)
    if (!clean || secret || !isClean(value[key] ?? null, depth + 1)) return false
  }
  return true
}

/** The state of a walk: where it collects removed secrets, and what it does with a string after redaction. */
export interface StringWalk {
  readonly secrets: string[]
  readonly finish: (text: string) => string
}

/**
 * Canonical JSON of a redacted value, written in one pass: every verdict needs it, so it must take microseconds. A value
 * that JSON cannot represent becomes a note. Never throws.
 */
export function redactedJson(value: unknown, walk: StringWalk): string {
  return write(value, walk, { depth: 0, secret: false })
}

/** The position of a walk: its depth, and whether a key above names a secret. */
interface Position {
  readonly depth: number
  readonly secret: boolean
}

// Inputs have a depth limit; the records around them add a few levels.
const depths = limits.inputDepth + 16

function write(value: unknown, walk: StringWalk, at: Position): string {
  if (typeof value === 'string') return jsonString(walk.finish(at.secret ? hide(value, walk) : clean(value, walk)))
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number') return number(value, walk, at)
  if (at.depth > depths) return '"[too deep]"'
  if (Array.isArray(value)) return list(value, walk, at)
  return isObject(value) ? object(value, walk, at) : `"[${typeof value}]"`
}

function clean(text: string, walk: StringWalk): string {
  const redaction = redact(text)
  for (const secret of redaction.secrets) walk.secrets.push(secret)
  return redaction.text
}

function hide(text: string, walk: StringWalk): string {
  if (text === '' || isPlaceholder(text)) return text
  walk.secrets.push(text)
  return mark('field')
}

function number(value: number, walk: StringWalk, at: Position): string {
  if (!Number.isFinite(value)) return `"[${value}]"`
  return at.secret ? JSON.stringify(hide(String(value), walk)) : JSON.stringify(value)
}

function list(items: readonly unknown[], walk: StringWalk, at: Position): string {
  const inner = below(at, at.secret)
  const argv = argvSecrets(items)
  let out = ''
  for (let i = 0; i < items.length; i += 1) {
    const found = argv.get(i)
    if (found !== undefined) walk.secrets.push(found.secret)
    out += `${i === 0 ? '[' : ','}${found === undefined ? write(items[i], walk, inner) : jsonString(found.text)}`
  }
  return out === '' ? '[]' : `${out}]`
}

function object(value: JsonObject, walk: StringWalk, at: Position): string {
  const keys = Object.keys(value)
  const renamed = renamedKeys(keys, walk)
  const inner = below(at, at.secret)
  let out = ''
  for (const key of renamed === null ? inOrder(keys) : inOrderOf(renamed, keys)) {
    const item: unknown = value[key]
    if (item === undefined) continue
    const facts = factsOf(key)
    const name = renamed === null ? facts.json : `${jsonString(renamed.get(key) ?? key)}:`
    const text = write(item, walk, facts.secret && !isDigest(item) ? below(at, true) : inner)
    out += `${out === '' ? '{' : ','}${name}${text}`
  }
  return out === '' ? '{}' : `${out}}`
}

const inOrderOf = (names: ReadonlyMap<string, string>, keys: string[]): readonly string[] =>
  keys.sort((a, b) => ((names.get(a) ?? a) < (names.get(b) ?? b) ? -1 : 1))

/** New names for the keys of an object if one of them is a secret; null if none is. Different keys stay different. */
function renamedKeys(keys: readonly string[], walk: StringWalk): ReadonlyMap<string, string> | null {
  if (keys.every(isCleanKey)) return null
  const names = new Map<string, string>()
  const taken = new Set<string>()
  // Remembers the last number of each name: thousands of keys may get the same name.
  const numbers = new Map<string, number>()
  for (const key of keys) {
    const name = walk.finish(clean(key, walk))
    let free = name
    let n = numbers.get(name) ?? 2
    for (; taken.has(free); n += 1) free = `${name}#${n}`
    numbers.set(name, n)
    taken.add(free)
    names.set(key, free)
  }
  return names
}

const below = ({ depth }: Position, secret: boolean): Position => ({ depth: depth + 1, secret })

interface KeyFacts {
  /** Whether the key names a secret, and whether it is free of secrets itself. */
  readonly secret: boolean
  readonly clean: boolean
  /** The key as JSON, with its colon. */
  readonly json: string
}

/** A cache, since records repeat their keys. Its size is limited, so that a caller cannot fill the memory. */
const knownKeys = new Map<string, KeyFacts>()
const maxKnownKeys = 1_000

const factsOf = (key: string): KeyFacts => knownKeys.get(key) ?? learn(key)

const isCleanKey = (key: string): boolean => factsOf(key).clean

function learn(key: string): KeyFacts {
  const clean = key.length <= 64 && redact(key).secrets.length === 0
  // A mark names the text that it replaced, not the value under it.
  const facts = { secret: isSecretName(key) && !key.startsWith('[redacted:'), clean, json: `${jsonString(key)}:` }
  if (clean && knownKeys.size < maxKnownKeys) knownKeys.set(key, facts)
  return facts
}

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^(?:sha256:)?[0-9a-f]{64}$/.test(value)
