import { isObject, type JsonObject } from '../core/json.ts'

/** A line of the playground, parsed. */
export type PlaygroundLine =
  | { readonly kind: 'empty' }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string }
  | { readonly kind: 'call'; readonly call: JsonObject }
  | { readonly kind: 'fault'; readonly message: string }

/** `:command`, `{"tool":…}`, `Tool {…}`, or else a shell command. */
export function readPlaygroundLine(line: string): PlaygroundLine {
  const text = line.trim()
  if (text === '') return { kind: 'empty' }
  if (text.startsWith(':') && text !== ':') {
    const [name = '', ...rest] = text.slice(1).split(/\s+/)
    return { kind: 'command', name, rest: rest.join(' ') }
  }
  if (/^\{\s*"/.test(text)) return readCall(text)
  const named = /^([A-Za-z_][\w.-]*)\s*(\{.*\})$/.exec(text)
  const input = named === null ? null : parseObject(named[2] ?? '')
  if (named !== null && input !== null) return { kind: 'call', call: { tool: named[1] ?? '', input } }
  return { kind: 'call', call: { tool: 'Bash', input: { command: text } } }
}

function readCall(text: string): PlaygroundLine {
  const call = parseObject(text)
  return call === null
    ? {
        kind: 'fault',
        message: 'this is not valid JSON; a call looks like {"tool": "Read", "input": {"file_path": "x"}}',
      }
    : { kind: 'call', call }
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
