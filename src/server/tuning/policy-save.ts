import { lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { type Rights, replaceFile } from '../../io/files/write-atomic.ts'
import { pinPolicy } from '../../io/policies/trust-file.ts'
import { checkedBody, faultReply } from './answers.ts'
import type { TuningContext } from './context.ts'
import { policyBodyBytes, policyPath, policyText } from './policy-check.ts'
import { changedMeanwhile, soundDraft } from './policy-draft.ts'
import { type EditableFile, editableFile, whyNotWritable } from './policy-files.ts'
import type { PolicySaved } from './shapes.ts'

/** Saves a policy file that a person edited, and trusts a project's file if they say so. */
export function addPolicySave(app: Hono, context: TuningContext): void {
  app.post('/api/policy/save', async c => {
    const body = await checkedBody(c, bodySchema, policyBodyBytes)
    if (!body.ok) return faultReply(c, body.faults[0])
    const file = await editableFile(body.value.path, context)
    if (!file.ok) return faultReply(c, file.faults[0])
    const saved = await save(file.value, body.value, context)
    return saved.ok ? c.json(saved.value) : faultReply(c, saved.faults[0])
  })
}

const bodySchema = v.strictObject({
  path: policyPath,
  text: policyText,
  digest: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 digest'))),
  trust: v.optional(v.boolean(), false),
})

type Body = v.InferOutput<typeof bodySchema>

/** INVARIANT: only a sound text is saved, only over the text that the person saw, and only if it was recorded before. */
async function save(file: EditableFile, body: Body, { cwd, record }: TuningContext): Promise<Result<PolicySaved>> {
  const { path } = file
  const blocked = whyNotWritable(path)
  if (blocked !== null) return fail('policy_unreadable', blocked)
  const sound = await soundDraft(file, body, cwd)
  if (!sound.ok) return sound
  const before = readPolicyText(path)
  if (!before.ok) return before
  if ((before.value === null ? null : sha256(before.value)) !== body.digest) return changedMeanwhile(path)
  const digest = sha256(body.text)
  const recorded = await record('policy', `${path} sha256:${digest}`)
  if (!recorded.ok)
    return fail(recorded.faults[0].code, `not saved, because it cannot be recorded: ${recorded.faults[0].message}`)
  const written = write(path, body.text)
  if (!written.ok) {
    await record('policy_failed', path)
    return written
  }
  const { opened, change } = sound.value
  if (change === null || !body.trust) return ok({ path, digest, isTrusted: change === null, note: null })
  const pinned = await pinPolicy(opened, change, record)
  return ok({ path, digest, isTrusted: pinned.ok, note: pinned.ok ? null : pinned.faults[0].message })
}

function write(path: string, text: string): Result<void> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFile(path, text, rightsOf(path))
    return ok(undefined)
  } catch (error) {
    return fail(
      'policy_unreadable',
      `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

/** The rights of the file as it is; a new file can be read by everyone, as projects' files usually can. */
function rightsOf(path: string): Rights {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found === undefined ? { mode: 0o644 } : { mode: found.mode & 0o777, owner: { uid: found.uid, gid: found.gid } }
}
