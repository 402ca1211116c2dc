import { fail, ok, type Result } from './fault.ts'
import { limits } from './limits.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property, or undefined; inherited properties are never read. */
export const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

export const ownString = (object: JsonObject, key: string): string | undefined => {
  const value = own(object, key)
  return typeof value === 'string' ? value : undefined
}

/**
 * Copies outside data, which must be JSON within the limits. The copy's objects have no prototype, so a `__proto__` key
 * is a key like any other.
 */
export function takeJson(value: unknown): Result<Json> {
  const budget = { chars: limits.inputChars, values: limits.inputValues }
  try {
    return ok(copy(value, 0, budget))
  } catch (error) {
    if (error instanceof Refusal) return fail(error.code, error.message)
    return fail('validation', 'input cannot be read')
  }
}

class Refusal extends Error {
  readonly code: 'validation' | 'input_too_deep' | 'input_too_large' | 'text_malformed'
  constructor(code: Refusal['code'], message: string) {
    super(message)
    this.code = code
  }
}

interface Budget {
  chars: number
  values: number
}

function copy(value: unknown, depth: number, budget: Budget): Json {
  if (depth > limits.inputDepth)
    throw new Refusal('input_too_deep', `input nests deeper than ${limits.inputDepth} levels`)
  budget.values -= 1
  if (budget.values < 0) throw new Refusal('input_too_large', `input has more than ${limits.inputValues} values`)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return text(value, budget)
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new Refusal('validation', 'input contains a number that JSON cannot represent')
  }
  if (Array.isArray(value)) return value.map(item => copy(item, depth + 1, budget))
  if (typeof value !== 'object') throw new Refusal('validation', `input contains a ${typeof value}, which is not JSON`)
  const object: { [key: string]: Json } = Object.create(null)
  for (const [key, item] of Object.entries(value)) object[text(key, budget)] = copy(item, depth + 1, budget)
  return object
}

function text(value: string, budget: Budget): string {
  budget.chars -= value.length
  if (budget.chars < 0) throw new Refusal('input_too_large', `input has more than ${limits.inputChars} characters`)
  if (!isWellFormed(value)) throw new Refusal('text_malformed', 'input contains text that is not valid Unicode')
  return value
}

const loneSurrogate = /\p{Surrogate}/u
const isWellFormed = (value: string): boolean => !loneSurrogate.test(value)

/** JSON with sorted keys and no white space: the same data is always the same text (R125). */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return jsonString(value)
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value !== 'object') return JSON.stringify(value)
  let text = ''
  if (isList(value)) {
    for (const item of value) text += `${text === '' ? '[' : ','}${canonicalJson(item)}`
    return text === '' ? '[]' : `${text}]`
  }
  for (const key of inOrder(Object.keys(value))) {
    text += `${text === '' ? '{' : ','}${jsonString(key)}:${canonicalJson(value[key] ?? null)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Sorted keys. Many objects are sorted already, and checking that is cheaper than sorting. */
export function inOrder(keys: string[]): readonly string[] {
  let before = ''
  for (const key of keys) {
    if (key < before) return keys.sort()
    before = key
  }
  return keys
}

/** A string as JSON. Most need no escapes, and checking that first is cheaper. */
export const jsonString = (text: string): string => (unescaped.test(text) ? `"${text}"` : JSON.stringify(text))
const unescaped = /^[ !#-[\]-~]*$/

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
