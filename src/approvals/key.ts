import type { Place } from '../core/call.ts'
import { keyedHash, sha256 } from '../core/digest.ts'
import type { Fact } from '../core/facts.ts'
import { canonicalJson, type JsonObject, jsonString } from '../core/json.ts'

export interface KeySubject {
  readonly tool: string
  /** The sanitised request, as canonical JSON. */
  readonly request: string
  /** What was taken out of it, and the values of its environment. */
  readonly secrets: readonly string[]
  /** A secret of this run. */
  readonly runKey: Uint8Array
  /** SHA-256 in hex; the pure one unless the caller has a faster one. */
  readonly hash?: (text: string) => string
}

/** What a remembered approval is filed under (R125). Secrets tell two requests apart only as a keyed hash (C25, C37). */
export function approvalKey({ tool, request, secrets, runKey, hash = sha256 }: KeySubject): string {
  const taken = secrets.length === 0 ? '' : `"secrets":"${keyedHash(runKey, canonicalJson(secrets))}",`
  return hash(`{"request":${request},${taken}"tool":${jsonString(tool)}}`)
}

export interface BoundCall {
  readonly tool: string
  /** As the agent sent it. */
  readonly input: JsonObject
  readonly place: Pick<Place, 'cwd' | 'workspace' | 'session' | 'agents'>
  /** The environment that the call would run in. */
  readonly env: Readonly<Record<string, string>>
  /** What the file system told the analysis. */
  readonly facts: readonly Fact[]
  /** The reasons to ask, without their sentences (`askingReasons`). */
  readonly rules: readonly string[]
  readonly runKey: Uint8Array
}

/** The one call that an approval answers: whatever it was judged by is in it, so that nothing can be swapped afterwards. */
export function callBinding({ tool, input, place, env, facts, rules, runKey }: BoundCall): string {
  const { cwd, workspace, session, agents } = place
  return sha256(
    canonicalJson({
      tool,
      input: keyedHash(runKey, canonicalJson(input)),
      cwd,
      workspace,
      session,
      agents,
      env: keyedHash(runKey, canonicalJson(env)),
      files: fileDigests(facts),
      rules: [...rules].sort(),
    }),
  )
}

/** The texts that the analysis read, and where links led, each as a digest. */
export const fileDigests = (facts: readonly Fact[]): readonly string[] =>
  facts
    .filter(({ question }) => question === 'text' || question === 'realPath')
    .map(({ question, path, answer }) => sha256(canonicalJson([question, path, answer])))
    .sort()
