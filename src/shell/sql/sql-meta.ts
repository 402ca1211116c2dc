import type { SqlAct, SqlDialect } from './sql-words.ts'

const look: SqlAct = { act: 'look' }

/** A command of the SQL client itself: `\d users`, `.shell id`, `:r file`. */
export function readMeta(command: string, dialect: SqlDialect): readonly SqlAct[] {
  const opaque: SqlAct = { act: 'opaque', why: 'an unknown command of the SQL client', statement: command }
  switch (dialect) {
    case 'psql':
      return [psqlAct(command) ?? opaque]
    case 'mysql':
      return [mysqlAct(command) ?? opaque]
    case 'sqlite':
    case 'duckdb':
      return importActs(command) ?? [dotAct(command) ?? opaque]
    case 'sqlcmd':
      return [sqlcmdAct(command) ?? opaque]
    case 'athena':
    case 'other':
      return [opaque]
  }
}

function psqlAct(command: string): SqlAct | null {
  // psql runs the text in backquotes.
  if (command.includes('`')) return null
  const shell = /^\\!\s*(.*)$/s.exec(command)?.[1]
  if (shell !== undefined) return { act: 'run', text: shell, how: '\\!' }
  const pipe = /^\\(?:o|out|g|gx|w|write)\s*(?:\([^)]*\)\s*)?\|(.*)$/s.exec(command)?.[1]
  if (pipe !== undefined) return { act: 'run', text: pipe, how: 'to a pipe' }
  const output = /^\\(?:o|out|g|gx|w|write|s)\s+(?:\([^)]*\)\s*)?'?([^\s']+)'?$/.exec(command)?.[1]
  if (output !== undefined) return { act: 'write', path: output, how: '\\o' }
  const copy = copyCommand.exec(command)
  if (copy !== null) return copyAct(copy, command)
  if (/^\\copy\b/.test(command)) return null
  return psqlLooks.test(command) ? look : null
}

/** `\copy TABLE|(QUERY) from|to [program] TARGET`. */
const copyCommand =
  /^\\copy\s+(?:\((?:[^'()]|'[^']*'|\([^()']*\))*\)|[^\s'(]+(?:\s*\([^()']*\))?)\s+(from|to)\s+(program\s+)?(?:'((?:[^']|'')*)'|([^\s']+))/i

function copyAct([, direction = '', program, quoted, plain]: RegExpExecArray, statement: string): SqlAct {
  const target = quoted ?? plain ?? ''
  if (program !== undefined) return { act: 'run', text: target, how: '\\copy program' }
  if (direction.toLowerCase() === 'from') return { act: 'opaque', why: 'rows read from a file', statement }
  return /^p?stdout$/i.test(target) ? look : { act: 'write', path: target, how: '\\copy' }
}

/** Commands that list, describe or format. */
const psqlLooks =
  /^\\(d[a-zA-Z]*[+S]*|l|l\+|list|c|connect|conninfo|timing|x|a|t|q|echo|qecho|pset|encoding|z|sf\+?|sv\+?|h|help|\?|g$|gx$|H|C|f|T|errverbose|warn|if|else|endif|elif|crosstabview|gdesc|r|p|reset|print|copyright|unset)(\s|$)/

function mysqlAct(command: string): SqlAct | null {
  const shell = /^\\!\s*(.*)$/s.exec(command)?.[1]
  // The text after a semicolon goes to the shell, and then is SQL as well.
  if (shell?.includes(';') === true) return null
  if (shell !== undefined) return { act: 'run', text: shell, how: '\\!' }
  const output = /^\\T\s+(\S+)/.exec(command)?.[1]
  if (output !== undefined) return { act: 'write', path: output, how: '\\T' }
  return /^\\(u|C|R)(\s|$)|^\\r$/.test(command) ? look : null
}

/** `.import --csv FILE TABLE`: reads a file into a table, where a query shows it. A file name that starts with `|` is a command. */
function importActs(command: string): readonly SqlAct[] | null {
  const [, name = '', rest = ''] = /^\.(\w+)\s*(.*)$/s.exec(command) ?? []
  if (!isShort(name, 'import', 2)) return null
  if (rest.includes('|')) return [{ act: 'opaque', why: 'rows read from a command', statement: command }]
  const words = [...rest.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
  const files = words.slice(0, -1).filter(word => !word.startsWith('-'))
  return [
    ...files.map((path): SqlAct => ({ act: 'read', path, how: '.import' })),
    { act: 'change', action: 'apply', statement: command },
  ]
}

function dotAct(command: string): SqlAct | null {
  const [, name = '', rest = ''] = /^\.(\w+)\s*(.*)$/s.exec(command) ?? []
  const argument = rest.trim().replace(/^(['"])(.*)\1$/s, '$2')
  if (isShort(name, 'shell', 2) || isShort(name, 'system', 2)) return { act: 'run', text: argument, how: `.${name}` }
  if (isShort(name, 'output', 1) || name === 'once') {
    if (argument.startsWith('|')) return { act: 'run', text: argument.slice(1), how: `.${name}` }
    if (argument === '' || argument === 'stdout') return look
    return argument.startsWith('-') ? null : { act: 'write', path: argument, how: `.${name}` }
  }
  if (/^(backup|save|clone|log|trace)$/.test(name)) {
    const path = argument.split(/\s+/).at(-1) ?? ''
    return path === '' || /^(off|stdout|stderr)$/.test(path) ? look : { act: 'write', path, how: `.${name}` }
  }
  if (name === 'restore') return { act: 'change', action: 'drop', statement: command }
  return dotLooks.test(name) ? look : null
}

/** SQLite accepts any abbreviation of a command's name. */
const isShort = (name: string, full: string, least: number): boolean => name.length >= least && full.startsWith(name)

const dotLooks =
  /^(tables|table|schema|fullschema|indexes|indices|databases|dbinfo|headers?|mode|separator|nullvalue|width|timer|stats|show|help|echo|bail|changes|columns?|eqp|explain|print|prompt|quit|exit|timeout|dump|lint|limit|version|vfsname|vfslist|maxrows|maxwidth|large_number_rendering|highlight|sha3sum|parameter|scanstats|recover|constant|decimal_sep|thousand_sep|rows|summary|binary|crlf|connection)$/

function sqlcmdAct(command: string): SqlAct | null {
  const shell = /^!!\s*(.*)$/s.exec(command)?.[1]
  if (shell !== undefined) return { act: 'run', text: shell, how: '!!' }
  const output = /^:(?:out|error|perftrace)\s+(\S+)/i.exec(command)?.[1]
  if (output !== undefined)
    return /^(stdout|stderr)$/i.test(output) ? look : { act: 'write', path: output, how: ':out' }
  return /^:(help|list|listvar|serverlist|setvar|reset|on error|quit|exit)\b/i.test(command) ? look : null
}
