/** What the worst statement of an SQL text does. */
export type SqlKind = 'read' | 'write' | 'delete' | 'drop' | 'truncate' | 'unknown'

const ranks: readonly SqlKind[] = ['read', 'write', 'unknown', 'delete', 'truncate', 'drop']

export function sqlKind(text: string): SqlKind {
  const kinds = withoutLiterals(text)
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
    .map(statementKind)
  return kinds.reduce<SqlKind>((worst, kind) => (ranks.indexOf(kind) > ranks.indexOf(worst) ? kind : worst), 'read')
}

function statementKind(statement: string): SqlKind {
  if (/^(drop|alter\s+table\s.*\bdrop\b)/i.test(statement)) return 'drop'
  if (/^truncate\b/i.test(statement)) return 'truncate'
  if (/^delete\b/i.test(statement)) return /\bwhere\b/i.test(statement) ? 'write' : 'delete'
  if (/^update\b/i.test(statement)) return /\bwhere\b/i.test(statement) ? 'write' : 'delete'
  if (/^(insert|replace|create|merge|upsert|begin|commit|set|use)\b/i.test(statement)) return 'write'
  if (/^(select|show|describe|desc|explain|values|table|pragma\s+\w+\s*$)\b/i.test(statement))
    return /\binto\s+(outfile|dumpfile)\b/i.test(statement) ? 'unknown' : 'read'
  if (
    /^\\(d|l|c|dt|du|di|dn|conninfo|timing|x|q)\b/.test(statement) ||
    /^\.(tables|schema|headers|mode|databases|indexes)\b/.test(statement)
  )
    return 'read'
  return 'unknown'
}

/** Text in quotes and comments decides nothing. */
const withoutLiterals = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
