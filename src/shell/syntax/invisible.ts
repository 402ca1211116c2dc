/** The first character of a text that is invisible or changes how the text is displayed; null if there are none. */
export function findInvisible(text: string): { readonly at: number; readonly name: string } | null {
  if (plain.test(text)) return null
  const at = text.search(invisible)
  if (at < 0) return null
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { at, name: `U+${code}` }
}

/** Most texts; they need no closer check. */
const plain = /^[\t\n\x20-\x7e]*$/

/**
 * A person must see exactly the text that runs. Joiners and variation selectors belong to emoji and to scripts that need
 * them: they only count after plain ASCII, where they join nothing.
 */
const invisible = new RegExp(
  [
    // Control characters that move a terminal's cursor; tab and line end are fine.
    '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]|\\r(?!\\n|$)',
    // Soft hyphen, fillers, direction marks, invisible operators, tags.
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f]',
    '[\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
    '(?<=^|[\\x00-\\x7f])(?:[\\u200c\\u200d\\u{e0100}-\\u{e01ef}]|[\\ufe00-\\ufe0f](?!\\u20e3))',
  ].join('|'),
  'u',
)
