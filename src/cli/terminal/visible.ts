/** Foreign text for a terminal: nothing in it can move the cursor, change colours, or turn the line round. */
export const visible = (text: string): string =>
  text.replace(unseen, character => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(controlPictures + code) : '\ufffd'
  })

/** Control, format and private characters, and the separators that start a new line. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu

/** U+2400 is the picture of NUL, U+241B that of ESC. */
const controlPictures = 0x2400
