import { isLoopback } from '../../../core/address/read-address.ts'
import { isKnown, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Operands, Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, packageReads, projectCode } from '../shared/package-commands.ts'
import { isShellText, startsByShell } from '../shared/starts-command.ts'

/** A development server listens on this machine only; one for the whole network asks first: it may offer a debugger. */
const listens = { '0.0.0.0* tcp://0.0.0.0* :: [::]* 0': 'change network/network', '*': 'plain' } as const

/** Answers with what the project's code returns, which could open the same port itself. */
const servesOwn = { '0.0.0.0* tcp://0.0.0.0* :: [::]* 0': 'change network/serve', '*': 'plain' } as const

const addresses =
  '--host=ADDRESS -h ADDRESS --bind=ADDRESS -b ADDRESS --server.address=ADDRESS --hostname=ADDRESS -H ADDRESS'

const serving: Options = {
  [addresses]: listens,
  // For gunicorn, a pid file.
  '-p N': { '*/*': 'write', '*': 'plain' },
  '--port=N --server.port=N --workers=N -w N --log-level=LEVEL --timeout=N -k NAME --worker-class=NAME -t N --threads=N':
    'plain',
  '--env-file=FILE --ssl-keyfile=FILE --ssl-certfile=FILE --certfile=FILE --keyfile=FILE --dotenv=FILE': 'read',
  '-c FILE --config=FILE': { '*/*': 'code', '*': 'plain' },
  '--chdir=DIR --app-dir=DIR': 'cwd',
  '--pid=FILE --access-logfile=FILE --error-logfile=FILE --log-file=FILE': { '-': 'plain', '*': 'write' },
}

const applications: Operands = {
  '*://*': 'opaque code from outside the project',
  '/* ../* */../*': 'code',
  shell: 'opaque an interactive session',
  '*': 'plain',
}

/** They expand quoted brackets and braces as patterns, each in a different way. */
const deletesMatches: Operands = { '*{* *[* *(*': 'opaque a pattern that the program expands itself', '*': 'delete' }

