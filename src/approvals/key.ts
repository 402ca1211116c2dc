import type { Place } from '../core/call.ts'
import { keyedHash, sha256 } from '../core/digest.ts'
import type { Fact } from '../core/facts.ts'
import { canonicalJson, type JsonObject, jsonString } from '../core/json.ts'

export interface KeySubject {
  readonly tool: string
  /** The sanitised request, as canonical JSON. */
  readonly request: string
  /** The secrets that were removed from the request, and the values of its environment variables. */
  readonly secrets: readonly string[]
  /** A secret that only this run knows. */
  readonly runKey: Uint8Array
  /** SHA-256 in hex; defaults to the one in plain JavaScript. */
  readonly hash?: (text: string) => string
}

/** The key of a remembered approval (R125). Secrets enter it only as a keyed hash (C25, C37). */
export function approvalKey({ tool, request, secrets, runKey, hash = sha256 }: KeySubject): string {
  const taken = secrets.length === 0 ? '' : `"secrets":"${keyedHash(runKey, canonicalJson(secrets))}",`
  return hash(`{"request":${request},${taken}"tool":${jsonString(tool)}}`)
}

export interface BoundCall {
  readonly tool: string
  /** As the agent sent it. */
  readonly input: JsonObject
  readonly place: Pick<Place, 'cwd' | 'workspace' | 'session' | 'agents'>
  /** The environment variables that the call would run with. */
  readonly env: Readonly<Record<string, string>>
  /** The file facts that the analysis read. */
  readonly facts: readonly Fact[]
  /** The reasons to ask, without their sentences (`askingReasons`). */
  readonly rules: readonly string[]
  readonly runKey: Uint8Array
}

/** Binds an approval to one call and everything that it was judged by, so that nothing can be swapped afterwards. */
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

/** A digest for each file text that the analysis read and each link that it followed. */
export const fileDigests = (facts: readonly Fact[]): readonly string[] =>
  facts
    .filter(({ question }) => question === 'text' || question === 'realPath')
    .map(({ question, path, answer }) => sha256(canonicalJson([question, path, answer])))
    .sort()
