/** A text of at most so many characters, at whole lines if possible, and whether something is missing. */
export function clipText(text: string, maxChars: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= maxChars) return { text, isCut: false }
  const line = text.lastIndexOf('\n', maxChars)
  // Half of a surrogate pair is not valid text.
  const end =
    line > maxChars / 2 ? line + 1 : /[\ud800-\udbff]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars
  return { text: text.slice(0, end), isCut: true }
}
