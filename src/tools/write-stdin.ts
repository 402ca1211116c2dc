import type { ObjectEntries } from 'valibot'
import type { Place, World } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import { ok } from '../core/fault.ts'
import { type JsonObject, own, ownString } from '../core/json.ts'
import { floor } from '../guard/floor.ts'
import { analyse } from '../shell/analyse.ts'
import { opaque } from './effects.ts'
import { each, field, missing } from './fields.ts'
import { fingerprint } from './sanitise.ts'
import { type Account, defineTool, type Setting, type Tool } from './tool.ts'

interface InputTool {
  readonly session: readonly string[]
  readonly chars: string
  readonly fields: ObjectEntries
}

/** Tools that type into a program that runs already. */
const inputTool = ({ session, chars, fields }: InputTool): Tool =>
  defineTool({
    family: 'write-stdin',
    category: 'stdin',
    tier: 'execute',
    fields: { ...fields, ...each(chars, field.content) },
    account: (input, setting) => {
      const id = session
        .map(key => own(input, key))
        .find(value => typeof value === 'number' || typeof value === 'string')
      if (id === undefined) return missing(session[0] ?? '', setting)
      return ok(typed(ownString(input, chars) ?? '', id, setting))
    },
  })

function typed(chars: string, session: string | number, { world, ports }: Setting): Account {
  const isPoll = chars === ''
  const { bytes, sha256 } = fingerprint(chars)
  const request: JsonObject = { session_id: session, bytes, chars_sha256: sha256, is_poll: isPoll }
  const reason = isPoll ? 'reads what a running program wrote' : 'input to a running program'
  const shown = {
    request,
    secrets: [],
    summary: isPoll ? `session ${session}` : `${bytes} bytes to session ${session}`,
  }
  if (isPoll) return { ...shown, effects: [], risk: { argv: [], riskLevel: 'low', reason }, tier: 'read' }
  const line = `${ports.typedBefore?.(String(session)) ?? ''}${chars}`
  return {
    ...shown,
    effects: [...forbidden(line, world), opaque(reason)],
    risk: { argv: [], riskLevel: 'medium', reason },
  }
}

/**
 * What the floor forbids in the typed lines, and nothing else of them: effects are recorded, typed text is not (R119).
 */
function forbidden(line: string, world: World): readonly Effect[] {
  const { effects } = analyse(line, world)
  return effects.filter(effect => isForbidden(effect, world.place)).map(bare)
}

const isForbidden = (effect: Effect, place: Place): boolean =>
  floor({ effects: [effect], place, isFileTool: false }).length > 0

const bare = (effect: Effect): Effect => {
  const plain = { ...effect, span: null, chain: [], by: null }
  return plain.kind === 'change' ? { ...plain, target: null } : plain
}

export const writeStdin = inputTool({
  session: ['session_id'],
  chars: 'chars',
  fields: { ...each('session_id', field.session), ...each('yield_time_ms max_output_tokens', field.number) },
})

const writeBash = inputTool({
  session: ['shellId', 'sessionId'],
  chars: 'input',
  fields: { ...each('shellId sessionId', field.text), ...each('delay', field.number) },
})

export const writeStdinTools: Readonly<Record<string, Tool>> = { write_stdin: writeStdin, write_bash: writeBash }
