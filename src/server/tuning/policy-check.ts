import type { Hono } from 'hono'
import * as v from 'valibot'
import { fail, ok } from '../../core/fault.ts'
import { lintPolicy } from '../../policy/lint.ts'
import { ruleSubject, settingWords } from '../../policy/rule-subject.ts'
import type { TrustChange } from '../../policy/trust-change.ts'
import { checkedBody, faultReply, textFaults } from './answers.ts'
import type { TuningContext } from './context.ts'
import { type SoundDraft, soundDraft } from './policy-draft.ts'
import { type EditableFile, editableChars, editableFile } from './policy-files.ts'
import { replayCalls } from './replay.ts'
import type { PolicyChecked, TrustPreview } from './shapes.ts'

/** Checks the text of a policy as a person types it, and says which past calls it would decide differently. Writes nothing. */
export function addPolicyCheck(app: Hono, context: TuningContext): void {
  app.post('/api/policy/check', async c => {
    const body = await checkedBody(c, bodySchema, policyBodyBytes)
    if (!body.ok) return faultReply(c, body.faults[0])
    const file = await editableFile(body.value.path, context)
    if (!file.ok) return faultReply(c, file.faults[0])
    return c.json(await checked(file.value, body.value, context))
  })
}

/** Room for a text of the largest size in JSON, where a line break takes two characters. */
export const policyBodyBytes = 262_144
export const policyText = v.pipe(v.string(), v.maxLength(editableChars))
export const policyPath = v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'), v.maxLength(4_096))

const bodySchema = v.strictObject({
  path: policyPath,
  text: policyText,
  replay: v.optional(v.boolean(), false),
  /** Whether the replay counts a project's file as trusted. */
  trust: v.optional(v.boolean(), true),
})

type Body = v.InferOutput<typeof bodySchema>

async function checked(file: EditableFile, body: Body, context: TuningContext): Promise<PolicyChecked> {
  const sound = await soundDraft(file, body, context.cwd)
  if (!sound.ok) return { faults: textFaults(sound.faults), warnings: [], rules: 0, trust: null, replay: null }
  const { opened, change } = sound.value
  const replay = body.replay ? await replayed(file, sound.value, context) : ok(null)
  return {
    faults: replay.ok ? [] : textFaults(replay.faults),
    warnings: textFaults(lintPolicy(opened.policy.document)),
    rules: opened.policy.rules.length,
    trust: change === null ? null : trustPreview(change),
    replay: replay.ok ? replay.value : null,
  }
}

const replayed = ({ project }: EditableFile, { policies }: SoundDraft, { cwd }: TuningContext) =>
  replayCalls({ project, cwd: project ?? cwd, changed: policies }).catch(() =>
    fail('audit_unavailable', 'the journal cannot be read, so past calls cannot be judged again'),
  )

/** The effect of trusting a file, in words. */
export const trustPreview = ({ document, between, allows, gone, loosens }: TrustChange): TrustPreview => ({
  loosens,
  allows: allows.map(({ rule }) => `${ruleSubject(rule)} (${rule.id}, line ${rule.line})`),
  gone: gone.map(({ rule }) => `${ruleSubject(rule)} (${rule.id})`),
  settings: [document, ...between].flatMap(settingWords),
})
