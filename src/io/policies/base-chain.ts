import { dirname, resolve } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { readPolicy } from '../../policy/read/read.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { readPolicyText } from '../files/read-policy-text.ts'
import { presetPath } from './presets.ts'

export interface BaseChain {
  /** The files between a policy and its preset. They belong to the project, not to Sallyport. */
  readonly files: readonly PolicyDocument[]
  /** The preset at the end; null if the chain ends without one. */
  readonly preset: string | null
}

/** Follows `extends` from a policy to the preset at the end, which ships with Sallyport. */
export function baseChain(start: PolicyDocument): Result<BaseChain> {
  const files: PolicyDocument[] = []
  for (let at = start; at.extends !== null; ) {
    if (presetPath(at.extends) !== null) return ok({ files, preset: at.extends })
    if (files.length >= limits.policyExtends)
      return fail('policy_invalid', `\`extends\` chains more than ${limits.policyExtends} files; merge some of them`)
    const path = resolve(dirname(resolve(at.file)), at.extends)
    const text = readPolicyText(path)
    if (!text.ok) return text
    if (text.value === null) return fail('not_found', `\`${at.file}\` extends \`${path}\`, which does not exist`)
    const document = readPolicy(text.value, path)
    if (!document.ok) return document
    files.push(document.value)
    at = document.value
  }
  return ok({ files, preset: null })
}
