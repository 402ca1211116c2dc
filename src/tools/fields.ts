import * as v from 'valibot'
import { fail, type Result } from '../core/fault.ts'
import { isObject, type Json, type JsonObject, own } from '../core/json.ts'
import { limits } from '../core/limits.ts'

/** The longest pattern, address or name in a tool's input. */
const maxName = 32_768

export const nulMessage = 'without NUL bytes'
const word = v.pipe(v.string(), v.excludes('\0', nulMessage))
const filled = v.pipe(word, v.minLength(1, 'not empty'), v.maxLength(maxName, 'shorter'))
const path = v.pipe(filled, v.maxLength(limits.pathChars, 'shorter'))
const spoken = v.pipe(
  word,
  v.check(text => text.trim() !== '', 'not empty'),
)

const every = (value: string | readonly string[], holds: (text: string) => boolean): boolean =>
  typeof value === 'string' ? holds(value) : value.every(holds)
const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.check(value => typeof value === 'string' || value.length <= limits.effects, 'a shorter list'),
  v.check(value => every(value, text => text.length <= maxName), 'shorter'),
)

const names = v.pipe(
  oneOrMore,
  v.check(value => every(value, text => !text.includes('\0')), nulMessage),
  v.check(value => every(value, text => text !== ''), 'not empty'),
)

/** The types of input fields. `null` counts as absent: some clients send every key. */
export const field = {
  /** A command or another text that must not be empty. */
  command: spoken,
  optionalCommand: v.nullish(spoken),
  /** A program and its arguments. */
  argv: v.pipe(
    v.array(word),
    v.check(words => (words[0] ?? '') !== '', 'a list that begins with a program'),
  ),
  optionalPath: v.nullish(path),
  paths: v.nullish(
    v.pipe(
      names,
      v.check(value => every(value, text => text.length <= limits.pathChars), 'shorter'),
    ),
  ),
  address: filled,
  optionalAddress: v.nullish(filled),
  addresses: v.nullish(names),
  patterns: v.nullish(
    v.pipe(
      oneOrMore,
      v.check(value => every(value, text => !text.includes('\0')), nulMessage),
    ),
  ),
  /** Text that is recorded only as its size and hash. */
  content: v.nullish(v.string()),
  text: v.nullish(v.string()),
  name: filled,
  flag: v.nullish(v.boolean()),
  number: v.nullish(v.number()),
  session: v.pipe(v.number(), v.integer('an integer')),
  policy: v.nullish(v.picklist(['inherit', 'none', 'restricted'])),
  env: v.nullish(v.custom<JsonObject>(isEnvironment, 'a map of names to texts without NUL bytes')),
  /** A field without influence on the effects. */
  note: v.nullish(v.custom<Json>(() => true)),
} as const

/** Entries for several keys of one type, separated by blanks: `'offset limit'`. */
export const each = (keys: string, schema: v.ObjectEntries[string]): v.ObjectEntries =>
  Object.fromEntries(keys.split(' ').map(key => [key, schema]))

/** The strings under a key that takes one string or a list. */
export function textsUnder(input: JsonObject, key: string): readonly string[] {
  const value = own(input, key)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** Each string under one of these keys, with its key. */
export function given(input: JsonObject, keys: readonly string[]): readonly (readonly [key: string, text: string])[] {
  const found: (readonly [string, string])[] = []
  for (const key of keys)
    if (Object.hasOwn(input, key)) for (const text of textsUnder(input, key)) found.push([key, text])
  return found
}

/** The input without these keys and without absent ones. */
export function otherKeys(input: JsonObject, told: readonly string[]): JsonObject {
  const rest: { [key: string]: Json } = {}
  for (const key of Object.keys(input)) {
    const value = input[key] ?? null
    if (value !== null && !told.includes(key)) rest[key] = value
  }
  return rest
}

/** The fault for an input without any of the required keys. */
export const missing = (key: string, { tool }: { readonly tool: string }): Result<never> =>
  fail('validation', `field \`${key}\` of \`${tool}\` is missing`)

function isEnvironment(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(
    ([name, text]) => name !== '' && !/[=\0]/.test(name) && typeof text === 'string' && !text.includes('\0'),
  )
}
