import * as v from 'valibot'
import { decisions } from '../../core/decision.ts'
import { limits } from '../../core/limits.ts'
import { durationPattern, parseDuration } from '../read/duration.ts'
import { modes } from './document.ts'
import { closed } from './schema-closed.ts'
import { fenceSchema } from './schema-fence.ts'
import { flag, textSchema, textsSchema, word } from './schema-parts.ts'
import { programsSchema } from './schema-program.ts'
import { ruleSchema } from './schema-rule.ts'
import { describeValue, didYouMean, mustBe } from './schema-words.ts'

const timeLimit = 'must be a time such as `90s` or `5m`, at most a week'

const timeout = (description: string) =>
  v.pipe(
    v.union(
      [
        v.pipe(
          v.number(),
          v.check(value => parseDuration(value) !== null, timeLimit),
        ),
        v.pipe(v.string(), v.regex(durationPattern, timeLimit), v.check(fitsWeek, timeLimit)),
      ],
      mustBe('a time such as `90s` or `5m`'),
    ),
    v.metadata({
      description: `${description}: 500ms, 90s, 5m, 1h, or a number of seconds.`,
      examples: ['5m', 90],
    }),
  )

/** True for what is no duration at all: that is said once, by the pattern. */
function fitsWeek(value: string): boolean {
  return !durationPattern.test(value) || parseDuration(value) !== null
}

const boundaryKeys = {
  read: v.exactOptional(word(decisions, 'Reading outside the workspace. If left out: allow.')),
  write: v.exactOptional(word(decisions, 'Writing and deleting outside the workspace. If left out: ask.')),
  foreign: v.exactOptional(word(decisions, "Anything in another person's home. If left out: ask.")),
}

const boundary = v.pipe(
  v.union(
    [v.picklist(decisions), closed('`boundary`', boundaryKeys)],
    issue =>
      `must be \`allow\`, \`ask\`, \`deny\` or a map of \`read\`, \`write\` and \`foreign\`, not ${describeValue(issue.input)}${didYouMean(issue.input, decisions)}`,
  ),
  v.metadata({
    description: 'What happens outside the workspace. ask leaves reads allowed; deny and allow hold for all.',
    examples: ['ask', { read: 'allow', write: 'deny' }],
  }),
)

const approvals = v.pipe(
  closed('`approvals`', {
    timeout: v.exactOptional(timeout('How long a question waits for an answer')),
    human_timeout: v.exactOptional(timeout('How long a tool that asks a person for input waits')),
    on_timeout: v.exactOptional(word(['deny', 'allow'], 'What silence means. allow never covers high risk.')),
    ask: v.exactOptional(word(['always', 'never'], 'never: what would ask is denied instead.')),
  }),
  v.metadata({ description: 'How questions are asked.', examples: [{ timeout: '5m', on_timeout: 'deny' }] }),
)

const audit = v.pipe(
  closed('`audit`', {
    enabled: v.exactOptional(flag('false: no such file. The journal is written all the same.')),
    log_path: v.exactOptional(textSchema('The file itself.', ['~/logs/audit.jsonl'])),
    base_dir: v.exactOptional(
      textSchema('The directory in which it is `logs/tool-policy-audit.jsonl`.', ['~/.letsgo']),
    ),
  }),
  v.metadata({
    description: 'The audit file for programs that read the tool policy guide’s words.',
    examples: [{ enabled: false }],
  }),
)

const settings = {
  version: v.pipe(v.literal(1, mustBe('`1`')), v.description('The version of this format: 1.')),
  extends: v.exactOptional(
    textSchema('The policy that this one builds on: cautious, balanced, autonomous, or a path.', ['balanced']),
  ),
  mode: v.exactOptional(
    word(
      modes,
      "What happens where no rule speaks. watch only records, except for the floor; not in a project's sallyport.yaml.",
    ),
  ),
  enabled: v.exactOptional(flag('false switches rules and questions off. The floor and the journal stay.')),
  workspace: v.exactOptional(textsSchema("Directories that are the agent's own ground.", [['.']])),
  sensitive: v.exactOptional(textsSchema('Paths that ask, whoever touches them.', [['~/.config/gh']], 0)),
  boundary: v.exactOptional(boundary),
  programs: v.exactOptional(programsSchema),
  fence: v.exactOptional(fenceSchema),
  approvals: v.exactOptional(approvals),
  audit: v.exactOptional(audit),
  careful: v.exactOptional(flag('true turns careful mode on for every session.')),
  automation: v.exactOptional(flag('true says that nobody watches: what would ask is denied.')),
}

const hints = { version: 'start the file with `version: 1`' }

/** Every key at the top of a policy. */
export const settingKeys: readonly string[] = [...Object.keys(settings), 'rules']

/** Everything but the rules, which are read one by one so that a bad file cannot flood the memory. */
export const settingsSchema = closed(
  'the policy',
  { ...settings, rules: v.exactOptional(v.array(v.unknown(), mustBe('a list of rules'))) },
  hints,
)

export type Settings = v.InferOutput<typeof settingsSchema>

/** The whole file, as editors see it. */
export const policySchema = v.pipe(
  closed(
    'the policy',
    {
      ...settings,
      rules: v.exactOptional(
        v.pipe(
          v.array(ruleSchema),
          v.maxLength(limits.policyRules),
          v.description('The rules, the first match first.'),
        ),
      ),
    },
    hints,
  ),
  v.title('Sallyport policy'),
  v.description('What AI agents may do on this machine, what needs a question, and what is refused.'),
)
