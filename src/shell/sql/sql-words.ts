/** The effect of one SQL statement, or of one command of an SQL client. */
export type SqlAct =
  | { readonly act: 'look' }
  /** It shows the server's stored passwords or hashes. */
  | { readonly act: 'reveal'; readonly statement: string }
  | { readonly act: 'change'; readonly action: SqlAction; readonly statement: string }
  | { readonly act: 'run'; readonly text: string; readonly how: string }
  | { readonly act: 'read' | 'write'; readonly path: string; readonly how: string }
  | { readonly act: 'opaque'; readonly why: string; readonly statement: string }

export type SqlAction = 'apply' | 'delete' | 'truncate' | 'drop' | 'grant'

export type SqlDialect = 'psql' | 'mysql' | 'sqlite' | 'duckdb' | 'sqlcmd' | 'athena' | 'other'

export interface SqlPart {
  readonly kind: 'statement' | 'meta'
  readonly source: string
  /** Without comments, with empty literals. */
  readonly bare: string
}

/** Longer text is not read: an unclosed quote makes reading slow. */
const maxLength = 20_000

const plainString = "'(?:[^']|'')*'"
const escapedString = "'(?:[^'\\\\]|''|\\\\[\\s\\S])*'"
const plainName = '"(?:[^"]|"")*"'
const escapedName = '"(?:[^"\\\\]|""|\\\\[\\s\\S])*"'
const backticks = '`[^`]*`'
const brackets = '\\[[^\\]]*\\]'
const dollars = '\\$(\\w*)\\$[\\s\\S]*?\\$\\1\\$'
const dashes = '--[^\\n]*'
const block = '\\/\\*[\\s\\S]*?\\*\\/'

/** INVARIANT: text that a dialect does not quote must not count as quoted here, or a statement could hide in it. */
const tokens: Readonly<Record<SqlDialect, RegExp>> = {
  psql: tokenOf([`\\b[eE]${escapedString}`, plainString, plainName, dollars, dashes, block]),
  mysql: tokenOf(['\\\\[^\\n]', escapedString, escapedName, backticks, '--(?=\\s|$)[^\\n]*', '#[^\\n]*', block]),
  sqlite: tokenOf([plainString, plainName, backticks, brackets, dashes, block]),
  duckdb: tokenOf([`\\b[eE]${escapedString}`, plainString, plainName, dollars, dashes, block]),
  sqlcmd: tokenOf([plainString, plainName, brackets, dashes, block]),
  athena: tokenOf([plainString, plainName, backticks, dashes, block]),
  other: tokenOf([escapedString, escapedName, backticks, dashes, block]),
}

function tokenOf(quotes: readonly string[]): RegExp {
  return new RegExp(`${quotes.join('|')}|[\\s\\S]`, 'g')
}

/** Statements and client commands, in order; null if quotes or comments are not closed. */
export function splitSql(text: string, dialect: SqlDialect): readonly SqlPart[] | null {
  if (text.length > maxLength) return null
  const parts: SqlPart[] = []
  let source = ''
  let bare = ''
  let meta: string | null = null
  const endStatement = () => {
    if (bare.trim() !== '') parts.push({ kind: 'statement', source, bare })
    source = ''
    bare = ''
  }
  const endMeta = () => {
    if (meta !== null) parts.push({ kind: 'meta', source: meta.trim(), bare: '' })
    meta = null
  }
  let lineStart = true
  let afterName = false
  for (const [piece] of text.matchAll(tokens[dialect])) {
    if (meta !== null) {
      if (piece.includes('\n') || (piece === ';' && endsAtSemicolon(meta, dialect))) endMeta()
      else if (piece.includes(';') && endsAtSemicolon(meta, dialect)) return null
      else if (piece === '\\' && dialect === 'psql' && !meta.startsWith('\\!')) {
        endMeta()
        meta = piece
      } else meta += piece
    } else if (dialect === 'mysql' && ends.test(piece)) endStatement()
    // The statement continues after it: `dele\\nte` is `delete`.
    else if (dialect === 'mysql' && toggles.test(piece)) continue
    else if (startsMeta(piece, lineStart, dialect)) {
      endStatement()
      meta = piece
    } else if (piece === ';') endStatement()
    else if (isUnfinished(piece, dialect)) return null
    else {
      const isComment = /^(--|\/\*(?!!))/.test(piece) || (dialect === 'mysql' && piece.startsWith('#'))
      source += isComment ? ' ' : piece
      const isName = piece.length > 1 && /^["`[]/.test(piece)
      // `from"t"into`: a quoted name needs no spaces around it.
      if (/\w$/.test(bare) && (isName || (afterName && /^\w/.test(piece)))) bare += ' '
      bare += isComment ? ' ' : bareOf(piece, dialect)
      afterName = isName
    }
    lineStart = piece === '\n' || (lineStart && /^\s+$/.test(piece))
  }
  endMeta()
  endStatement()
  return parts
}

/**
 * Commands of MySQL's client that take no argument and may occur anywhere in a line: `ends` send the statement or drop it,
 * `toggles` do neither.
 */
const ends = /^\\[gGcq]$/
const toggles = /^\\[hnpstwWx?]$/

/** After the argument of a MySQL client command, SQL continues; `\\!` takes the whole line. */
const endsAtSemicolon = (meta: string, dialect: SqlDialect): boolean => dialect === 'mysql' && !meta.startsWith('\\!')

/** An unclosed quote or comment, or a comment inside a comment, which only some servers nest. */
const isUnfinished = (piece: string, dialect: SqlDialect): boolean =>
  piece === "'" ||
  piece === '"' ||
  (piece === '`' && dialect !== 'psql') ||
  (piece.startsWith('/*') && piece.indexOf('/*', 2) >= 0)

/** Literals are emptied; a quoted name stays a name. MySQL runs the text in comments that begin with `!`. */
function bareOf(piece: string, dialect: SqlDialect): string {
  if (piece.startsWith('/*!')) return dialect === 'mysql' ? ` ${piece.slice(3, -2).replace(/^\d+/, '')} ` : ' '
  if (/^["`[]\w+["`\]]$/.test(piece)) return piece.slice(1, -1)
  if (piece.length > 1 && /^([eE]?'|\$)/.test(piece)) return "''"
  return piece.length > 1 && /^["`[]/.test(piece) ? '""' : piece
}

function startsMeta(piece: string, lineStart: boolean, dialect: SqlDialect): boolean {
  if (dialect === 'psql' || dialect === 'mysql') return piece.startsWith('\\')
  if (dialect === 'sqlite' || dialect === 'duckdb') return piece === '.' && lineStart
  return dialect === 'sqlcmd' && (piece === ':' || piece === '!') && lineStart
}
