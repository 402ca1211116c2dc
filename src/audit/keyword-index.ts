/**
 * Finds which of many keywords occur in a text, in one pass. The first three characters, without regard to ASCII case,
 * choose a bucket; nearly all positions of clean text end there.
 */
export function keywordIndex<T>(entries: readonly Keyword<T>[]): KeywordIndex<T> {
  const buckets = new Map<number, Keyword<T>[]>()
  const occupied = new Uint8Array(1 << slotBits)
  for (const entry of entries) {
    const folded = entry.keyword.toLowerCase()
    const keyword = { ...entry, keyword: entry.anyCase ? folded : entry.keyword }
    const trigram = (folded.charCodeAt(0) << 14) | (folded.charCodeAt(1) << 7) | folded.charCodeAt(2)
    const bucket = buckets.get(trigram)
    if (bucket === undefined) buckets.set(trigram, [keyword])
    else bucket.push(keyword)
    occupied[slot(trigram)] = 1
  }
  function allIn(text: string): ReadonlySet<T> {
    let found: Set<T> | null = null
    let trigram = 0
    for (let i = 0; i < text.length; i += 1) {
      trigram = ((trigram << 7) | fold(text.charCodeAt(i))) & 0x1fffff
      if (i < 2 || occupied[slot(trigram)] === 0) continue
      for (const keyword of buckets.get(trigram) ?? []) {
        if (!occursAt(text, i - 2, keyword)) continue
        found ??= new Set()
        found.add(keyword.value)
      }
    }
    return found ?? none
  }
  return { allIn }
}

const none: ReadonlySet<never> = new Set<never>()

interface Keyword<T> {
  readonly keyword: string
  /** Whether ASCII case is disregarded. */
  readonly anyCase: boolean
  readonly value: T
}

export interface KeywordIndex<T> {
  /** The values of the keywords that occur in the text. */
  readonly allIn: (text: string) => ReadonlySet<T>
}

const slotBits = 14
/** Spreads the trigrams over the slots: the golden ratio's bits, as Knuth has it. */
const slot = (trigram: number): number => Math.imul(trigram, 0x9e3779b1) >>> (32 - slotBits)

/** ASCII upper to lower case; what is not ASCII cannot begin a keyword. */
function fold(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20
  return code < 0x80 ? code : 0
}

function occursAt<T>(text: string, at: number, { keyword, anyCase }: Keyword<T>): boolean {
  if (!anyCase) return text.startsWith(keyword, at)
  if (at + keyword.length > text.length) return false
  for (let i = 3; i < keyword.length; i += 1) {
    if (fold(text.charCodeAt(at + i)) !== keyword.charCodeAt(i)) return false
  }
  return true
}
