/**
 * Policies without a gate: read, compile and evaluate them.
 *
 * @module
 */

export { importPolicy } from './dialects/import.ts'
export { combinePolicies, type Policies, type PolicyFile } from './policies.ts'
export { readPolicy } from './read/read.ts'
export { selfCheck } from './read/self-check.ts'
export { type CompiledPolicy, compilePolicy, noRegex, type RegexEngine } from './rules/compile.ts'
export { type Evaluation, evaluate } from './rules/evaluate.ts'
export { loadRegex } from './rules/regex.ts'
export type { PolicyDocument, Rule, TaughtProgram, When } from './schema/document.ts'
