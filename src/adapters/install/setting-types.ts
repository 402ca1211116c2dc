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
export const stringValue = string('is not a string')
export const flagValue = boolean('is not `true` or `false`')
export const numberValue = number('is not a number')
export const eitherValue = (what: string, ...types: readonly GenericSchema[]) => union([...types], what)
export const anyValue = unknown()
export const stringValues = array(stringValue, 'is not a list')
export const wholeNumberFrom = (least: number) =>
  pipe(numberValue, integer('is not a whole number'), minValue(least, `is less than ${least}`))
export const numberWithin = (least: number, most: number) =>
  pipe(numberValue, minValue(least, `is less than ${least}`), maxValue(most, `is more than ${most}`))
export const oneWordOf = (words: string) => picklist(words.split(' '), `is not one of ${words.replaceAll(' ', ', ')}`)
export const valuesOf = (item: GenericSchema) => array(item, 'is not a list')
/** The library takes a list for an object. */
const anObject = custom(isObject, 'is not an object')

export const mapValue = (value: GenericSchema) => pipe(anObject, record(string(), value))

/** A hook, whose `type` decides which keys it has. */
export const hookValue = (types: Readonly<Record<string, GenericSchema>>) =>
  lazy(hook => {
    const type = isObject(hook) ? hook['type'] : undefined
    const known = typeof type === 'string' ? new Map(Object.entries(types)).get(type) : undefined
    return known ?? objectValue({}, { type: oneWordOf(Object.keys(types).join(' ')) })
  })

export type KeyTypes = Readonly<Record<string, GenericSchema>>

/** An object in which the keys of `optionals` may be missing, and other keys may be anything. */
export const objectValue = (optionals: KeyTypes, required: KeyTypes = {}) =>
  pipe(anObject, looseObject({ ...optionalKeys(optionals), ...required }, 'is missing'))

/** The same, but no other keys. */
export const closedObject = (optionals: KeyTypes) =>
  pipe(anObject, strictObject(optionalKeys(optionals), 'is not a key that this client knows'))

const optionalKeys = (keys: KeyTypes) =>
  Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, optional(schema)]))

/** The same type for many keys. */
export const eachKey = (names: string, schema: GenericSchema): KeyTypes =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, schema]),
  )
