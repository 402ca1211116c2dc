import { recordedEffect } from '../audit/call-events.ts'
import type { CallRequested } from '../audit/event.ts'
import { canonicalJson, isObject, type Json, type JsonObject, own } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import type { CallInput } from '../gate/take-call.ts'

type Recorded = Pick<
  CallRequested,
  'tool' | 'request' | 'cwd' | 'workspace' | 'agents' | 'automation' | 'careful' | 'session' | 'effects'
>

/**
 * A recorded call as it was made, as far as the record tells. The texts that a tool writes are recorded as digests, and are empty
 * here. `isSameCall` says whether the result does the same as the recorded call.
 */
export function recordedCall(recorded: Recorded): CallInput {
  const { tool, request, workspace, agents, automation, careful, session } = recorded
  const cwd = own(request, 'cwd')
  const isCommand = own(request, 'env_keys') !== undefined
  return {
    tool,
    input: isCommand ? commandInput(request) : fileInput(request),
    session,
    cwd: isCommand && typeof cwd === 'string' ? cwd : recorded.cwd,
    workspace,
    agents,
    automation,
    careful,
  }
}

/** Without the keys that the request of every command has in addition to its input. */
function commandInput(request: JsonObject): JsonObject {
  const said = Object.entries(request).filter(([key, value]) => value !== null && !added.has(key))
  return Object.fromEntries(said.map(([key, value]) => [key === 'argv' ? 'command' : key, value]))
}

const added: ReadonlySet<string> = new Set(['cwd', 'env_keys', 'intent', 'risk'])

function fileInput(request: JsonObject): JsonObject {
  const { bytes, content_sha256: digest, ...said } = request
  const texts = Object.fromEntries(Object.entries(said).map(([key, value]) => [key, isDigest(value) ? '' : value]))
  if (digest !== undefined) return { ...texts, content: '' }
  return bytes === undefined ? texts : { ...texts, bytes }
}

const isDigest = (value: Json): boolean =>
  isObject(value) && typeof own(value, 'sha256') === 'string' && Object.keys(value).length === 2

/** Whether a call that was made again is the recorded one: the same request, or the same effects. */
export const isSameCall = ({ request, effects }: Recorded, verdict: Verdict): boolean =>
  canonicalJson(request) === canonicalJson(verdict.request) ||
  (effects.length === verdict.effects.length &&
    verdict.effects.every((effect, index) => recordedEffect(effect).text === effects[index]?.text))
