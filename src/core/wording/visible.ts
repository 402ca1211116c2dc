/** Makes text from outside safe to print: it cannot move the cursor, change colours or reverse the writing direction. */
export const visible = (text: string): string =>
  text.replace(unsafe, character => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(controlPictures + code) : '\ufffd'
  })

/** Control, format and private-use characters, and the separators that start a new line. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/gu

/** U+2400 is the symbol for NUL, U+241B the one for ESC. */
const controlPictures = 0x2400
