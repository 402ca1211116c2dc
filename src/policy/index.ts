/**
 * Policies on their own: reading, compiling and asking them, without a gate.
 *
 * @module
 */
export { type CompiledPolicy, compilePolicy, noRegex, type RegexEngine } from './compile.ts'
export { importPolicy } from './dialects/import.ts'
export type { PolicyDocument, Rule, TaughtProgram, When } from './document.ts'
export { type Evaluation, evaluate } from './evaluate.ts'
export { combinePolicies, type Policies, type PolicyFile } from './policies.ts'
export { readPolicy } from './read.ts'
export { loadRegex } from './regex.ts'
export { selfCheck } from './self-check.ts'
