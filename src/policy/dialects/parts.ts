import * as v from 'valibot'
import { textSchema } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'

/** A list of strings, possibly empty. */
export const list = v.array(textSchema('one entry'), mustBe('a list of strings'))

/** Tools by their exact names. */
export const tools = v.array(
  v.pipe(textSchema('a tool'), v.regex(/^[^*]*$/, 'must not contain `*`: tools are named exactly here')),
  mustBe('a list of tools'),
)

/** Commands as these systems write them: words, in which `*` is not a wildcard. */
export const commandList = v.array(
  v.pipe(
    textSchema('a command'),
    v.regex(/^\s*[^\s-]/, 'must start with a program, such as `git` or `docker compose`'),
    v.regex(/^[^*]*$/, 'must not contain `*`: it is not a wildcard here'),
  ),
  mustBe('a list of commands'),
)

/** Directories as these systems write them: no wildcards and no `..`. */
export const directories = v.array(
  v.pipe(
    textSchema('a path'),
    v.regex(/^[^*?]*$/, 'must not contain `*` or `?`: they are not wildcards here'),
    v.check(path => !path.split('/').includes('..'), 'must not contain `..`; write an absolute path'),
  ),
  mustBe('a list of paths'),
)

/** A relative path starts at the project, even if it is a single name. */
export const fromProject = (path: string): string => (/^[/~.]/.test(path) ? path : `./${path}`)

/** The names that these systems give to the three decisions (C23). */
const decisionWords = {
  allow: 'allow',
  continue: 'allow',
  ask: 'ask',
  ask_user: 'ask',
  require_approval: 'ask',
  deny: 'deny',
} as const

const known = Object.keys(decisionWords) as readonly (keyof typeof decisionWords)[]

export const decision = v.pipe(
  v.picklist(known, issue => mustBe(known.map(word => `\`${word}\``).join(', '))(issue)),
  v.transform(word => decisionWords[word]),
)

/** Whole units of time above zero, at most a week. */
export const time = (unitMs: number) =>
  v.pipe(
    v.number(mustBe('a number')),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(604_800_000 / unitMs, 'must be at most a week'),
    v.transform(value => Math.round(value * unitMs)),
  )

/** Milliseconds as a policy writes them. */
export const duration = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`)
