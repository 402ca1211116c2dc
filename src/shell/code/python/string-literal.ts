/** A Python string literal's prefix, quotes and body. */
export interface PythonLiteral {
  readonly raw: boolean
  /** Start and end of the body within the literal. */
  readonly start: number
  readonly end: number
}

export function splitLiteral(source: string): PythonLiteral {
  const prefix = /^[a-zA-Z]*/.exec(source)?.[0] ?? ''
  const quotes = /^("""|'''|"|')/.exec(source.slice(prefix.length))?.[0] ?? ''
  return {
    raw: /r/i.test(prefix),
    start: prefix.length + quotes.length,
    end: Math.max(prefix.length + quotes.length, source.length - quotes.length),
  }
}

/** The text of a literal's body; null if it has a character by its Unicode name. */
export function decodeBody(body: string, raw: boolean): string | null {
  if (raw) return body
  if (body.includes('\\N{')) return null
  return body.replace(
    /\\(\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g,
    (all, letters: string) => decodeEscape(letters, all),
  )
}

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\n': '',
    '\\': '\\',
    "'": "'",
    '"': '"',
    a: '\x07',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  }),
)

function decodeEscape(letters: string, all: string): string {
  const known = simple.get(letters)
  if (known !== undefined) return known
  if (/^[0-7]/.test(letters)) return String.fromCharCode(Number.parseInt(letters, 8))
  if (!/^[xuU]./.test(letters)) return all
  const point = Number.parseInt(letters.slice(1), 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : all
}
