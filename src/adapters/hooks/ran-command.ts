import { isObject, type Json, type JsonObject, own, ownString } from '../../core/json.ts'
import type { RanCommand, ResultEvent } from './client.ts'

/** The fields in which a client says what its shell tool ran. */
export interface RanFields {
  /** The name of the shell tool, and the fields with the tool's name, its input, the session and the call's id. */
  readonly shell: string
  readonly tool: string
  readonly input: string
  readonly session: string
  readonly call: string
}

export const claudeRan: RanFields = {
  shell: 'Bash',
  tool: 'tool_name',
  input: 'tool_input',
  session: 'session_id',
  call: 'tool_use_id',
}

/** How a command ended, as the client tells it. */
type Ended = Pick<RanCommand, 'printed' | 'exitCode'>

/** The command that a result is about; nothing if the client ran another tool. */
export function ranCommand(sent: JsonObject, fields: RanFields, ended: Ended): Pick<ResultEvent, 'ran'> {
  const input = own(sent, fields.input)
  const text = input !== undefined && isObject(input) ? ownString(input, 'command') : undefined
  const session = ownString(sent, fields.session)
  if (ownString(sent, fields.tool) !== fields.shell || text === undefined || session === undefined) return {}
  const agent = ownString(sent, 'agent_id')
  const agents = agent === undefined ? [] : [`${ownString(sent, 'agent_type') ?? 'agent'}:${agent}`]
  return { ran: { session, agents, call: ownString(sent, fields.call) ?? null, text, ...ended } }
}

/** The texts in a result, in one text. */
export function printedIn(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null || typeof value !== 'object') return ''
  return Object.values(value)
    .map(printedIn)
    .filter(text => text !== '')
    .join('\n')
}

/** The number that the client's own last words give; a program could print the same words only before them. */
export function exitCodeIn(text: string, words: RegExp): number | null {
  const last = [...text.matchAll(words)].at(-1)?.[1]
  return last === undefined ? null : Number(last)
}
