import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { eitherDash } from '../engine/either-dash.ts'
import type { Meaning, Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { runFileSql, runSql } from './databases-run.ts'

const address = { '*://*': 'connect', '*': 'plain' } as const
const toPipe: Meaning = { '|*': 'opaque output to a program', '*': 'write' }
const reads: Subcommand = { tier: 'read', otherOptions: 'plain' }

/** Options that all PostgreSQL programs have. */
const postgres: Options = {
  '-h HOST --host=HOST': { '/*': 'plain', '*': 'connect' },
  '-d NAME --dbname=NAME': address,
  '-p PORT --port=PORT -U NAME --username=NAME --role=NAME --maintenance-db=NAME': 'plain',
  '-w --no-password -W --password -e --echo -v --verbose -q --quiet -V --version -?': 'plain',
}
const pgDumpall: Program = {
  tier: 'read',
  options: { ...postgres, '-f FILE --file=FILE': 'write' },
  otherOptions: 'plain',
}
const postgresEnv = {
  'PSQLRC PGSERVICEFILE': 'read',
  // Can set any server setting: some load a library, some disable a protection.
  PGOPTIONS: {
    '-c?default_transaction_read_only=on -c?client_min_messages=warning -c?statement_timeout=??? -c?statement_timeout=???? -c?statement_timeout=?????':
      'plain',
    '*': 'opaque database server settings',
  },
} as const

const psql: Program = {
  tier: 'read',
  options: {
    ...postgres,
    '-v SETTING --set=SETTING --variable=SETTING -P SETTING --pset=SETTING -F TEXT --field-separator=TEXT -R TEXT --record-separator=TEXT -T TEXT --table-attr=TEXT':
      'plain',
    '-o FILE --output=FILE': toPipe,
    '-L FILE --log-file=FILE': 'write',
    '-c SQL --command=SQL': 'plain',
    '-f FILE --file=FILE': 'read',
    '-X --no-psqlrc -A --no-align -t --tuples-only -x --expanded -1 --single-transaction -a --echo-all -b --echo-errors -E --echo-hidden -n --no-readline -s --single-step -S --single-line -z --field-separator-zero -0 --record-separator-zero -H --html --csv':
      'plain',
    '-l --list -V --version -?': 'dry run',
  },
  operands: address,
  env: postgresEnv,
  examples: {
    'psql -U me -d app -c "SELECT * FROM users"': [],
    'psql postgres://db.example/app -c "UPDATE users SET x = 1 WHERE id = 2"': [
      'connect db.example',
      'change database/apply UPDATE users SET x = 1 WHERE id = 2',
    ],
    'psql -c "DROP TABLE users"': 'change database/drop DROP TABLE users',
    "psql -c 'WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x'":
      'change database/delete WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x',
    "psql -c '\\! ./evil'": 'run ./evil',
    "psql -c '\\d \\! ./evil'": 'run ./evil',
    'psql -c "\\copy t to program \'./evil\'"': 'run ./evil',
    'psql -c "COPY t TO PROGRAM \'id\'"': "opaque SQL that runs a program: `COPY t TO PROGRAM 'id'`",
    'psql -c "SELECT pg_read_file(\'/etc/passwd\')"':
      "opaque SQL that can access files, programs or other servers: `SELECT pg_read_file('/etc/passwd')`",
    'psql -c "EXPLAIN ANALYZE DELETE FROM t"': 'change database/delete EXPLAIN ANALYZE DELETE FROM t',
    "psql -c \"SELECT '\\'; DROP TABLE t; --'\"": 'change database/drop DROP TABLE t',
    'psql app': 'opaque an interactive `psql` session',
  },
}

const mysql: Program = {
  tier: 'read',
  options: {
    '-h HOST --host=HOST': 'connect',
    '-u NAME --user=NAME -P PORT --port=PORT -D NAME --database=NAME -S PATH --socket=PATH --protocol=NAME --default-character-set=NAME --connect-timeout=N --delimiter=TEXT --ssl-mode=MODE --max-allowed-packet=N --prompt=TEXT':
      'plain',
    '-p[TEXT] --password[=TEXT]': 'plain',
    '-e SQL --execute=SQL --init-command=SQL': 'plain',
    '--defaults-file=FILE --defaults-extra-file=FILE --ssl-ca=FILE --ssl-cert=FILE --ssl-key=FILE': 'read',
    '--plugin-dir=DIR --default-auth=NAME': 'opaque a plugin',
    '--pager=COMMAND': 'run',
    '--tee=FILE': 'write',
    '-A --no-auto-rehash -B --batch -N --skip-column-names -r --raw -s --silent -t --table -v --verbose -E --vertical -H --html -X --xml -n --unbuffered -q --quick -C --compress -f --force -w --wait --ssl --skip-ssl --show-warnings --binary-as-hex -b --no-beep -L --skip-line-numbers':
      'plain',
    '-V --version -? -I': 'dry run',
  },
  examples: {
    'mysql -h localhost -u root -pSecret app -e "SHOW TABLES"': 'connect localhost',
    'mysql -e "TRUNCATE TABLE payments"': 'change database/truncate TRUNCATE TABLE payments',
    'mysql -e "SELECT 5--1; DROP TABLE t"': 'change database/drop DROP TABLE t',
    'mysql -e "system ./evil"': 'opaque SQL that could not be parsed: `system ./evil`',
    'mysql --pager=./evil -e "SELECT 1"': 'run ./evil',
  },
}

const fileOptions: Options = {
  ...eitherDash({
    '-cmd SQL': 'plain',
    '-init FILE': 'opaque commands from a file',
    '-separator TEXT -newline TEXT -nullvalue TEXT -maxsize N -mmap N -vfs NAME -heap N -escape KIND -storage-version NAME -lookaside SIZE N -pagecache SIZE N':
      'plain',
    '-readonly -batch -bail -csv -json -jsonlines -table -column -box -header -headers -noheader -line -list -html -markdown -quote -tabs -ascii -echo -stats -safe -nofollow -interactive -append -memtrace -deserialize -no-stdin':
      'plain',
    '-unsigned -ui -unsafe-testing -A': 'opaque an option that loads code',
  }),
  '-help --help -version --version': 'dry run',
}
const sqlite: Program = {
  tier: 'read',
  singleDash: true,
  options: fileOptions,
  examples: {
    'sqlite3 -json app.db "SELECT * FROM users"': 'read app.db',
    'sqlite3 app.db "INSERT INTO t VALUES (1)"': ['read app.db', 'write app.db'],
    'sqlite3 app.db "DROP TABLE t"': ['read app.db', 'change database/drop DROP TABLE t'],
    'sqlite3 app.db ".shell ./evil"': ['read app.db', 'run ./evil'],
    'sqlite3 app.db ".output /etc/motd"': ['read app.db', 'write /etc/motd'],
    'sqlite3 :memory: "SELECT load_extension(\'./x.so\')"':
      "opaque SQL that can access files, programs or other servers: `SELECT load_extension('./x.so')`",
    'sqlite3 app.db "vacuum into \'b.db\'"': ['read app.db', 'write b.db'],
    "sqlite3 -cmd '.shell ./evil' -version": 'run ./evil',
    'sqlite3 -version': [],
    'sqlite3 app.db .tables': 'read app.db',
    'sqlite3 -lookaside 100 50 app.db .tables': 'read app.db',
    'sqlite3 app.db': ['read app.db', 'opaque an interactive `sqlite3` session'],
  },
}
const duckdb: Program = {
  tier: 'read',
  singleDash: true,
  options: { ...fileOptions, '-c SQL -s SQL': 'plain', '-f FILE': 'read' },
  examples: {
    'duckdb -c "SELECT * FROM \'data.csv\'"': 'read data.csv',
    'duckdb -c "COPY t TO \'/etc/x\'"': 'write /etc/x',
    'duckdb -c "INSTALL shellfs; LOAD shellfs"': [
      'opaque SQL that loads code: `INSTALL shellfs`',
      'opaque SQL that loads code: `LOAD shellfs`',
    ],
  },
}

const sqlcmd: Program = {
  tier: 'read',
  options: {
    '-Q SQL -q SQL --query=SQL': 'plain',
    '-i FILE --input-file=FILE': 'read',
    '-o FILE --output-file=FILE': 'write',
    '-S HOST --server=HOST': 'connect',
    '-U NAME --user-name=NAME -P TEXT --password=TEXT -d NAME --database=NAME --database-name=NAME -s TEXT -w N -W -h N -l N -t N -v SETTING -F FORMAT -K INTENT -m N -V N -y N -Y N -H NAME -a N':
      'plain',
    '-E -b -C -N -I -e -p -u -x -X -k -r -G -j': 'plain',
    '-?': 'dry run',
  },
  commands: {
    query: { tier: 'read', operands: 'plain' },
    'create install': { tier: 'execute', does: ['change database/install'], otherOptions: 'plain' },
    start: { tier: 'execute', does: ['change database/start'], otherOptions: 'plain' },
    stop: { tier: 'execute', does: ['change database/stop'], otherOptions: 'plain' },
    delete: { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain' },
    'config use': { tier: 'execute', does: ['change database/manage'], otherOptions: 'plain' },
  },
  operands: 'plain',
  examples: {
    'sqlcmd -S db.example -Q "SELECT 1"': 'connect db.example',
    "sqlcmd query 'DROP TABLE users'": 'change database/drop DROP TABLE users',
    'sqlcmd -Q "EXEC xp_cmdshell \'dir\'"':
      "opaque SQL that can access files, programs or other servers: `EXEC xp_cmdshell 'dir'`",
  },
}

const clickhouse: Program = {
  tier: 'read',
  options: {
    '-h HOST --host=HOST': 'connect',
    '-q SQL --query=SQL': 'plain',
    '--queries-file=FILE': 'read',
    '-u NAME --user=NAME --password[=TEXT] -d NAME --database=NAME --port=N -f FORMAT --format=FORMAT -C FILE --config-file=FILE --max_memory_usage=N':
      'plain',
    '-n --multiquery -m --multiline -s --secure -t --time -E --vertical --progress --stacktrace': 'plain',
  },
  examples: {
    'clickhouse-client -q "SELECT 1"': [],
    'clickhouse-client -q "DROP TABLE t"': 'change database/drop DROP TABLE t',
  },
}

const cqlsh: Program = {
  tier: 'read',
  options: {
    '-e SQL --execute=SQL': 'plain',
    '-f FILE --file=FILE --cqlshrc=FILE': 'read',
    '-u NAME --username=NAME -p TEXT --password=TEXT -k NAME --keyspace=NAME --request-timeout=N --connect-timeout=N --encoding=NAME --cqlversion=N':
      'plain',
    '--ssl --no-color -C --color --debug': 'plain',
  },
  operands: ['connect', 'plain'],
  examples: {
    'cqlsh db.example -e "SELECT * FROM t"': 'connect db.example',
    'cqlsh -e "TRUNCATE t"': 'change database/truncate TRUNCATE t',
  },
}

/** SQL clients: the statement decides the effect. */
export const databases: Programs = {
  psql: runSql(psql, { dialect: 'psql', statements: ['-c', '--command'], files: ['-f', '--file'] }),
  'mysql mariadb': runSql(mysql, { dialect: 'mysql', statements: ['-e', '--execute', '--init-command'], files: [] }),
  sqlcmd: runSql(sqlcmd, {
    dialect: 'sqlcmd',
    statements: ['-Q', '-q', '--query'],
    files: ['-i', '--input-file'],
    queryCommand: 'query',
  }),
  'clickhouse-client': runSql(clickhouse, {
    dialect: 'other',
    statements: ['-q', '--query'],
    files: ['--queries-file'],
  }),
  cqlsh: runSql(cqlsh, { dialect: 'other', statements: ['-e', '--execute'], files: ['-f', '--file'] }),
  sqlite3: runFileSql(sqlite, { dialect: 'sqlite', statements: ['-cmd', '--cmd'], files: [] }),
  duckdb: runFileSql(duckdb, { dialect: 'duckdb', statements: ['-c', '-s', '-cmd', '--cmd'], files: ['-f'] }),
  pg_dump: {
    tier: 'read',
    options: { ...postgres, '-f FILE --file=FILE': 'write' },
    otherOptions: 'plain',
    operands: address,
    examples: { 'pg_dump -f out.sql app': 'write out.sql' },
  },
  pg_dumpall: {
    ...pgDumpall,
    custom: call => {
      applyTable(pgDumpall, call)
      // A dump of roles contains password hashes.
      if (
        !call.args.some(arg =>
          /^(--no-role-passwords|-t|--tablespaces-only|--help|-\?|-V|--version)$/.test(wordText(arg)),
        )
      )
        call.change('secrets/read', null)
    },
    examples: {
      'pg_dumpall -g': 'change secrets/read',
      'pg_dumpall --no-role-passwords -f a.sql': 'write a.sql',
    },
  },
  pg_isready: { tier: 'read', options: postgres, otherOptions: 'plain' },
  pg_restore: {
    tier: 'execute',
    options: {
      ...postgres,
      '-d NAME --dbname=NAME': 'change database/apply',
      '-c --clean': 'change database/drop',
      '-f FILE --file=FILE': { '-': 'plain', '*': 'write' },
      '-l --list': 'tier read',
      '-C --create -a --data-only -s --schema-only -O --no-owner -x --no-privileges --no-acl --if-exists -1 --single-transaction --exit-on-error --disable-triggers':
        'plain',
      '-j N --jobs=N -n NAME --schema=NAME -t NAME --table=NAME -F FORMAT --format=FORMAT --section=NAME -L FILE --use-list=FILE':
        'plain',
    },
    operands: 'read',
    examples: { 'pg_restore -c -d app dump': ['change database/apply app', 'change database/drop', 'read dump'] },
  },
  mysqldump: {
    tier: 'read',
    options: {
      '--plugin-dir=DIR --default-auth=NAME': 'opaque a plugin',
      '-h HOST --host=HOST': 'connect',
      '-p[TEXT] --password[=TEXT]': 'plain',
      '-r FILE --result-file=FILE -T DIR --tab=DIR --log-error=FILE --debug=TEXT': 'write',
      '--defaults-file=FILE --defaults-extra-file=FILE': 'read',
      '--delete-master-logs --delete-source-logs': 'change database/delete',
    },
    otherOptions: 'plain',
    examples: { 'mysqldump -u root app -r out.sql': 'write out.sql' },
  },
  mysqladmin: {
    tier: 'execute',
    options: {
      '-h HOST --host=HOST': 'connect',
      '-u NAME --user=NAME -P N --port=N -S PATH --socket=PATH -i N --sleep=N -c N --count=N': 'plain',
      '-p[TEXT] --password[=TEXT]': 'plain',
      '-f --force -s --silent -v --verbose -r --relative': 'plain',
    },
    commands: {
      'status ping version processlist variables extended-status': { tier: 'read' },
      create: { tier: 'execute', does: ['change database/apply'] },
      drop: { tier: 'execute', does: ['change database/drop'] },
      'shutdown kill stop-slave stop-replica': { tier: 'execute', does: ['change database/stop'] },
      'password flush-privileges': { tier: 'execute', does: ['change database/grant'] },
      'reload refresh flush-hosts flush-logs flush-tables flush-status start-slave start-replica': {
        tier: 'execute',
        does: ['change database/manage'],
      },
    },
    examples: { 'mysqladmin -u root status': [], 'mysqladmin drop app': 'change database/drop' },
  },
  'createdb vacuumdb reindexdb clusterdb': {
    tier: 'execute',
    does: ['change database/apply'],
    options: postgres,
    otherOptions: 'plain',
    examples: { 'createdb -h localhost app': ['connect localhost', 'change database/apply'] },
  },
  createuser: { tier: 'execute', does: ['change database/grant'], options: postgres, otherOptions: 'plain' },
  'dropdb dropuser': {
    tier: 'execute',
    does: ['change database/drop'],
    options: postgres,
    otherOptions: 'plain',
    examples: { 'dropdb -U postgres app': 'change database/drop' },
  },
  pg_ctl: {
    tier: 'execute',
    options: {
      '-D DIR --pgdata=DIR -l FILE --log=FILE -m MODE --mode=MODE -t N --timeout=N': 'plain',
      '-w -W -s -c': 'plain',
      '-o OPTIONS -p PATH': 'opaque a custom server program',
    },
    commands: {
      status: { tier: 'read' },
      start: { tier: 'execute', does: ['change database/start'] },
      'stop restart reload promote logrotate kill': { tier: 'execute', does: ['change database/stop'] },
      'init initdb': { tier: 'execute', does: ['change database/install'] },
    },
    examples: { 'pg_ctl status -D data': [], 'pg_ctl stop': 'change database/stop' },
  },
  'mongodump mongoexport': {
    tier: 'read',
    options: {
      '-o DIR --out=DIR --archive=FILE': 'write',
      '--uri=URL -h HOST --host=HOST': 'connect',
      '-d NAME --db=NAME -c NAME --collection=NAME -u NAME --username=NAME -p TEXT --password=TEXT -q TEXT --query=TEXT':
        'plain',
    },
    otherOptions: 'plain',
    examples: { 'mongodump --db app -o dump': 'write dump' },
  },
  'mongorestore mongoimport': {
    tier: 'execute',
    does: ['change database/apply'],
    options: {
      '--drop': 'change database/drop',
      '--uri=URL -h HOST --host=HOST': 'connect',
      '--file=FILE --archive=FILE': 'read',
    },
    otherOptions: 'plain',
    examples: { 'mongorestore --drop': ['change database/apply', 'change database/drop'] },
  },
  influx: {
    tier: 'execute',
    options: {
      // That host receives the token.
      '--host=URL': 'connect sends',
      '-t TOKEN --token=TOKEN -o NAME --org=NAME -c NAME --active-config=NAME --org-id=ID --configs-path=FILE': 'plain',
      '--json --skip-verify --hide-headers': 'plain',
    },
    commands: {
      'ping version help': reads,
      query: { tier: 'read', options: { '-f FILE --file=FILE': 'read' }, otherOptions: 'plain' },
      // These print the tokens themselves.
      auth: {
        commands: {
          'list ls find': { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' },
          'create delete active inactive': {
            tier: 'execute',
            does: ['change database/grant'],
            otherOptions: 'plain',
          },
        },
      },
      'bucket org user task dashboards telegrafs secret v1 remote replication': {
        commands: {
          'list ls find logs': reads,
          'create update invite retry-failed': {
            tier: 'execute',
            does: ['change database/apply'],
            otherOptions: 'plain',
          },
          delete: { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain' },
        },
      },
      'write restore apply setup': { tier: 'execute', does: ['change database/apply'], otherOptions: 'plain' },
      delete: { tier: 'execute', does: ['change database/delete'], otherOptions: 'plain' },
      backup: { tier: 'write', operands: 'write', otherOptions: 'plain' },
    },
    examples: {
      'influx bucket list': [],
      'influx auth list': 'change secrets/read',
      'influx bucket delete -n x': 'change database/drop',
    },
  },
}
