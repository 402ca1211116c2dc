import { dirname, resolve } from 'node:path'
import { type Faults, fail, ok, type Result } from '../../core/fault.ts'
import { readPolicy } from '../../policy/read/read.ts'
import { type CompiledPolicy, compilePolicy, needsRegex, noRegex } from '../../policy/rules/compile.ts'
import { loadRegex } from '../../policy/rules/regex.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { readPolicyText } from '../files/read-policy-text.ts'
import { listPresets } from './load-policies.ts'
import { presetPath } from './presets.ts'

export interface PolicyFileText {
  readonly file: string
  /** The exact text that was read, so that the text that is shown is the text that is used. */
  readonly source: string
  readonly policy: CompiledPolicy
}

/** Reads, validates and compiles one policy file. Its examples are not run yet. */
export async function openPolicyFile(file: string): Promise<Result<PolicyFileText>> {
  const text = readNamedFile(file)
  return text.ok ? compilePolicyText(text.value, file) : text
}

/** The same for a text that is not saved yet. */
export async function compilePolicyText(source: string, file: string): Promise<Result<PolicyFileText>> {
  const document = readPolicy(source, file)
  if (!document.ok) return document
  const missing = missingBase(document.value)
  if (missing !== null) return { ok: false, faults: missing }
  const policy = compilePolicy(document.value, needsRegex(document.value) ? await loadRegex() : noRegex)
  return policy.ok ? ok({ file, source, policy: policy.value }) : policy
}

/** The text of a file that was named on the command line. */
export function readNamedFile(file: string): Result<string> {
  const text = readPolicyText(resolve(file))
  if (!text.ok) return text
  return text.value === null ? fail('not_found', `no file \`${file}\``) : ok(text.value)
}

function missingBase({ extends: name, file }: PolicyDocument): Faults | null {
  if (name === null || presetPath(name) !== null) return null
  const base = readPolicyText(resolve(dirname(resolve(file)), name))
  if (!base.ok) return base.faults
  if (base.value !== null) return null
  const message = `\`extends\` names \`${name}\`, which is neither a file nor a preset; presets: ${listPresets().join(', ')}`
  return [{ code: 'policy_invalid', message, at: { file, line: 1, column: 1 } }]
}
