import * as v from 'valibot'
import { allowMeanings } from '../../core/allow-meaning.ts'
import { decisions } from '../../core/decision.ts'
import { limits } from '../../core/limits.ts'
import { modes } from './document.ts'
import { closed } from './schema-closed.ts'
import { timeout } from './schema-duration.ts'
import { fenceSchema } from './schema-fence.ts'
import { flag, textSchema, textsSchema, word } from './schema-parts.ts'
import { programsSchema } from './schema-program.ts'
import { ruleSchema } from './schema-rule.ts'
import { subagentsSchema } from './schema-subagents.ts'
import { undoSchema } from './schema-undo.ts'
import { describeValue, didYouMean, mustBe } from './schema-words.ts'

const boundaryKeys = {
  read: v.exactOptional(word(decisions, 'Reading outside the workspace. Default: allow.')),
  write: v.exactOptional(word(decisions, 'Writing and deleting outside the workspace. Default: ask.')),
  foreign: v.exactOptional(word(decisions, "Anything in another user's home. Default: ask.")),
}

const boundary = v.pipe(
  v.union(
    [v.picklist(decisions), closed('`boundary`', boundaryKeys)],
    issue =>
      `must be \`allow\`, \`ask\`, \`deny\` or a map of \`read\`, \`write\` and \`foreign\`, not ${describeValue(issue.input)}${didYouMean(issue.input, decisions)}`,
  ),
  v.metadata({
    description: 'The decision for paths outside the workspace. ask still allows reads; deny and allow apply to all.',
    examples: ['ask', { read: 'allow', write: 'deny' }],
  }),
)

const approvals = v.pipe(
  closed('`approvals`', {
    timeout: v.exactOptional(timeout('How long a question waits for an answer')),
    human_timeout: v.exactOptional(timeout('How long a tool that asks a person for input waits')),
    on_timeout: v.exactOptional(
      word(['deny', 'allow'], 'The decision when a question times out. allow never covers high-risk calls.'),
    ),
    ask: v.exactOptional(word(['always', 'never'], 'never: a call that would ask is denied instead.')),
  }),
  v.metadata({ description: 'How approval questions work.', examples: [{ timeout: '5m', on_timeout: 'deny' }] }),
)

const audit = v.pipe(
  closed('`audit`', {
    enabled: v.exactOptional(flag('false: no audit file. The journal is always written.')),
    log_path: v.exactOptional(textSchema('The path of the file.', ['~/logs/audit.jsonl'])),
    base_dir: v.exactOptional(
      textSchema('A directory; the file is `logs/tool-policy-audit.jsonl` in it.', ['~/.letsgo']),
    ),
  }),
  v.metadata({
    description: 'The audit file for programs that expect the format of the tool policy guide.',
    examples: [{ enabled: false }],
  }),
)

const settings = {
  version: v.pipe(v.literal(1, mustBe('`1`')), v.description('The version of this format: 1.')),
  extends: v.exactOptional(
    textSchema('The policy that this one extends: cautious, balanced, autonomous, or a path.', ['balanced']),
  ),
  mode: v.exactOptional(
    word(
      modes,
      "The decision where no rule matches. watch enforces only the floor and the organisation's policy, and records the rest; it has no effect in a project's sallyport.yaml.",
    ),
  ),
  allow: v.exactOptional(
    word(
      allowMeanings,
      "What an allow tells the client. approve: the call runs without the client's own checks. no-objection: the client's own checks go on. Without this key, the client's permission mode decides. approve has no effect in a project's sallyport.yaml.",
    ),
  ),
  enabled: v.exactOptional(flag('false switches off rules and questions. The floor and the journal stay on.')),
  workspace: v.exactOptional(textsSchema('Directories that the agent may work in.', [['.']])),
  sensitive: v.exactOptional(textsSchema('Sensitive paths: every call that touches one asks.', [['~/.config/gh']], 0)),
  boundary: v.exactOptional(boundary),
  programs: v.exactOptional(programsSchema),
  fence: v.exactOptional(fenceSchema),
  approvals: v.exactOptional(approvals),
  subagents: v.exactOptional(subagentsSchema),
  audit: v.exactOptional(audit),
  undo: v.exactOptional(undoSchema),
  careful: v.exactOptional(flag('true turns careful mode on for every session.')),
  automation: v.exactOptional(flag('true: the session is unattended, so a call that would ask is denied.')),
}

const hints = { version: 'start the file with `version: 1`' }

/** Every top-level key of a policy. */
export const settingKeys: readonly string[] = [...Object.keys(settings), 'rules']

/** Everything but the rules, which are validated one by one so that a bad file cannot exhaust the memory. */
export const settingsSchema = closed(
  'the policy',
  { ...settings, rules: v.exactOptional(v.array(v.unknown(), mustBe('a list of rules'))) },
  hints,
)

export type Settings = v.InferOutput<typeof settingsSchema>

/** The whole file, for editors. */
export const policySchema = v.pipe(
  closed(
    'the policy',
    {
      ...settings,
      rules: v.exactOptional(
        v.pipe(
          v.array(ruleSchema),
          v.maxLength(limits.policyRules),
          v.description('The rules. The first one that matches an effect decides.'),
        ),
      ),
    },
    hints,
  ),
  v.title('Sallyport policy'),
  v.description('What AI agents may do on this machine, what needs approval, and what is denied.'),
)
