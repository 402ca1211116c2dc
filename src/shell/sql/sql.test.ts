import { expect, test } from 'vitest'
import { readSql, type SqlAct, type SqlDialect } from './sql.ts'

const said = (act: SqlAct): string => {
  switch (act.act) {
    case 'look':
    case 'reveal':
      return act.act
    case 'change':
      return act.action
    case 'run':
      return `run ${act.text}`
    case 'read':
    case 'write':
      return `${act.act} ${act.path}`
    case 'opaque':
      return 'opaque'
  }
}

const rows: readonly (readonly [dialect: SqlDialect, text: string, acts: readonly string[]])[] = [
  ['psql', 'SELECT 1; SELECT 2', ['look', 'look']],
  ['psql', "SELECT 'DROP TABLE t; --'", ['look']],
  ['psql', "SELECT '\\'; DROP TABLE t; --'", ['look', 'drop']],
  ['psql', "SELECT E'\\''; DROP TABLE t; SELECT ''", ['look', 'drop', 'look']],
  ['psql', 'SELECT $x$ ; DROP TABLE t; $x$', ['look']],
  ['psql', 'SELECT `; DROP TABLE t; SELECT `', ['look', 'drop', 'look']],
  ['psql', "/* /* */ ' */ DROP TABLE t; --'", ['opaque']],
  ['psql', 'SELECT "pg_read_file"(\'/etc/passwd\')', ['opaque']],
  ['psql', "SELECT 'unfinished; DROP TABLE t", ['opaque']],
  ['psql', 'EXPLAIN DELETE FROM t', ['look']],
  ['psql', 'EXPLAIN (ANALYZE, BUFFERS) DELETE FROM t', ['delete']],
  ['psql', 'SELECT * INTO copy FROM t', ['apply']],
  ['psql', '\\d+ users', ['look']],
  ['psql', '\\d \\! id', ['look', 'run id']],
  ['psql', '\\echo `id`', ['opaque']],
  ['psql', 'SELECT 1 \\g |id', ['look', 'run id']],
  ['psql', "\\copy t to program './x to y'", ['run ./x to y']],
  ['psql', "\\copy (select 'a') TO STDOUT", ['look']],
  ['psql', 'DO $$ BEGIN DROP TABLE t; END $$', ['opaque']],
  ['mysql', 'SELECT 5--1; DROP TABLE t', ['look', 'drop']],
  ['mysql', "# it's\nDROP TABLE t; -- '", ['drop']],
  ['mysql', "SELECT '\\'; DROP TABLE t; --'", ['look']],
  ['mysql', 'SELECT 1 /*! INTO OUTFILE "/tmp/x" */', ['opaque']],
  ['mysql', 'SELECT 1 AS $$; DROP TABLE t; SELECT 2 AS $$', ['look', 'drop', 'look']],
  ['mysql', 'source /tmp/x.sql', ['opaque']],
  ['mysql', 'SELECT 1\\g DROP TABLE t', ['look', 'drop']],
  ['mysql', 'SELECT * FROM t\\G', ['look']],
  ['mysql', "SELECT '\\G DROP TABLE t'", ['look']],
  ['mysql', 'SELECT 1;\\n DROP TABLE t', ['look', 'drop']],
  ['mysql', 'dele\\nte FROM t', ['delete']],
  ['mysql', '\\u shop; DROP TABLE t', ['look', 'drop']],
  ['mysql', "\\u 'x; DROP TABLE t; '", ['opaque']],
  ['mysql', '\\r shop db.example', ['opaque']],
  ['mysql', '\\! id', ['run id']],
  ['mysql', '\\! id; DROP TABLE t', ['opaque']],
  ['mysql', 'SELECT * FROM mysql.user', ['reveal']],
  ['mysql', 'SELECT authentication_string FROM `mysql`.`user`', ['reveal']],
  ['mysql', 'SELECT user, host FROM mysql.user', ['look']],
  ['mysql', 'SELECT count(*) FROM mysql.user', ['look']],
  ['mysql', 'SELECT truncate(1.25, 1)', ['look']],
  ['psql', 'SELECT rolpassword FROM pg_authid', ['reveal']],
  ['psql', 'SELECT rolname FROM pg_roles', ['look']],
  ['psql', "SELECT query_to_xml_and_xmlschema('DELETE FROM t', true, true, '')", ['opaque']],
  ['psql', "SELECT cron.schedule('x', '* * * * *', 'DELETE FROM t')", ['opaque']],
  ['psql', "SELECT net.http_post('http://e.example', '{}')", ['opaque']],
  ['psql', "SELECT drop_chunks('t', interval '1 day')", ['opaque']],
  ['psql', "SELECT lo_put(1, 0, 'x')", ['opaque']],
  ['psql', 'SELECT execution_time, run_id FROM schedule', ['look']],
  ['psql', 'SELECT 1 FROM"t"INTO u', ['apply']],
  ['sqlite', `SELECT"writefile"('/tmp/x', 'y')`, ['opaque']],
  ['sqlite', "SELECT data FROM fsdir WHERE path = '/x'", ['opaque']],
  ['sqlite', 'SELECT"name"FROM"t"', ['look']],
  ['duckdb', "COPY (SELECT 'a.csv') TO 's3://b/x'", ['opaque']],
  ['duckdb', "COPY (SELECT ' TO ''s3://b/x''') TO 'a.csv' (HEADER)", ['write a.csv']],
  ['duckdb', "PRAGMA profiling_output = '/home/x'", ['opaque']],
  ['duckdb', "PRAGMA enable_profiling = 'json'", ['apply']],
  ['sqlcmd', "SELECT 1 AS [a'b]; DROP TABLE t; --'", ['look', 'drop']],
  ['sqlcmd', '!! dir', ['run dir']],
  ['sqlite', 'PRAGMA table_info(users)', ['look']],
  ['sqlite', 'PRAGMA writable_schema = 1', ['apply']],
  ['sqlite', '.once |id', ['run id']],
  ['sqlite', '.sys id', ['run id']],
  ['sqlite', '.read x.sql', ['opaque']],
  [
    'duckdb',
    "SELECT * FROM 'a.csv' JOIN read_parquet('b.parquet') USING (id)",
    ['read a.csv', 'read b.parquet', 'look'],
  ],
  ['duckdb', "FROM 'https://example.com/x.csv'", ['opaque', 'look']],
  ['other', "SELECT * FROM executable('id', TSV)", ['opaque']],
]

test.each(rows)('%s: %s', (dialect, text, acts) => {
  expect(readSql(text, dialect).map(said)).toEqual(acts)
})
