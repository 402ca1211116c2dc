import { fail, ok, type Result } from '../../../core/fault.ts'

/** The text of a file with `\n` line endings, and how its bytes differ from that. */
export interface TextFile {
  readonly text: string
  readonly style: TextStyle
}

export interface TextStyle {
  readonly lineEnding: '\n' | '\r\n'
  readonly byteOrderMark: boolean
}

export const plainStyle: TextStyle = { lineEnding: '\n', byteOrderMark: false }

/** Reads a file as UTF-8 text. Any other file is a fault: writing it back would damage it. */
export function readText(bytes: Uint8Array, path: string): Result<TextFile> {
  let raw: string
  try {
    raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail('validation', `\`${path}\` is not UTF-8 text`)
  }
  if (raw.includes('\0')) return fail('validation', `\`${path}\` is a binary file`)
  const byteOrderMark = raw.startsWith('\ufeff')
  const style: TextStyle = { lineEnding: usesCrLf(raw) ? '\r\n' : '\n', byteOrderMark }
  const text = byteOrderMark ? raw.slice(1) : raw
  return ok({ text: style.lineEnding === '\r\n' ? text.replaceAll('\r\n', '\n') : text, style })
}

/** The bytes of a text in the style of the file that it replaces. Endings that are `\r\n` already stay as they are. */
export function textBytes(text: string, { lineEnding, byteOrderMark }: TextStyle): Uint8Array {
  const ended = lineEnding === '\n' ? text : text.replaceAll(/\r?\n/g, '\r\n')
  return new TextEncoder().encode(byteOrderMark && !ended.startsWith('\ufeff') ? `\ufeff${ended}` : ended)
}

/** Only a file whose lines all end in `\r\n` counts: one with both kinds is changed line by line. */
const usesCrLf = (text: string): boolean => text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
