import type { Json } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import { isPlaceholder } from './placeholder.ts'
import { redact } from './redact.ts'
import { argvSecrets } from './redact-argv.ts'
import { mark } from './secret-kind.ts'
import { isSecretName } from './secret-name.ts'

export interface JsonRedaction {
  readonly value: Json
  readonly secrets: readonly string[]
}

/** Redacts every string of a value, keys too, and whatever stands under a secret's name. */
export function redactJson(value: unknown): JsonRedaction {
  const secrets: string[] = []
  return { value: mapStrings(value, { secrets, finish: text => text }), secrets }
}

/** What a walk does with strings once they hold no secret, and where it keeps what it removed. */
export interface StringWalk {
  readonly secrets: string[]
  readonly finish: (text: string) => string
}

/** A redacted copy that holds JSON only; what JSON cannot hold becomes a note in its place, so that it never throws it away. */
export function mapStrings(value: unknown, walk: StringWalk): Json {
  return copy(value, { walk, depth: 0, secret: false })
}

interface Position {
  readonly walk: StringWalk
  readonly depth: number
  /** Whether a secret's name stands above. */
  readonly secret: boolean
}

function copy(value: unknown, at: Position): Json {
  if (typeof value === 'string') return at.walk.finish(at.secret ? hide(value, at) : clean(value, at))
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
  if (typeof value === 'number') return number(value, at)
  if (typeof value !== 'object') return `[${typeof value}]`
  // Inputs are no deeper than their limit; the records around them add a few levels.
  if (at.depth > limits.inputDepth + 16) return '[too deep]'
  return Array.isArray(value) ? list(value, at) : object(value, at)
}

function clean(text: string, { walk }: Position): string {
  const redaction = redact(text)
  if (redaction.secrets.length > 0) walk.secrets.push(...redaction.secrets)
  return redaction.text
}

function hide(text: string, { walk }: Position): string {
  if (text === '' || isPlaceholder(text)) return text
  walk.secrets.push(text)
  return mark('field')
}

function number(value: number, at: Position): Json {
  if (!Number.isFinite(value)) return `[${value}]`
  return at.secret ? hide(String(value), at) : value
}

function list(items: readonly unknown[], at: Position): Json {
  const inner = { ...at, depth: at.depth + 1 }
  const argv = argvSecrets(items)
  return items.map((item, index) => {
    const found = argv.get(index)
    if (found === undefined) return copy(item, inner)
    at.walk.secrets.push(found.secret)
    return found.text
  })
}

function object(value: object, at: Position): Json {
  const out: { [key: string]: Json } = Object.create(null)
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const secret = at.secret || (isSecretName(key) && !isDigest(item))
    out[freeKey(out, at.walk.finish(clean(key, at)))] = copy(item, { ...at, depth: at.depth + 1, secret })
  }
  return out
}

/** Two keys that are redacted to the same text stay two. */
function freeKey(object: { readonly [key: string]: Json }, key: string): string {
  if (!Object.hasOwn(object, key)) return key
  for (let n = 2; ; n += 1) {
    if (!Object.hasOwn(object, `${key}#${n}`)) return `${key}#${n}`
  }
}

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^(?:sha256:)?[0-9a-f]{64}$/.test(value)
