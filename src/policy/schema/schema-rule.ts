import * as v from 'valibot'
import { closed } from './schema-closed.ts'
import { flag, textSchema, textsSchema, word } from './schema-parts.ts'
import { whenSchema } from './schema-when.ts'

const outcomes = ['allow', 'ask', 'deny', 'trial', 'contain'] as const
const memories = ['no', 'session', 'always'] as const

const keys = {
  id: v.exactOptional(textSchema('A name for the rule, shown with every decision it makes.', ['no-force-push'])),
  when: whenSchema,
  then: word(
    outcomes,
    'The decision. trial runs the call on a copy and asks with the diff. contain runs it in the fence, and asks where no fence holds it.',
  ),
  because: v.exactOptional(
    textSchema('Why the rule exists, for the person or agent it stops.', ['others may have this history']),
  ),
  instead: v.exactOptional(textSchema('What to do instead.', ['git push --force-with-lease'])),
  apply: v.exactOptional(
    flag('Replaces a call that equals a `run` pattern with `instead`, which is then judged like any other call.'),
  ),
  match: v.exactOptional(
    textsSchema('Commands that the rule must match. Checked when the policy loads.', ['git push -f'], 0),
  ),
  not_match: v.exactOptional(
    textsSchema('Commands that the rule must not match. Checked when the policy loads.', ['git push'], 0),
  ),
  remember: v.exactOptional(word(memories, "How long an answer to this rule's question may be remembered.")),
}

export const ruleKeys: readonly string[] = Object.keys(keys)

/** One line of policy. */
export const ruleSchema = v.pipe(
  closed('a rule', keys, {
    when: 'say what it matches, such as `when: { run: npm test }`',
    then: 'say `allow`, `ask`, `deny`, `trial` or `contain`',
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.apply !== true) return
    const { value } = dataset
    const lacks = value.instead === undefined ? '`instead`' : value.when.run === undefined ? '`when.run`' : null
    if (lacks === null) return
    const step: v.IssuePathItem = { type: 'unknown', origin: 'key', input: value, key: 'apply', value: true }
    addIssue({
      message: `\`apply\` replaces \`when.run\` with \`instead\`, but the rule has no ${lacks}`,
      path: [step],
    })
  }),
  v.description('One rule. The first rule of a file that matches an effect decides for that file.'),
)

export type RuleInput = v.InferOutput<typeof ruleSchema>
