/** `\n`, `\x72`, `\162`: as `echo -e` and `printf` read them; null for other escapes, or bytes that are not text. */
export function unescaped(text: string): string | null {
  if (/\\[uUc]/.test(text)) return null
  if (!text.includes('\\')) return text
  const bytes: number[] = []
  for (const [all, code] of text.matchAll(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)|[^\\]+|\\/gs)) {
    const byte = code === undefined ? null : byteOf(code)
    const spelled = byte === null ? encoder.encode(simpleEscapes.get(code ?? '') ?? all) : [byte]
    for (const one of spelled) bytes.push(one)
  }
  return decoded(bytes)
}

/** An escape is one byte; a character may take several. */
function byteOf(code: string): number | null {
  if (/^x./.test(code)) return Number.parseInt(code.slice(1), 16)
  return /^[0-7]/.test(code) ? Number.parseInt(code, 8) & 0xff : null
}

const encoder = new TextEncoder()

function decoded(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes))
  } catch {
    return null
  }
}

const simpleEscapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['e', '\x1b'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
])
