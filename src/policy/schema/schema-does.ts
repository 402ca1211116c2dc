import * as v from 'valibot'
import type { Does } from '../../core/program-table.ts'
import { tiers } from '../../core/tier.ts'
import { anyText, type Issue } from './schema-parts.ts'
import { describeValue, didYouMean, mustBe, orList } from './schema-words.ts'

/** The meanings of an operand. */
export const operandWords = [
  'plain',
  'read',
  'list',
  'read listed',
  'write',
  'delete',
  'empty',
  'move',
  'put',
  'write below',
  'write prefix',
  'run',
  'command',
  'code',
  'may name code',
  'variable',
  'connect',
  'connect sends',
] as const satisfies readonly Does[]

/** The meanings of an option, a setting or a variable, for its value or for the whole run. */
export const optionWords = [
  ...operandWords.filter(word => word !== 'command'),
  'recursive',
  'here',
  'operands read',
  'operands write',
  'operands delete',
  'operands move',
  'put into',
  'put exactly',
  'put with parents',
  'beside',
  'first operand',
  'cwd',
  'setting',
  'env',
  'more options',
  'sends',
  'dry run',
  'prints',
  ...tiers.map(tier => `tier ${tier}` as const),
] as const satisfies readonly Does[]

/** The meanings that apply to every run of a program, independent of its arguments. */
export const runWords = ['connect', 'connect sends', 'sends', 'recursive', 'here'] as const satisfies readonly Does[]

const made = 'change [a-z][a-z0-9-]*/[a-z][a-z0-9-]*|opaque \\S[^\\n]*'

/** One of the words, `change SYSTEM/ACTION` or `opaque WHY`. */
export const meaning = (words: readonly Does[]) =>
  v.pipe(
    anyText,
    v.regex(new RegExp(`^(?:${words.join('|')}|${made})$`), notOneOf(words)),
    v.metadata({ examples: [...words, 'change deploy/push', 'opaque its plugins'] }),
    v.transform(word => word as Does),
  )

/** The same in a list by position, where `...` repeats. */
export const place = (words: readonly Does[]) =>
  v.pipe(
    anyText,
    v.regex(new RegExp(`^(?:${words.join('|')}|${made})(?:\\.\\.\\.)?$`), notOneOf(words)),
    v.transform(word => word as Does | `${Does}...`),
  )

/** The message for a value that is not a meaning, or a list or map of them; for a string the same as for a single meaning. */
export const wrongMeaning =
  (words: readonly string[], what: string) =>
  (issue: Issue): string =>
    typeof issue.input === 'string' ? notOneOf(words)(issue) : mustBe(what)(issue)

const notOneOf =
  (words: readonly string[]) =>
  ({ input }: Issue): string => {
    const guess = didYouMean(input, words)
    if (typeof input === 'string' && /^change\b/.test(input))
      return `must name a system and an action in lower case, such as \`change deploy/push\`, not ${describeValue(input)}`
    const known = `${orList(words)}, \`change SYSTEM/ACTION\` or \`opaque WHY\``
    return `must not be ${describeValue(input)}${guess === '' ? `; it can be ${known}` : guess}`
  }
