import * as v from 'valibot'
import { didYouMean, mustBe, orList } from './schema-words.ts'

/** A text that says something. */
export const textSchema = (description: string, examples: readonly string[] = []) =>
  v.pipe(filled, v.metadata({ description, examples }))

/** Texts, written as one or as a list; `least` 0 lets the list be empty. */
export const textsSchema = (description: string, examples: readonly Some<string>[], least = 1) =>
  oneOrMore(filled, { description, examples, least, message: textOrTexts })

/** Texts that must have a form, and what to say of one that has not. */
export const textsLike = (form: Form, description: string, examples: readonly Some<string>[]) =>
  oneOrMore(textLike(form), { description, examples, least: 1, message: textOrTexts })

export const textLike = (form: Form) => v.pipe(anyText, v.regex(form.pattern, form.otherwise))

export interface Form {
  readonly pattern: RegExp
  readonly otherwise: string
}

export const host: Form = {
  pattern: /^(?!.*:\/\/)\S+$/,
  otherwise: 'must be a host such as `*.example.com`, without `https://` and spaces',
}

/** One of a few words. */
export const word = <const W extends readonly string[]>(words: W, description: string) =>
  v.pipe(v.picklist(words, wrongWord(words)), v.description(description))

/** Some of a few words, written as one or as a list. */
export const words = <const W extends readonly string[]>(known: W, description: string) =>
  oneOrMore(v.picklist(known, wrongWord(known)), { description, examples: [], least: 1, message: wrongWord(known) })

export const flag = (description: string) => v.pipe(v.boolean(mustBe('`true` or `false`')), v.description(description))

/** A number above zero, up to a limit. */
export const amount = (limit: number, description: string) =>
  v.pipe(
    v.number(mustBe('a number')),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(limit, `must be at most ${limit}`),
    v.description(description),
  )

type Some<T> = T | readonly T[]

export const anyText = v.string(issue => `${mustBe('a text')(issue)}${quotesHelp(issue)}`)

const filled = v.pipe(anyText, v.regex(/\S/, 'must not be empty'))

const textOrTexts = (issue: Issue): string => `${mustBe('a text or a list of texts')(issue)}${quotesHelp(issue)}`

/** YAML reads `true` and `5` as no texts; quotes make them texts. */
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
  /** How many a list must hold. */
  readonly least: number
  readonly message: (issue: Issue) => string
}

/** One value or a list of them, always a list once read. */
export function oneOrMore<T extends string | number | boolean>(item: v.GenericSchema<unknown, T>, about: About<T>) {
  return v.pipe(
    v.union([item, v.pipe(v.array(item), v.minLength(about.least, 'must name at least one'))], about.message),
    v.metadata({ description: about.description, examples: about.examples }),
    v.transform((value): readonly T[] => (Array.isArray(value) ? value : [value])),
  )
}
