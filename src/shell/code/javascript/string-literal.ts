/** The text between the quotes of a JavaScript string or in a template. */
export const decodeJavaScript = (body: string): string =>
  body.replace(
    /\\(\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[0-7]{1,3}|[\s\S])/g,
    (_, letters: string) => decodeEscape(letters),
  )

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries({ '\n': '', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
)

function decodeEscape(letters: string): string {
  const known = simple.get(letters)
  if (known !== undefined) return known
  if (/^[0-7]/.test(letters)) return String.fromCharCode(Number.parseInt(letters, 8))
  if (!/^[xu]./.test(letters)) return letters
  const point = Number.parseInt(letters.replace(/[xu{}]/g, ''), 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
