/** A piece of an agent's text: plain, or one character that a screen would hide or use to reorder the text. */
export interface TextPiece {
  readonly text: string
  readonly kind: 'plain' | 'hidden'
  readonly isMarked: boolean
  /** The name of a hidden character, for its tooltip. */
  readonly name: string | null
}

export interface TextMark {
  readonly start: number
  readonly end: number
}

/*
 * Control, format, bidirectional, ignorable and surrogate characters, and the blank Braille letter. Spaces other than U+0020 look like one
 * but are not one for a shell. Newlines and tabs are shown as they are.
 */
const hidden = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Splits a text so that everything hidden can be shown as a visible sign, with the marked parts marked. */
export function visiblePieces(text: string, marks: readonly TextMark[] = []): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let index = 0
  for (const character of text) {
    const at = index
    const isMarked = marks.some(({ start, end }) => at >= start && at < end)
    index += character.length
    if (hidden.test(character)) {
      pieces.push({ text: signOf(character), kind: 'hidden', isMarked, name: codePointName(character) })
      continue
    }
    const last = pieces.at(-1)
    if (last?.kind === 'plain' && last.isMarked === isMarked)
      pieces[pieces.length - 1] = { ...last, text: last.text + character }
    else pieces.push({ text: character, kind: 'plain', isMarked, name: null })
  }
  return pieces
}

/** Whether a text contains characters that a screen would hide. */
export const hasHidden = (text: string): boolean => visiblePieces(text).some(({ kind }) => kind === 'hidden')

const short: ReadonlyMap<number, string> = new Map([
  [0x1b, 'ESC'],
  [0x0d, 'CR'],
  [0x00, 'NUL'],
  [0x08, 'BS'],
  [0x7f, 'DEL'],
  [0xa0, 'NBSP'],
  [0x200b, 'ZWSP'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
])

const signOf = (character: string): string => short.get(character.codePointAt(0) ?? 0) ?? codePointName(character)
const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