const migrates: Subcommand = {
  ...projectCode,
  does: ['change database/migrate'],
}
const drops: Subcommand = { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain', operands: 'plain' }

/** Runs only the commands in the project's own configuration. */
const project = (names: Omit<Program, 'tier' | 'code'> = {}): Program => ({
  tier: 'execute',
  code: 'project',
  otherOptions: 'plain',
  operands: { '/* ../* */../*': 'code', '*': 'plain' },
  ...names,
})

const statics: Program = {
  tier: 'read',
  does: ['here'],
  options: {
    '-l URI --listen=URI -a ADDRESS --address=ADDRESS --host=ADDRESS': 'plain',
    '-p N --port=N -c[N] -t N': 'plain',
    '-s --single --silent -d --debug -n --no-clipboard -u --no-compression -L --no-request-logging -g -b': 'plain',
  },
  otherOptions: 'plain',
  operands: 'read',
}

/** Without an address that only this machine can reach, it serves the whole network. */
function serveFiles(call: ProgramCall): void {
  applyTable(statics, call)
  const { options, unknownOptions } = sortArguments(call.args, compileProgram(statics))
  const addresses = options.flatMap(({ option, value }) => (isAddress.test(option.name) ? [wordText(value ?? '')] : []))
  const isLocal = addresses.length > 0 && addresses.every(address => isLoopback(address.replace(/^tcp:\/\//, '')))
  if (!isLocal || unknownOptions.length > 0) call.change('network/listen', null)
}

const isAddress = /^(-l|--listen|-a|--address|--host)$/

const pm2: Program = {
  tier: 'execute',
  commands: {
    'list ls l status ps info describe show jlist prettylist monit report id pid ping': packageReads,
    logs: {
      ...packageReads,
      options: { '--lines=N --format --raw --nostream --err --out --timestamp[=FORMAT]': 'plain' },
    },
    'start reload restart': { ...projectCode, does: ['change process/start'], operands: 'plain' },
    'stop delete del kill flush reset': {
      tier: 'execute',
      does: ['change process/stop'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    'startup unstartup save install deploy link': {
      tier: 'execute',
      does: ['change system/service'],
      otherOptions: 'plain',
      operands: 'plain',
    },
  },
  options: { '-v --version -s --silent --no-color': 'plain' },
}

/** Frameworks and their helpers: they run the project's own code, as its tests do. */
export const frameworks: Programs = {
  'flask fastapi streamlit gradio chainlit rq dramatiq huey litestar sanic': {
    ...project({ options: serving, operands: applications }),
    examples: {
      'flask shell': 'opaque an interactive session: `shell`',
      'streamlit run https://e.example/x.py': 'opaque code from outside the project: `https://e.example/x.py`',
      'flask run -p 5001': [],
      'flask run --port 5001': [],
      'flask run --host 0.0.0.0': 'change network/network 0.0.0.0',
    },
  },
  'uvicorn gunicorn hypercorn daphne waitress-serve': {
    ...project({ options: { ...serving, [addresses]: servesOwn }, operands: applications }),
    examples: {
      'uvicorn app:app --reload': [],
      'uvicorn app:app --host 0.0.0.0': 'change network/serve 0.0.0.0',
      'gunicorn -p /srv/x app:app': 'write /srv/x',
      'gunicorn -c /tmp/x.py app:app': ['read /tmp/x.py', 'opaque code in `/tmp/x.py`'],
    },
  },
  celery: {
    ...project({
      options: {
        '-A NAME --app=NAME -l LEVEL --loglevel=LEVEL -c N --concurrency=N -Q NAMES --queues=NAMES -P NAME --pool=NAME -n NAME --hostname=NAME':
          'plain',
        '--pidfile=FILE -f FILE --logfile=FILE -s FILE --schedule=FILE': 'write',
        '--workdir=DIR': 'cwd',
      },
      commands: {
        'call control purge amqp shell migrate': {
          tier: 'execute',
          operands: 'opaque a task for other workers to run',
          otherOptions: 'plain',
        },
      },
    }),
    examples: { 'celery -A proj worker': [], 'celery call t': 'opaque a task for other workers to run: `t`' },
  },
  'django-admin scrapy kedro snakemake dbt dvc alembic': {
    ...project({
      options: {
        '-c FILE --config=FILE -s FILE --snakefile=FILE --settings=NAME --pythonpath=DIR --project-dir=DIR': {
          '*/*': 'code',
          '*': 'plain',
        },
        // Options of snakemake: the commands that submit and manage jobs.
        '--cluster=COMMAND --cluster-sync=COMMAND --cluster-status=COMMAND --cluster-cancel=COMMAND --cluster-sidecar=COMMAND --cluster-generic-submit-cmd=COMMAND --cluster-generic-status-cmd=COMMAND --cluster-generic-cancel-cmd=COMMAND':
          'run',
        '--jobscript=FILE --log-handler-script=FILE --wrapper-prefix=URL --profile=NAME': {
          '*/*': 'code',
          '*': 'plain',
        },
        '-m TEXT --message=TEXT -x TEXT -n N -j N -j[N] --cores=N --target=NAME --select=NAME --profiles-dir=DIR -a TEXT':
          'plain',
      },
      commands: {
        flush: drops,
        // With `--sql` it prints the statements instead of running them.
        'upgrade stamp': { ...migrates, options: { ...migrates.options, '--sql': 'dry run' } },
        downgrade: { ...drops, options: { '--sql': 'dry run' } },
        'shell dbshell': {
          tier: 'execute',
          does: ['opaque an interactive session'],
          otherOptions: 'plain',
          operands: 'plain',
        },
        push: { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' },
        // Commands of dvc: delete data that no working copy refers to, or all of it.
        'gc destroy': {
          tier: 'execute',
          does: ['change data/delete'],
          options: {
            '--dry': 'dry run',
            '-w --workspace -a --all-branches -T --all-tags -A --all-commits -f --force -q -v': 'plain',
          },
          otherOptions: 'plain',
        },
        // A command of dvc: the operands are a command to run later or now.
        stage: { ...projectCode, options: { '--run': 'opaque a command in an argument' } },
      },
    }),
    examples: {
      "snakemake --cluster 'rm x' all": ['run rm x', 'delete x'],
      'snakemake -j4 all': [],
      'dvc stage add --run -n x rm': 'opaque a command in an argument',
      'alembic current': [],
      'alembic upgrade head': 'change database/migrate',
      'alembic upgrade head --sql': [],
      'alembic downgrade base': 'change database/drop',
      'dbt test': [],
      'dbt run --project-dir /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      "django-admin shell -c 'x'": 'opaque an interactive session',
      'dvc push': 'connect … sends',
      'dvc gc -w -f': 'change data/delete',
      'dvc status': [],
    },
  },
  rails: {
    ...project({
      options: {
        ...serving,
        '-e NAME --environment=NAME -g PATTERN -c NAME --controller=NAME': 'plain',
      },
      commands: {
        'db:drop db:reset db:drop:all db:purge db:schema:load db:truncate_all db:setup': drops,
        'db:migrate db:rollback db:migrate:up db:migrate:down db:migrate:redo db:prepare': migrates,
        'app:template': { tier: 'execute', does: ['opaque a template that runs code'], operands: 'plain' },
        'destroy d': { tier: 'execute', does: ['change files/delete'], otherOptions: 'plain', operands: 'plain' },
        'runner r': {
          ...projectCode,
          // A file of the project, or Ruby code.
          operands: { '*.rb': 'code', '*': 'opaque ruby code in an argument' },
        },
        'test t test:*': {
          ...projectCode,
          options: { '-n PATTERN --name=PATTERN -s N --seed=N -e NAME --environment=NAME': 'plain' },
          operands: { '/* ../* */../*': 'code', '*': 'plain' },
        },
        'console c dbconsole db': { tier: 'execute', does: ['opaque an interactive session'], operands: 'plain' },
        'credentials:show credentials:edit secrets:show secrets:edit encrypted:show': {
          tier: 'execute',
          does: ['change secrets/read'],
          operands: 'plain',
        },
        new: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain', operands: 'write' },
      },
    }),
    examples: {
      'rails test': [],
      'rails test test/a_test.rb -n /login/': [],
      'rails test /tmp/a_test.rb': ['read /tmp/a_test.rb', 'opaque code in `/tmp/a_test.rb`'],
      'rails db:migrate': 'change database/migrate',
      'rails db:drop': 'change database/drop',
      "rails runner 'User.delete_all'": 'opaque ruby code in an argument: `User.delete_all`',
      'rails app:template LOCATION=x': 'opaque a template that runs code',
      'rails credentials:show': 'change secrets/read',
    },
  },
  'puma sidekiq': {
    ...project({
      options: {
        '-b ADDRESS --bind=ADDRESS': servesOwn,
        '-C FILE --config=FILE -r FILE --require=FILE -R FILE': { '*/*': 'code', '*': 'plain' },
        '-S FILE --state=FILE --pidfile=FILE -P FILE -L FILE --logfile=FILE': 'write',
        '-e NAME --environment=NAME -p N --port=N -t N --threads=N -w N --workers=N -q NAME --queue=NAME -c N --concurrency=N --timeout=N':
          'plain',
        '--control-url=URL --dir=DIR': 'opaque a custom directory or control URL',
      },
    }),
    examples: {
      'puma -p 3000': [],
      'sidekiq -q default': [],
      'puma -C /tmp/p.rb': ['read /tmp/p.rb', 'opaque code in `/tmp/p.rb`'],
      'puma -b tcp://0.0.0.0:80': 'change network/serve tcp://0.0.0.0:80',
    },
  },
  'annotate annotaterb i18n-tasks': {
    ...project({
      options: {
        '--model-dir=DIR --root-dir=DIR': { '/* ../* */../*': 'code', '*': 'plain' },
        '-R FILE --require=FILE': 'code',
      },
      commands: {
        'translate-missing tree-translate': {
          tier: 'execute',
          does: ['connect sends'],
          otherOptions: 'plain',
          operands: 'plain',
        },
      },
    }),
    examples: { annotate: [], 'i18n-tasks health': [], 'i18n-tasks translate-missing': 'connect … sends' },
  },
  'pip-compile pip-audit pipdeptree pyinstaller cython cythonize nuitka ptw pytest-watch hypothesis flit pyproject-build tapioca steep srb sorbet solargraph guard foreman overmind honcho hivemind':
    {
      ...project({
        options: {
          '-o FILE --output=FILE --output-file=FILE --outdir=DIR --distpath=DIR --workpath=DIR': {
            'json markdown columns': 'plain',
            '*': 'write',
          },
          '-r FILE --requirement=FILE -f FILE --procfile=FILE --config=FILE': {
            '/* ../* */../*': 'code',
            '*': 'plain',
          },
          '--fix': 'change packages/install',
          '--index-url=URL -i URL --extra-index-url=URL': 'opaque a custom package source',
        },
        commands: {
          publish: { tier: 'execute', does: ['change registry/publish'], otherOptions: 'plain' },
          run: { tier: 'read', operands: 'command' },
        },
      }),
      examples: {
        'pip-compile requirements.in': [],
        'pip-audit --fix': 'change packages/install',
        'foreman run rm x': ['run rm x', 'delete x'],
      },
    },
  direnv: {
    tier: 'execute',
    commands: {
      'status version show_dump help': packageReads,
      // The project's file, which the user has approved in its current version.
      export: projectCode,
      exec: { tier: 'execute', code: 'project', operands: ['cwd', 'command'] },
      'allow permit grant': { tier: 'execute', does: ['change shell/manage'], operands: 'plain' },
    },
    examples: { 'direnv status': [], 'direnv allow': 'change shell/manage' },
  },
  symfony: {
    ...project({
      commands: {
        'new composer': installs,
        php: {
          ...projectCode,
          options: { '-r CODE -R CODE -B CODE -E CODE': 'opaque php code in an argument', '-d SETTING': 'plain' },
          operands: { '/* ../* */../*': 'code', '*': 'plain' },
        },
        run: { tier: 'execute', options: { '--daemon -d --watch=DIRS': 'plain' }, operands: 'command' },
      },
    }),
    examples: {
      'symfony server:start': [],
      "symfony php -r 'x();'": 'opaque php code in an argument: `x();`',
      'symfony run rm x': ['run rm x', 'delete x'],
    },
  },
  // They change a site that may be live; listing is harmless.
  'drush wp': {
    tier: 'execute',
    options: {
      '--exec=CODE': 'opaque php code in an argument',
      '--require=FILE': 'code',
      '--ssh=HOST --http=HOST': 'connect sends',
      '--path=DIR --root=DIR': 'cwd',
      '--format=FORMAT --fields=LIST --field=NAME --quiet --debug': 'plain',
    },
    commands: {
      'status core:status help cli --info': packageReads,
      config: { tier: 'execute', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' },
      '*': {
        commands: { 'list get status version info search is-installed is-active path verify-checksums': packageReads },
      },
    },
    examples: {
      'wp plugin list': [],
      'wp post list --exec=x': 'opaque php code in an argument: `x`',
      'wp config get DB_PASSWORD': 'change secrets/read',
      'wp user create x': 'opaque unknown subcommand `create` of `wp`',
    },
  },
  // Programs that JavaScript projects install and run from their scripts.
  'lint-staged changeset commitlint svelte-check cspell size-limit bundlesize graphql-codegen openapi-generator openapi-typescript swagger-cli redocly spectral api-extractor tsc-alias tsc-watch ts-prune unimported license-checker jscpd plop hygen sort-package-json syncpack ncc pkg microbundle unbuild lessc html-minifier html-minifier-terser imagemin workbox nps wait-on react-native quasar ember blitz rw strapi keystone nest tauri electron electron-forge import-sort purgecss lighthouse lhci pa11y axe source-map-explorer':
    {
      ...project({
        options: {
          '-c FILE --config=FILE --require=FILE -r FILE --plugin=NAME': { '*/*': 'code', '*': 'plain' },
          '-o FILE --output=FILE --out=DIR --outDir=DIR --out-dir=DIR --output-path=FILE': {
            'json html csv': 'plain',
            '*': 'write',
          },
          // Options of tsc-watch.
          '--onSuccess=COMMAND --onFirstSuccess=COMMAND --onFailure=COMMAND --onCompilationStarted=COMMAND --onCompilationComplete=COMMAND --onEmit=COMMAND':
            'run',
        },
        commands: {
          'publish release push': {
            tier: 'execute',
            does: ['change registry/publish'],
            otherOptions: 'plain',
            operands: 'plain',
          },
          'deploy upload': {
            tier: 'execute',
            does: ['change registry/deploy'],
            otherOptions: 'plain',
            operands: 'plain',
          },
        },
      }),
      examples: {
        'changeset status': [],
        'changeset publish': 'change registry/publish',
        'openapi-typescript --output=a.ts': 'write a.ts',
        "tsc-watch --onSuccess 'rm x'": ['run rm x', 'delete x'],
      },
    },
  'nodemon node-dev ts-node-dev tsnd': {
    ...project({
      options: {
        '-x COMMAND --exec=COMMAND': 'run',
        '-w PATH --watch=PATH -e LIST --ext=LIST -i PATH --ignore=PATH -d N --delay=N --signal=NAME': 'plain',
        '-r FILE --require=FILE --config=FILE': 'code',
      },
    }),
    examples: { 'nodemon --watch src server.ts': [], "nodemon --exec 'rm x'": ['run rm x', 'delete x'] },
  },
  pm2: {
    ...pm2,
    custom: runPm2,
    examples: {
      'pm2 list': [],
      'pm2 logs --lines 50': [],
      'pm2 stop all': 'change process/stop',
      'pm2 startup': 'change system/service',
      'pm2 start server.js': ['change process/start', 'read server.js'],
      'pm2 start rm -- x': ['change process/start', 'run rm x', 'delete x'],
      "pm2 start 'rm x'": ['change process/start', 'run rm x', 'delete x'],
    },
  },
  // Serves the files of a directory to the whole network, unless an option restricts it.
  'serve http-server live-server sirv browser-sync': {
    ...statics,
    custom: serveFiles,
    examples: {
      'serve build': ['read build', 'change network/listen'],
      'serve -l tcp://127.0.0.1:5050 build': 'read build',
      'http-server -a 127.0.0.1 -p 5051 -s': 'read /home/dev/project',
      'http-server -a 127.0.0.1 ~/.ssh': 'read /home/dev/.ssh',
      'serve -l tcp://127.0.0.1:1 -l 2 a': ['read a', 'change network/listen'],
      'http-server -a 127.0.0.1 --proxy=http://10.0.0.1 a': ['read a', 'change network/listen'],
    },
  },
  'prisma drizzle-kit typeorm knex sequelize-cli sequelize mikro-orm kysely': {
    ...project({
      options: {
        '--schema=FILE --config=FILE --knexfile=FILE --dataSource=FILE -d FILE': {
          '/* ../* */../*': 'code',
          '*': 'plain',
        },
        '--name=NAME -n NAME --url=URL --output=FILE': 'plain',
        '--force-reset --accept-data-loss': 'change database/drop',
      },
      commands: {
        migrate: {
          ...projectCode,
          options: { '--name=NAME -n NAME --create-only --schema=FILE': 'plain' },
          commands: {
            'status diff resolve': projectCode,
            reset: drops,
            'dev deploy': { ...projectCode, does: ['change database/migrate'] },
          },
        },
        'drop db:drop schema:drop db:migrate:undo:all migrate:rollback': drops,
        'push up': { ...projectCode, does: ['change database/migrate'] },
        db: {
          ...projectCode,
          commands: {
            push: {
              ...projectCode,
              does: ['change database/migrate'],
              options: { '--force-reset --accept-data-loss': 'change database/drop' },
            },
            execute: {
              tier: 'execute',
              does: ['opaque SQL sent to a database'],
              otherOptions: 'plain',
              operands: 'plain',
            },
          },
        },
      },
    }),
    examples: {
      'prisma generate': [],
      'prisma migrate reset': 'change database/drop',
      'prisma migrate dev --name x': 'change database/migrate',
      'prisma db push --force-reset': ['change database/drop', 'change database/migrate'],
    },
  },
  'flyway liquibase dbmate goose atlas sqlx migrate sqlfluff sqlc pgroll': {
    tier: 'execute',
    options: {
      '-url=URL --url=URL -u URL --database-url=URL -d NAME --dir=DIR -D URL --source=URL --dialect=NAME --rules=LIST --config=FILE --format=FORMAT --env=NAME --migrations-dir=DIR --changelog-file=FILE --changelogFile=FILE -p DIR':
        'plain',
    },
    commands: {
      'info validate status history version lint parse render rules dialects compile vet diff inspect dump snapshot doc list':
        { ...packageReads, options: { '-o FILE --output=FILE --write-output=FILE': 'write' } },
      'fix format generate create new prepare': { tier: 'write', otherOptions: 'plain', operands: 'write' },
      'migrate up apply update baseline repair': {
        tier: 'execute',
        does: ['change database/migrate'],
        otherOptions: 'plain',
        operands: 'plain',
        commands: { 'info hash lint status validate': packageReads },
      },
      schema: {
        tier: 'execute',
        commands: {
          'inspect diff fmt': packageReads,
          apply: { tier: 'execute', does: ['change database/migrate'], otherOptions: 'plain' },
          clean: drops,
        },
      },
      'clean drop down rollback reset redo drop-all drop-database undo': drops,
    },
    examples: {
      'flyway info': [],
      'dbmate status': [],
      'flyway clean': 'change database/drop',
      'goose up': 'change database/migrate',
      'sqlfluff fix queries': 'write queries',
    },
  },
  rimraf: {
    tier: 'write',
    options: { '-g --glob -v --verbose -i --interactive --no-preserve-root -V --preserve-root': 'recursive' },
    does: ['recursive'],
    operands: deletesMatches,
    examples: {
      'rimraf dist': 'delete dist',
      "rimraf '{a,b}'": 'opaque a pattern that the program expands itself: `{a,b}`',
    },
  },
  'del-cli': {
    tier: 'write',
    options: { '-f --force -D --dot -v': 'plain', '-d --dry-run': 'dry run' },
    does: ['recursive'],
    operands: deletesMatches,
    examples: {
      'del-cli a.ts': 'delete a.ts',
      "del-cli 'sr[c]'": 'opaque a pattern that the program expands itself: `sr[c]`',
    },
  },
  'cross-env cross-env-shell env-cmd dotenv dotenvx': startsByShell({
    tier: 'read',
    options: {
      '-e FILE -f FILE --file=FILE --env-file=FILE': 'read',
      '-o --override --silent --fallback -q --quiet': 'plain',
      '-v TEXT -p NAME': 'plain',
    },
    commands: {
      run: { tier: 'read', operands: 'command' },
      'get set encrypt decrypt': {
        tier: 'execute',
        does: ['change secrets/read'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    operands: 'command',
    examples: {
      'cross-env NODE_ENV=test rm x': ['run rm x', 'delete x'],
      'dotenv -e a.txt -- rm x': ['read a.txt', 'run rm x', 'delete x'],
      "cross-env-shell A=1 'ls; rm x'": ['run sh -c ls; rm x', 'run ls', 'run rm x', 'delete x'],
    },
  }),
  shx: { tier: 'read', operands: 'command', examples: { 'shx rm x': ['run rm x', 'delete x'] } },
  // Script names, URLs, or shell text.
  'start-server-and-test server-test start-test': {
    ...project(),
    custom: runServerTest,
    examples: {
      'start-server-and-test dev 3000 test': [],
      "start-server-and-test 'rm x' 3000 test": ['run rm x', 'delete x'],
    },
  },
  // Each operand is a separate command.
  'run-s run-p npm-run-all npm-run-all2': project(),
  concurrently: {
    ...project({
      options: {
        '--teardown=COMMAND': 'run',
        '-n NAMES --names=NAMES -c COLORS -m N --max-processes=N -p TEXT --prefix=TEXT -s WHICH --success=WHICH -i -k -r -g --kill-others --kill-others-on-fail --raw --no-color -l -P --parallel --sequential -S --serial --print-label':
          'plain',
      },
      operands: { 'npm:*': 'plain', '*': 'run' },
    }),
    examples: {
      "concurrently 'rm x' npm:dev": ['run rm x', 'delete x'],
      "concurrently npm:dev --teardown='rm x'": ['run rm x', 'delete x'],
    },
  },
}

function runServerTest(call: ProgramCall): void {
  applyTable(project(), call)
  for (const word of call.args) if (isShellText(word)) call.script(word, call.name)
}

/** `pm2 start app.js`, `pm2 start npm -- run dev`, `pm2 start 'node a.js | tee log'`: a file, a program, or shell text. */
function runPm2(call: ProgramCall): void {
  applyTable(pm2, call)
  const { operands, path } = sortArguments(call.args, compileProgram(pm2))
  const [first] = operands
  if (path[0] !== 'start' || first === undefined) return
  if (isShellText(first)) call.script(first, 'pm2 start')
  else if (isKnown(first) && call.findProgram(first) !== null) call.start(operands, 'pm2 start')
  else call.code(first, 'pm2 start')
}
