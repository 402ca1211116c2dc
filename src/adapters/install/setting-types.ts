import {
  array,
  boolean,
  custom,
  type GenericSchema,
  integer,
  lazy,
  looseObject,
  maxValue,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  record,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot'
import { isObject } from '../../core/json.ts'

/** Types of values in clients' settings, with the messages that a person reads: "`model` is not a string". */
export const text = string('is not a string')
export const flag = boolean('is not `true` or `false`')
export const amount = number('is not a number')
export const either = (what: string, ...types: readonly GenericSchema[]) => union([...types], what)
export const anything = unknown()
export const textList = array(text, 'is not a list')
export const wholeFrom = (least: number) =>
  pipe(amount, integer('is not a whole number'), minValue(least, `is less than ${least}`))
export const within = (least: number, most: number) =>
  pipe(amount, minValue(least, `is less than ${least}`), maxValue(most, `is more than ${most}`))
export const oneOf = (words: string) => picklist(words.split(' '), `is not one of ${words.replaceAll(' ', ', ')}`)
export const listOf = (item: GenericSchema) => array(item, 'is not a list')
/** The library takes a list for an object. */
const anObject = custom(isObject, 'is not an object')

export const mapOf = (value: GenericSchema) => pipe(anObject, record(string(), value))

/** A hook, whose `type` decides which keys it has. */
export const hookOf = (types: Readonly<Record<string, GenericSchema>>) =>
  lazy(hook => {
    const type = isObject(hook) ? hook['type'] : undefined
    const known = typeof type === 'string' ? new Map(Object.entries(types)).get(type) : undefined
    return known ?? objectOf({}, { type: oneOf(Object.keys(types).join(' ')) })
  })

export type Keys = Readonly<Record<string, GenericSchema>>

/** An object in which the keys of `optionals` may be missing, and other keys may be anything. */
export const objectOf = (optionals: Keys, required: Keys = {}) =>
  pipe(anObject, looseObject({ ...optionalKeys(optionals), ...required }, 'is missing'))

/** The same, but no other keys. */
export const onlyKeys = (optionals: Keys) =>
  pipe(anObject, strictObject(optionalKeys(optionals), 'is not a key that this client knows'))

const optionalKeys = (keys: Keys) =>
  Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, optional(schema)]))

/** The same type for many keys. */
export const each = (names: string, schema: GenericSchema): Keys =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, schema]),
  )
