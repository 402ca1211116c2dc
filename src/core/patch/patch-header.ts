/** A line of a patch that names files. */
export interface PatchHeader {
  readonly word: string
  /** The names that the line may mean; null where there is no file on this side. */
  readonly paths: readonly string[] | null
  /** A name that only begins like `/dev/null`: a program that does not stop at the blank writes it. */
  readonly longName?: string
}

export function headerAt(line: string): PatchHeader | null {
  const found = /^[ \tX]*(---|\+\+\+|\*\*\*|Index:|diff --git|rename from|rename to|copy to) (.+)$/.exec(line)
  const [, word = '', text = ''] = found ?? []
  // The lines of a context diff's part: `*** 1,5 ****`.
  if (found === null || /^\d+(,\d+)? [-*]{4}$/.test(text)) return null
  if (word === 'diff --git') return { word, paths: bothNames(text) }
  const names = namesIn(text)
  const [name = ''] = names
  const isNull = /^\/dev\/null(\s|$)/.test(name)
  if (word.startsWith('rename') || word.startsWith('copy'))
    return { word, paths: unique([...(isNull ? [] : names), unquote(text)]) }
  if (!isNull) return { word, paths: names }
  // A date may follow, but it holds no slash: `/dev/null /../../etc/x`.
  return name.indexOf('/', '/dev/null'.length) === -1 ? { word, paths: null } : { word, paths: null, longName: name }
}

/** Up to a tab; where there is none, a date may follow after a blank. */
function namesIn(text: string): readonly string[] {
  const isQuoted = text.startsWith('"')
  const untrimmed = isQuoted ? unquote(text) : (text.split('\t')[0] ?? '').trimEnd()
  const name = isQuoted ? untrimmed : untrimmed.trim()
  const word = isQuoted || text.includes('\t') ? name : (name.split(' ')[0] ?? '')
  return unique([name, word, untrimmed])
}

/** `a/x b/x`: two names that are the same after their first directory, or any two words. */
function bothNames(text: string): readonly string[] {
  const words = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? []
  const [, from = '', to = ''] = /^(a\/.*|"a\/.*") (b\/.*|"b\/.*)$/.exec(text) ?? []
  const split = from === '' ? [] : [from, to.split('\t')[0]?.trimEnd() ?? '']
  const half = text.slice(0, (text.length - 1) / 2)
  const isSplit = !text.includes('"') && words.length !== 2 && /\s/.test(text.charAt(half.length))
  const halves = isSplit ? [half, text.slice(half.length + 1)] : []
  return unique([...halves, ...words, ...split].map(unquote))
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)]

/** Git quotes unusual names as C does: `"a/\303\244.txt"`. */
export function unquote(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  if (quoted === null) return text
  const body = quoted[1] ?? ''
  const bytes: number[] = []
  for (const part of body.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+)/gs)) {
    if (part[1] !== undefined) bytes.push(Number.parseInt(part[1], 8) & 0xff)
    else
      bytes.push(
        ...new TextEncoder().encode(part[2] === undefined ? (part[3] ?? '') : (escapes.get(part[2]) ?? part[2])),
      )
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
])
