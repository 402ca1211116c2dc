import { readMeta } from './sql-meta.ts'
import { type SqlAct, type SqlDialect, splitSql } from './sql-words.ts'

export type { SqlAct, SqlDialect } from './sql-words.ts'

const unreadQuotes = 'SQL with quotes that could not be parsed'
const unreadStatement = 'SQL that could not be parsed'

/** Reasons for a text that may not be SQL in the first place. */
export const unreadSql: ReadonlySet<string> = new Set([unreadQuotes, unreadStatement])

/** The effects of each statement of an SQL text, client commands (`\!`, `.shell`) included. */
export function readSql(text: string, dialect: SqlDialect): readonly SqlAct[] {
  const parts = splitSql(text, dialect)
  if (parts === null) return [{ act: 'opaque', why: unreadQuotes, statement: text }]
  return parts.flatMap(({ kind, source, bare }) =>
    kind === 'meta'
      ? readMeta(source, dialect)
      : [...(dialect === 'duckdb' ? filesRead(source) : []), statementAct(source, bare, dialect)],
  )
}

/** `FROM 'x.csv'`, `read_parquet('x')`: files that DuckDB reads as tables. */
const filesRead = (source: string): readonly SqlAct[] =>
  [...source.matchAll(/\b(?:from|join|read_\w+|\w+_scan|glob|sniff_csv)\b\s*\(?\s*\[?\s*'([^']*)'/gi)].map(
    ([, path = '']) =>
      /^\w+:\/\//.test(path)
        ? { act: 'opaque', why: 'SQL that reads from another server', statement: path }
        : { act: 'read', path, how: 'SQL' },
  )

/** `bare` is the statement without comments and with empty literals, so that quoted text decides nothing. */
function statementAct(source: string, bare: string, dialect: SqlDialect): SqlAct {
  const statement = source.trim().replace(/\s+/g, ' ')
  const change = (action: SqlChange): SqlAct => ({ act: 'change', action, statement })
  const opaque = (why: string): SqlAct => ({ act: 'opaque', why, statement })
  const words = bare.trim().toLowerCase().replace(/\s+/g, ' ')
  const body = words
    .replace(/^explain( \([^)]*\))?( (formatted|extended|verbose|query plan|logical|format=?\w*))*/, '')
    .trim()
  const explains = words.startsWith('explain')
  if (explains && !/\banaly[sz]e\b/.test(words)) return { act: 'look' }
  const does = explains ? body.replace(/^analy[sz]e( verbose)? /, '') : words

  if (
    executingFunctions.test(does) ||
    (dialect === 'sqlite' && fileTables.test(does)) ||
    (dialect === 'other' && tableFunctions.test(does))
  )
    return opaque('SQL that can access files, programs or other servers')
  if (passwordTables.test(does)) return { act: 'reveal', statement }
  if (
    /^(copy|unload|export database|import database|load data|bulk insert|backup|restore|attach|install|load|force install)\b/.test(
      does,
    )
  )
    return fileAct(statement, does, dialect)
  if (dialect === 'sqlite' && /^vacuum\b.*\binto\b/.test(does)) return copyAct(statement)
  if (/^(drop|alter (table|database|schema)\b.* drop\b|purge)\b/.test(does)) return change('drop')
  if (/^truncate\b/.test(does)) return change('truncate')
  if (/^(delete|update)\b/.test(does)) return change(/\bwhere\b/.test(does) ? 'apply' : 'delete')
  if (/^(grant|revoke|create (or replace )?(user|role|login)|alter (user|role|login)|set password)\b/.test(does))
    return change('grant')
  if (
    /^(insert|replace|create|alter|merge|upsert|comment|reindex|vacuum|analyze|optimize|refresh|cluster|rename|lock|notify|msck|detach|import)\b/.test(
      does,
    )
  )
    return change('apply')
  if (/^(with|select|from|table|values|\()/.test(does) && !/^table\s*$/.test(does)) return queryAct(statement, does)
  if (dialect === 'duckdb' && /^pragma\b/.test(does) && !lookingPragmas.test(does) && !duckdbPragmas.test(does))
    return opaque('an unknown setting of the database')
  if (/^pragma\b/.test(does)) return pragmaAct(statement, does)
  if (
    /^(show|describe|desc|summarize|pivot|unpivot|help|begin|start transaction|commit|end|rollback|savepoint|release|use|print)\b/.test(
      does,
    )
  )
    return { act: 'look' }
  if (
    /^set (local |session )?(search_path|statement_timeout|lock_timeout|timezone|time zone|names|client_encoding|nocount|transaction)\b/.test(
      does,
    )
  )
    return { act: 'look' }
  return opaque(unreadStatement)
}

type SqlChange = Extract<SqlAct, { act: 'change' }>['action']

/** Functions that read or write files, run programs, connect to other servers or control the server itself. */
const executingFunctions =
  /\b(pg_(read|ls|file|import|terminate|cancel|reload|rotate|promote|switch|create|drop|logical|replication|stat_reset|wal_replay|backup|start_backup|stop_backup|notify)\w*|lo_(?!get)\w+|lowrite|dblink\w*|set_config|setval|query_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table|\w+_(to|from)_s3|load_extension|writefile|readfile|fsdir|lsdir|zipfile|edit|fts3_tokenizer|load_file|sys_exec|sys_eval|xp_\w+|sp_\w+|openrowset|opendatasource|openquery|read_text|read_blob|shellfs\w*|getenv|(http|exec|execute|run|invoke|schedule|unschedule)(_\w+)?|(drop|delete|truncate|purge|master|citus)_\w+|dropgeometry\w+)\s*\(|\bxp_cmdshell\b|\bsp_(configure|oacreate)\b|\binto\s+(outfile|dumpfile)\b/

/** SQLite tables that expose files of the machine, with arguments or a condition. */
const fileTables = /\b(fsdir|lsdir|zipfile)\b/

/** Tables and columns where servers store passwords; the other columns of MySQL's user table may be read. */
const passwordTables =
  /\b(pg_authid|pg_shadow|pg_user_mapping|sql_logins)\b|(?<!count ?\( ?)\*.*\bmysql\.user\b|\b(authentication_string|password)\b.*\bmysql\.user\b/

/** ClickHouse table functions that read from other servers or files. */
const tableFunctions =
  /\b(url|file|remote|remotesecure|cluster|s3|gcs|hdfs|executable|jdbc|odbc|mysql|postgresql|mongodb|redis|sqlite|input)\s*\(/

/** A query, unless a part of it changes something. */
function queryAct(statement: string, does: string): SqlAct {
  const inner = /\b(delete from|insert into|update \S+ set|merge into|truncate(?! ?\()|drop table)\b/.exec(does)?.[1]
  if (inner !== undefined) {
    const isWhole = /^delete|^truncate|^drop/.test(inner) && !/\bwhere\b/.test(does)
    return { act: 'change', action: isWhole ? 'delete' : 'apply', statement }
  }
  if (/\binto\s+(?!@)[\w."[#]/.test(does)) return { act: 'change', action: 'apply', statement }
  return { act: 'look' }
}

const lookingPragmas =
  /^pragma (\w+\.)?(table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check|database_list|collation_list|function_list|module_list|pragma_list|compile_options|freelist_count|page_count|quick_check|integrity_check|schema_version|show_tables|storage_info|database_size|version|show|platform)\b( ?\([^)]*\))?;?$/

/** DuckDB pragmas are settings, some of which name files; these do not. */
const duckdbPragmas =
  /^pragma (threads|memory_limit|max_memory|(en|dis)able_(profiling|progress_bar|optimizer|object_cache|verification|print_progress_bar)|explain_output|default_\w+|profiling_mode|force_checkpoint|collations|functions|show_databases|user_agent)\b/

/** Without a value, only a few pragmas are queries; the others set something, or may. */
const pragmaAct = (statement: string, does: string): SqlAct =>
  lookingPragmas.test(does) ||
  /^pragma (\w+\.)?(user_version|journal_mode|encoding|page_size|foreign_keys|cache_size|auto_vacuum|synchronous)$/.test(
    does,
  )
    ? { act: 'look' }
    : { act: 'change', action: 'apply', statement }

/** `VACUUM INTO 'FILE'` writes a copy of the database to the file. */
function copyAct(statement: string): SqlAct {
  const path = /\binto '((?:[^']|'')*)'$/i.exec(statement)?.[1]
  return path === undefined
    ? { act: 'opaque', why: 'a copy of the database', statement }
    : { act: 'write', path: path.replaceAll("''", "'"), how: 'VACUUM INTO' }
}

/** Statements that name files or programs of the server; for a file database the server is this machine. */
function fileAct(statement: string, does: string, dialect: SqlDialect): SqlAct {
  if (/^(install|force install|load)\b/.test(does) && !/^load data\b/.test(does))
    return { act: 'opaque', why: 'SQL that loads code', statement }
  if (/\b(from|to) program\b/.test(does)) return { act: 'opaque', why: 'SQL that runs a program', statement }
  if (/^copy\b.* to (stdout|std_out)\b/.test(does)) return { act: 'look' }
  const isLocal = dialect === 'duckdb' || dialect === 'sqlite'
  const path = /^copy\b/.test(does) ? copyTarget(statement) : (/'((?:[^']|'')*)'/.exec(statement)?.[1] ?? null)
  if (isLocal && /^(copy\b.* to\b|export database\b)/.test(does)) {
    return path === null || /^\w+:\/\//.test(path)
      ? { act: 'opaque', why: 'SQL that writes a file', statement }
      : { act: 'write', path, how: 'COPY TO' }
  }
  if (isLocal && /^attach\b/.test(does) && path !== null) return { act: 'write', path, how: 'ATTACH' }
  return { act: 'opaque', why: 'SQL that reads or writes files', statement }
}

/** `COPY (SELECT 'x') TO 'FILE'`: the literal after the last `TO`. */
const copyTarget = (statement: string): string | null =>
  [...statement.matchAll(/(\bto ?)?(?:'((?:[^']|'')*)'|"[^"]*")/gi)].findLast(([, to]) => to !== undefined)?.[2] ?? null
