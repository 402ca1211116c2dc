import * as v from 'valibot'
import { didYouMean, mustBe, orList } from './schema-words.ts'

/** A string that is not empty. */
export const textSchema = (description: string, examples: readonly string[] = []) =>
  v.pipe(filled, v.metadata({ description, examples }))

/** Strings, written as one or as a list; `least` 0 permits an empty list. */
export const textsSchema = (description: string, examples: readonly Some<string>[], least = 1) =>
  oneOrMore(filled, { description, examples, least, message: textOrTexts })

/** Strings that must match a pattern. */
export const textsLike = (form: Form, description: string, examples: readonly Some<string>[]) =>
  oneOrMore(textLike(form), { description, examples, least: 1, message: textOrTexts })

export const textLike = (form: Form) => v.pipe(anyText, v.regex(form.pattern, form.otherwise))

export interface Form {
  readonly pattern: RegExp
  readonly otherwise: string
}

export const host: Form = {
  pattern: /^(?!.*:\/\/)\S+$/,
  otherwise: 'must be a host such as `*.example.com`, without `https://` or spaces',
}

/** One of a fixed set of words. */
export const word = <const W extends readonly string[]>(words: W, description: string) =>
  v.pipe(v.picklist(words, wrongWord(words)), v.description(description))

/** Some of a fixed set of words, written as one or as a list. */
export const words = <const W extends readonly string[]>(known: W, description: string) =>
  oneOrMore(v.picklist(known, wrongWord(known)), { description, examples: [], least: 1, message: wrongWord(known) })

export const flag = (description: string) => v.pipe(v.boolean(mustBe('`true` or `false`')), v.description(description))

/** A whole number from 1 to a limit. */
export const amount = (limit: number, description: string) =>
  v.pipe(
    v.number(mustBe('a number')),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(limit, `must be at most ${limit}`),
    v.description(description),
  )

type Some<T> = T | readonly T[]

export const anyText = v.string(issue => `${mustBe('a string')(issue)}${quotesHelp(issue)}`)

const filled = v.pipe(anyText, v.regex(/\S/, 'must not be empty'))

const textOrTexts = (issue: Issue): string => `${mustBe('a string or a list of strings')(issue)}${quotesHelp(issue)}`

/** YAML does not read `true` and `5` as strings; quotes make them strings. */
const quotesHelp = (issue: Issue): string =>
  typeof issue.input === 'number' || typeof issue.input === 'boolean' ? '; put it in quotes' : ''

export interface Issue {
  readonly input: unknown
}

const wrongWord =
  (known: readonly string[]) =>
  (issue: Issue): string =>
    `${mustBe(orList(known))(issue)}${didYouMean(issue.input, known)}`

interface About<T> {
  readonly description: string
  readonly examples: readonly (T | readonly T[])[]
  /** The minimum length of a list. */
  readonly least: number
  readonly message: (issue: Issue) => string
}

/** One value or a list of values; the output is always a list. */
export function oneOrMore<T extends string | number | boolean>(item: v.GenericSchema<unknown, T>, about: About<T>) {
  return v.pipe(
    v.union([item, v.pipe(v.array(item), v.minLength(about.least, 'must name at least one'))], about.message),
    v.metadata({ description: about.description, examples: about.examples }),
    v.transform((value): readonly T[] => (Array.isArray(value) ? value : [value])),
  )
}

/** Bytes, or a size such as `512m`. */
export const size = v.union(
  [
    amount(Number.MAX_SAFE_INTEGER, 'Bytes.'),
    textLike({ pattern: /^[1-9][0-9]*[kKmMgG]?$/, otherwise: 'must be a size such as `512m` or `2g`' }),
  ],
  mustBe('a size such as `512m` or `2g`'),
)
