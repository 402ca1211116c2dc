import * as v from 'valibot'
import type { CommandTable } from '../../core/program-table.ts'
import { tiers } from '../../core/tier.ts'
import { closed } from './schema-closed.ts'
import { meaning, operandWords, optionWords, place, runWords, wrongMeaning } from './schema-does.ts'
import { oneOrMore, textsSchema, word } from './schema-parts.ts'
import { describeValue, mustBe } from './schema-words.ts'

/** A map with free keys. Valibot's record would accept a list as well. */
const mapOf = <const K extends v.GenericSchema<string, string>, const V extends v.GenericSchema>(
  key: K,
  value: V,
  what: string,
) =>
  v.pipe(
    v.unknown(),
    v.check(input => !Array.isArray(input), mustBe(what)),
    v.record(key, value, mustBe(what)),
  )

/** Names with one space between them; a name may be a pattern where a table looks names up. */
const names = v.pipe(
  v.string(),
  v.regex(/^[^\s-]\S*(?: [^\s-]\S*)*$/, 'must be a name, or several with one space between them'),
)

const pattern = v.pipe(v.string(), v.regex(/^\S+$/, 'must be one pattern, without spaces'))

const patterns = v.pipe(
  v.string(),
  v.regex(/^\S+(?: \S+)*$/, 'must be a pattern, or several with one space between them'),
)

const option = '--?[^\\s=,[\\]-][^\\s=,[\\]]*(?:=[A-Z][^\\s,]*|\\[=?[A-Z][^\\s,]*\\])?,?'

/** `-o FILE --output=FILE`, `-n, --dry-run`, `--color[=WHEN]`: exactly the spellings that the compiler understands. */
const spellings = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^${option}(?: (?:[A-Z][^\\s,]*,?|${option}))*$`),
    ({ input }) =>
      `must be spellings as a manual prints them, values in capitals, such as \`-o FILE --output=FILE\`, not ${describeValue(input)}`,
  ),
)

const oneMeaning = meaning(optionWords)

const meanings = oneOrMore(oneMeaning, {
  description: 'Its meaning, or a list of meanings.',
  examples: ['plain', 'write'],
  least: 1,
  message: wrongMeaning(optionWords, 'a string or a list of strings'),
})

const byValue = mapOf(patterns, meanings, 'a map of values')

const optionMeaning = v.union(
  [oneMeaning, v.pipe(v.array(oneMeaning), v.minLength(1, 'must name at least one')), byValue],
  wrongMeaning(optionWords, 'a string, a list of strings, or a map of values to strings'),
)

const operands = v.pipe(
  v.union(
    [
      meaning(operandWords),
      v.pipe(
        v.array(place(operandWords)),
        v.minLength(1, 'must name at least one'),
        v.check(list => list.filter(one => one.endsWith('...')).length < 2, 'must contain at most one `...`'),
      ),
      mapOf(pattern, meaning(operandWords), 'a map of patterns'),
    ],
    wrongMeaning(operandWords, 'a string, a list by position, or a map of patterns'),
  ),
  v.metadata({
    description: 'The meaning of the operands: one for all, by position (... repeats), or by pattern.',
    examples: ['read', ['plain', 'read...'], { 'prod-*': 'change deploy/production', '*': 'plain' }],
  }),
)

/** The keys that programs and subcommands share. */
const tableKeys = {
  does: v.exactOptional(
    oneOrMore(meaning(runWords), {
      description: 'Effects of every run, independent of its arguments.',
      examples: ['change deploy/push', ['connect sends', 'change deploy/push']],
      least: 1,
      message: wrongMeaning(runWords, 'a string or a list of strings'),
    }),
  ),
  options: v.exactOptional(
    v.pipe(
      mapOf(spellings, optionMeaning, 'a map of options'),
      v.metadata({
        description: 'Options by their spellings; a capitalised word is a value. An option that is not listed asks.',
        examples: [{ '-o FILE --output=FILE': 'write', '-q --quiet': 'plain', '-n, --dry-run': 'dry run' }],
      }),
    ),
  ),
  other_options: v.exactOptional(
    word(['plain'], 'Options that are not listed have no effect. Only where the tier is read.'),
  ),
  single_dash: v.exactOptional(
    v.pipe(
      v.literal(true, mustBe('`true`, or the key left out')),
      v.description('Long options have one dash: -auto-approve.'),
    ),
  ),
  operands: v.exactOptional(operands),
  code: v.exactOptional(word(['project'], 'project: it runs code from the workspace.')),
}

const commands: v.GenericSchema<unknown, Readonly<Record<string, CommandInput>>> = v.lazy(() =>
  mapOf(names, commandSchema, 'a map of subcommands'),
)

const commandsKey = v.exactOptional(
  v.pipe(
    commands,
    v.metadata({
      description: 'Tables for subcommands; a key may list several names. A subcommand that is not listed asks.',
      examples: [{ 'status logs': { tier: 'read' }, push: { tier: 'execute', does: 'change deploy/push' } }],
    }),
  ),
)

const commandSchema = closed('a subcommand', {
  tier: v.exactOptional(word(tiers, "The worst that it can do. Default: the program's tier.")),
  ...tableKeys,
  commands: commandsKey,
})

const named = (description: string, example: string) =>
  v.exactOptional(
    v.pipe(mapOf(patterns, meanings, 'a map of names'), v.metadata({ description, examples: [{ [example]: 'run' }] })),
  )

/** The table of one program. */
const programSchema = v.pipe(
  closed(
    'a program',
    {
      tier: word(tiers, 'The worst that the program itself can do, apart from the effects of its arguments.'),
      ...tableKeys,
      commands: commandsKey,
      settings: named('KEY=VALUE settings that an option of kind `setting` takes, by key.', 'core.pager'),
      env: named('Environment variables that change what the program does.', 'DEPLOYCTL_HOOK'),
      examples: v.exactOptional(
        v.pipe(
          mapOf(
            v.pipe(v.string(), v.regex(/\S/, 'must not be empty')),
            textsSchema('The effects, apart from the run itself.', ['write out.txt'], 0),
            'a map of command lines to effects',
          ),
          v.metadata({
            description: 'Command lines and their effects, apart from the run itself. Checked when the policy loads.',
            examples: [{ 'deployctl push prod': ['change deploy/push'] }],
          }),
        ),
      ),
    },
    { tier: 'say the worst it can do: `read`, `write`, `execute` or `destructive`' },
  ),
  v.description('What one program does with its arguments.'),
)

const program = '(?:~/|/|\\./)?[\\w@%+:.-]+(?:/[\\w@%+:.-]+)*'

/** Bare names and paths, without characters that a shell or a pattern would interpret. */
const programNames = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^${program}(?: ${program})*$`),
    ({ input }) =>
      `must be a program's name or path, or several with one space between them, not ${describeValue(input)}`,
  ),
)

export const programsSchema = v.pipe(
  mapOf(programNames, programSchema, 'a map of programs'),
  v.metadata({
    description:
      'Programs that Sallyport does not know, and what they do with their arguments. Only used from a trusted file.',
    examples: [{ deployctl: { tier: 'read', commands: { push: { tier: 'execute', does: 'change deploy/push' } } } }],
  }),
)

export type CommandInput = Omit<CommandTable, 'otherOptions' | 'singleDash' | 'commands'> & {
  readonly other_options?: 'plain'
  readonly single_dash?: true
  readonly commands?: Readonly<Record<string, CommandInput>>
}

export type ProgramInput = v.InferOutput<typeof programSchema>
