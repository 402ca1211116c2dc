/** The text of an HTML page, without its scripts, styles and tags. */
export function pageText(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
    .replaceAll(/<(script|style|noscript|template|svg)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/pre|\/section|\/article)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replaceAll(/[ \t\f\v\r\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function entity(name: string): string | null {
  const number = /^#x([0-9a-f]+)$/i.exec(name)?.[1] ?? null
  const code = number === null ? Number(/^#(\d+)$/.exec(name)?.[1] ?? Number.NaN) : Number.parseInt(number, 16)
  if (Number.isInteger(code) && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  return entities.get(name.toLowerCase()) ?? null
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['mdash', '—'],
  ['ndash', '–'],
  ['hellip', '…'],
])
