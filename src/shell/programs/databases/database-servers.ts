import type { Options, Programs } from '../engine/table.ts'

const server: Options = {
  '-h HOST --host=HOST': { 'localhost 127.0.0.1 ::1 /*': 'plain', '*': 'opaque load sent to another machine' },
  '-p N --port=N -U NAME --username=NAME -d NAME --dbname=NAME': 'plain',
}

/** Programs that set up database servers, or put them under load. */
export const databaseServers: Programs = {
  initdb: {
    tier: 'write',
    options: {
      '-D DIR, --pgdata=DIR': 'write below',
      '-X DIR, --waldir=DIR': 'write below',
      '-U NAME --username=NAME -E NAME --encoding=NAME --locale=NAME --lc-collate=NAME --lc-ctype=NAME --locale-provider=NAME -A NAME --auth=NAME --auth-host=NAME --auth-local=NAME -T NAME --text-search-config=NAME --wal-segsize=N':
        'plain',
      '-k --data-checksums --no-data-checksums --no-locale -N --no-sync -n --no-clean -W --pwprompt -g --allow-group-access -s --show':
        'plain',
      '--pwfile=FILE': 'read',
    },
    operands: 'write below',
    examples: {
      'initdb -D data --auth=trust': 'write data/*',
      'initdb -c shared_preload_libraries=x data': [
        'opaque unknown option `-c` of `initdb`',
        'write shared_preload_libraries=x/*',
        'write data/*',
      ],
    },
  },
  pgbench: {
    tier: 'write',
    options: {
      ...server,
      '-i --initialize': 'change database/apply',
      '-s N --scale=N -c N --client=N -j N --jobs=N -T N --time=N -t N --transactions=N -P N --progress=N -M NAME --protocol=NAME -b NAME --builtin=NAME -R N --rate=N -D PAIR --define=PAIR --max-tries=N --random-seed=N':
        'plain',
      '-S --select-only -N --skip-some-updates -n --no-vacuum -r --report-per-command -q --quiet -C --connect -l --log':
        'plain',
      // A script can run commands with `\\setshell`.
      '-f FILE --file=FILE': 'code',
    },
    operands: 'plain',
    examples: {
      'pgbench -c 4 -T 10 test': [],
      'pgbench -i test': 'change database/apply',
      'pgbench -f /tmp/x.sql test': ['read /tmp/x.sql', 'opaque code in `/tmp/x.sql`'],
      'pgbench -h db.example test': 'opaque load sent to another machine: `db.example`',
    },
  },
  sysbench: {
    tier: 'write',
    options: {
      '--threads=N --time=N --events=N --rate=N --report-interval=N --cpu-max-prime=N --memory-block-size=SIZE --memory-total-size=SIZE --memory-oper=NAME --file-total-size=SIZE --file-test-mode=NAME --file-num=N --file-block-size=SIZE --verbosity=N --histogram=FLAG --percentile=N --thread-yields=N --thread-locks=N':
        'plain',
    },
    // Other words name a Lua script, or a test of a database.
    commands: {
      'cpu memory threads mutex fileio': { operands: { 'run prepare cleanup': 'plain', '*': 'opaque a test' } },
    },
    examples: {
      'sysbench cpu --cpu-max-prime=20000 run': [],
      'sysbench /tmp/x.lua run': 'opaque unknown subcommand `/tmp/x.lua` of `sysbench`',
    },
  },
}
