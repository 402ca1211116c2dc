/**
 * Finds which of many keywords occur in a text, in one pass and without regard to ASCII case. The first three characters
 * choose a bucket; nearly all positions of clean text end there.
 */
export function keywordIndex<T>(
  entries: readonly { readonly keyword: string; readonly value: T }[],
): (text: string) => ReadonlySet<T> {
  const buckets = new Map<number, { readonly folded: string; readonly value: T }[]>()
  const occupied = new Uint8Array(1 << slotBits)
  for (const { keyword, value } of entries) {
    const folded = keyword.toLowerCase()
    const trigram = (folded.charCodeAt(0) << 14) | (folded.charCodeAt(1) << 7) | folded.charCodeAt(2)
    const bucket = buckets.get(trigram)
    if (bucket === undefined) buckets.set(trigram, [{ folded, value }])
    else bucket.push({ folded, value })
    occupied[slot(trigram)] = 1
  }
  return text => {
    let found: Set<T> | null = null
    let trigram = 0
    for (let i = 0; i < text.length; i += 1) {
      trigram = ((trigram << 7) | fold(text.charCodeAt(i))) & 0x1fffff
      if (i < 2 || occupied[slot(trigram)] === 0) continue
      for (const { folded, value } of buckets.get(trigram) ?? []) {
        if (startsWith(text, i - 2, folded)) {
          found ??= new Set()
          found.add(value)
        }
      }
    }
    return found ?? nothing
  }
}

const slotBits = 14
/** Spreads the trigrams over the slots: the golden ratio's bits, as Knuth has it. */
const slot = (trigram: number): number => Math.imul(trigram, 0x9e3779b1) >>> (32 - slotBits)
const nothing: ReadonlySet<never> = new Set()

/** ASCII upper to lower case; what is not ASCII cannot begin a keyword. */
function fold(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20
  return code < 0x80 ? code : 0
}

function startsWith(text: string, at: number, folded: string): boolean {
  if (at + folded.length > text.length) return false
  for (let i = 3; i < folded.length; i += 1) {
    if (fold(text.charCodeAt(at + i)) !== folded.charCodeAt(i)) return false
  }
  return true
}
