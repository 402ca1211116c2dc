import { isObject, type Json, own, ownString } from '../core/json.ts'

/** A recorded request on one line: its command, path or address, else the whole input as JSON. */
export function requestLine(request: Json | undefined): string {
  if (request === undefined || !isObject(request)) return ''
  for (const key of telling) {
    const text = ownString(request, key)
    if (text !== undefined && text !== '') return onOneLine(text)
  }
  const argv = own(request, 'argv') ?? own(request, 'command')
  return onOneLine(Array.isArray(argv) ? argv.map(String).map(quoted).join(' ') : JSON.stringify(request))
}

/** The keys that say the most, in this order. */
const telling = ['command', 'cmd', 'script', 'file_path', 'path', 'notebook_path', 'url', 'query', 'pattern', 'chars']

/** A word of a command, so that it reads as one word. */
const quoted = (word: string): string => (/^[\w@%+=:,./*?~-]+$/.test(word) ? word : `'${word}'`)

const onOneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`
}

const maxChars = 520
