/** Keywords of three or more characters for one row. */
export interface KeywordRow {
  readonly keywords: readonly string[]
  /** Whether ASCII case is ignored. */
  readonly anyCase: boolean
}

/**
 * Finds the rows that have a keyword in the text, in one pass, and returns their numbers in ascending order. The first
 * three characters, ASCII case ignored, choose a slot; for clean text nearly all slots are empty.
 */
export function keywordIndex(rows: readonly KeywordRow[]): (text: string) => readonly number[] {
  const words = rows.flatMap(({ keywords, anyCase }) => (anyCase ? keywords.map(word => word.toLowerCase()) : keywords))
  const rowOf = Uint16Array.from(rows.flatMap(({ keywords }, row) => keywords.map(() => row)))
  // The words of a slot form a chain of numbers plus one, and 0 ends it. Two arrays are faster to build at each process
  // start than hundreds of lists.
  const first = new Uint16Array(1 << slotBits)
  const next = new Uint16Array(words.length + 1)
  for (const [number, word] of words.entries()) {
    let trigram = 0
    for (let i = 0; i < 3; i += 1) trigram = shiftIn(trigram, word.charCodeAt(i))
    next[number + 1] = first[slotOf(trigram)] ?? 0
    first[slotOf(trigram)] = number + 1
  }
  const occursIn = (text: string, at: number, number: number): boolean =>
    occursAt(text, at, words[number] ?? '', rows[rowOf[number] ?? 0]?.anyCase === true)
  return text => {
    let found = none
    let trigram = 0
    const { length } = text
    for (let i = 0; i < length; i += 1) {
      trigram = shiftIn(trigram, text.charCodeAt(i))
      let at = first[slotOf(trigram)] ?? 0
      if (at === 0 || i < 2) continue
      for (; at !== 0; at = next[at] ?? 0) {
        const row = rowOf[at - 1] ?? 0
        if (!found.includes(row) && occursIn(text, i - 2, at - 1)) found = [...found, row]
      }
    }
    return found.length < 2 ? found : [...found].sort((a, b) => a - b)
  }
}

const none: readonly number[] = []

const slotBits = 14
/** Spreads the trigrams over the slots: Knuth's multiplicative hash with the bits of the golden ratio. */
const slotOf = (trigram: number): number => Math.imul(trigram, 0x9e3779b1) >>> (32 - slotBits)

/** The last three characters after one more. */
const shiftIn = (trigram: number, code: number): number => ((trigram << 7) | fold(code)) & 0x1fffff

/** ASCII upper to lower case; no keyword begins with a character outside ASCII. */
function fold(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20
  return code < 0x80 ? code : 0
}

function occursAt(text: string, at: number, word: string, anyCase: boolean): boolean {
  if (!anyCase) return text.startsWith(word, at)
  const { length } = word
  if (at + length > text.length) return false
  for (let i = 0; i < length; i += 1) {
    if (fold(text.charCodeAt(at + i)) !== word.charCodeAt(i)) return false
  }
  return true
}
