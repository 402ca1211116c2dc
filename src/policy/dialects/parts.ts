import * as v from 'valibot'
import { textSchema } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'

/** A list of texts, possibly empty. */
export const list = v.array(textSchema('one entry'), mustBe('a list of texts'))

/** Tools by their exact names. */
export const tools = v.array(
  v.pipe(textSchema('a tool'), v.regex(/^[^*]*$/, 'must not hold `*`: tools are named exactly here')),
  mustBe('a list of tools'),
)

/** A command as these systems write it: words, in which `*` is no wildcard. */
export const commandList = v.array(
  v.pipe(
    textSchema('a command'),
    v.regex(/^\s*[^\s-]/, 'must start with a program, such as `git` or `docker compose`'),
    v.regex(/^[^*]*$/, 'must not hold `*`: it is no wildcard here'),
  ),
  mustBe('a list of commands'),
)

/** Directories as these systems write them: no wildcards, and nothing that climbs out of the project. */
export const directories = v.array(
  v.pipe(
    textSchema('a path'),
    v.regex(/^[^*?]*$/, 'must not hold `*` or `?`: they are no wildcards here'),
    v.check(path => !path.split('/').includes('..'), 'must not hold `..`; write an absolute path'),
  ),
  mustBe('a list of paths'),
)

/** A relative path starts at the project, also one of a single name. */
export const fromProject = (path: string): string => (/^[/~.]/.test(path) ? path : `./${path}`)

/** What the systems call the three decisions (C23). */
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
