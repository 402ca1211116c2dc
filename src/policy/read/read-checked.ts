import type { Result } from '../../core/fault.ts'
import { compilePolicy, needsRegex, noRegex } from '../rules/compile.ts'
import { loadRegex } from '../rules/regex.ts'
import type { PolicyDocument } from '../schema/document.ts'
import { readPolicy } from './read.ts'
import { selfCheck } from './self-check.ts'

/** Reads and compiles a policy and runs the tests in its rules; returns the document, or everything that is wrong. */
export async function readChecked(source: string, file: string): Promise<Result<PolicyDocument>> {
  const read = readPolicy(source, file)
  if (!read.ok) return read
  const compiled = compilePolicy(read.value, needsRegex(read.value) ? await loadRegex() : noRegex)
  if (!compiled.ok) return compiled
  const checked = selfCheck(compiled.value)
  return checked.ok ? read : checked
}
