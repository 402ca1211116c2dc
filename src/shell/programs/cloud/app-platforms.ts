import { joinWords } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs } from '../engine/table.ts'
import { isShellText } from '../shared/starts-command.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  configures,
  deletes,
  deploys,
  grants,
  logsIn,
  printsSecrets,
  runsProject,
  runsThere,
  stops,
} from './cloud-actions.ts'
import { noun, otherJoinedNouns } from './cloud-nouns.ts'

const help: Options = { '-h': 'dry run' }

const wrangler: Program = {
  tier: 'execute',
  options: {
    ...help,
    '-c FILE --config=FILE --cwd=DIR': ['read', 'may name code'],
    '--env-file=FILE': 'read',
    '-e NAME --env=NAME': 'plain',
    '-v --version': 'dry run',
  },
  commands: {
    'whoami tail docs help telemetry': { ...cloudReads, operands: 'plain' },
    'dev build check types': { ...runsProject, options: { '--tunnel': 'change network/network' } },
    'deploy publish': {
      ...deploys,
      code: 'project',
      // The configuration names a build command, which runs in a dry run too and really writes to `--outdir`.
      options: {
        '-c FILE --config=FILE': 'code',
        '--cwd=DIR': 'cwd',
        '--dry-run': 'dry run',
        '--outdir=DIR --name=NAME --compatibility-date=DATE --minify --var=TEXT --define=TEXT': 'plain',
      },
      operands: { '/* ../* */../*': 'code', '*': 'plain' },
    },
    rollback: deploys,
    delete: deletes,
    'deployments versions': {
      commands: { 'list view status': cloudReads, 'deploy upload rollback': deploys, secret: noun({ put: applies }) },
    },
    'kv:namespace kv:key kv:bulk': noun({ put: applies }),
    kv: { commands: { 'namespace key bulk': noun({ put: applies }) } },
    d1: noun({
      execute: runsThere,
      migrations: noun({ apply: applies }),
      export: {
        tier: 'write',
        options: { '--output=FILE': 'write', '--remote --local --no-schema --no-data --table=NAME': 'plain' },
      },
      'time-travel': noun({ restore: deletes }),
      insights: cloudReads,
    }),
    r2: {
      commands: {
        bucket: noun({ cors: noun(), lifecycle: noun(), notification: noun(), domain: noun() }),
        object: {
          commands: {
            get: {
              tier: 'write',
              options: { '-f FILE --file=FILE': 'write', '-p --pipe --remote --local --jurisdiction=NAME': 'plain' },
            },
            put: {
              tier: 'execute',
              does: ['connect sends'],
              options: { '-f FILE --file=FILE': 'read' },
              otherOptions: 'plain',
            },
            delete: deletes,
          },
        },
      },
    },
    'queues hyperdrive vectorize pubsub pipelines workflows ai dispatch-namespace mtls-certificate cert': noun({
      trigger: runsThere,
      consumer: noun(),
      instances: noun(),
    }),
    'secret secret:bulk': noun({ 'put bulk': applies }),
    pages: {
      commands: {
        dev: runsProject,
        deploy: deploys,
        project: noun(),
        deployment: noun({ tail: cloudReads }),
        secret: noun({ put: applies }),
        download: cloudManages,
      },
    },
    login: logsIn,
    logout: cloudManages,
    init: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
  },
}

/** Programs of platforms that build and run a project's app. */
export const appPlatforms: Programs = {
  vercel: {
    tier: 'execute',
    options: {
      ...help,
      '-t TOKEN --token=TOKEN -S NAME --scope=NAME -T NAME --team=NAME': 'plain',
      '--cwd=DIR': 'cwd',
      '-A FILE --local-config=FILE -Q DIR --global-config=DIR': 'read',
      '-d --debug --no-color -y --yes --prod': 'plain',
      '--api=URL': 'connect sends',
    },
    commands: {
      'ls list inspect whoami logs help telemetry': { ...cloudReads, operands: 'plain' },
      'dev build': runsProject,
      'deploy promote rollback redeploy': deploys,
      'rm remove': deletes,
      env: noun({ pull: { tier: 'write', does: ['change secrets/read'], otherOptions: 'plain', operands: 'write' } }),
      'domains dns certs alias project projects teams integration blob git target rolling-release microfrontends': noun(
        { 'move transfer-in buy issue invite switch put': applies, del: deletes, 'connect disconnect': cloudManages },
      ),
      pull: { tier: 'write', does: ['change secrets/read'], otherOptions: 'plain' },
      link: configures,
      login: logsIn,
      'logout switch': cloudManages,
    },
    examples: {
      'vercel ls': [],
      'vercel deploy --prod': 'change cloud/deploy',
      'vercel whoami --api http://e.example': 'connect e.example sends',
      'vercel env pull .env.local': ['change secrets/read', 'write .env.local'],
    },
  },
  netlify: {
    tier: 'execute',
    options: { ...help, '--auth=TOKEN --filter=NAME --site=NAME -s NAME': 'plain', '--debug --silent --json': 'plain' },
    commands: {
      'status logs help completion open watch': { ...cloudReads, operands: 'plain' },
      'dev build serve': {
        ...runsProject,
        options: { '-c COMMAND --command=COMMAND': 'run', '-l --live[=NAME]': 'change network/network' },
      },
      deploy: deploys,
      api: { tier: 'execute', does: ['change cloud/apply'], otherOptions: 'plain' },
      'sites blobs recipes agents teams': noun(),
      'sites:list functions:list': cloudReads,
      env: { commands: { 'list get': printsSecrets, 'set import clone': applies, unset: deletes } },
      'functions function': noun({ build: runsProject, serve: runsProject, invoke: runsThere }),
      'link unlink init switch': configures,
      login: logsIn,
      logout: cloudManages,
      ...otherJoinedNouns,
    },
    examples: {
      'netlify status': [],
      'netlify dev --port 3000': [],
      "netlify dev -c 'rm x'": ['run rm x', 'delete x'],
      'netlify dev --live': 'change network/network',
      'netlify deploy --prod': 'change cloud/deploy',
      'netlify env:list': 'change secrets/read',
    },
  },
  heroku: {
    tier: 'execute',
    options: { ...help, '-a NAME --app=NAME -r NAME --remote=NAME -t NAME --team=NAME -j --json': 'plain' },
    commands: {
      'apps apps:info info apps:errors ps ps:type logs releases releases:info addons addons:info addons:plans domains certs certs:info status regions whoami auth:whoami pg pg:info pg:ps pg:locks pg:backups pg:diagnose pipelines pipelines:info buildpacks features labs drains access version help plugins maintenance stack':
        { ...cloudReads, operands: 'plain' },
      'config config:get pg:credentials:url redis:credentials auth:token config:edit': {
        ...printsSecrets,
        operands: 'plain',
      },
      'run run:detached ps:exec pg:psql redis:cli console': runsThere,
      'apps:destroy destroy addons:destroy addons:detach pg:reset config:unset domains:remove domains:clear certs:remove pipelines:destroy access:remove apps:leave pg:backups:delete drains:remove ps:scale=0':
        deletes,
      'ps:restart restart dyno:restart ps:stop dyno:kill ps:kill maintenance:on pg:killall pg:kill': stops,
      'apps:create create config:set addons:create addons:attach domains:add ps:scale scale ps:resize maintenance:off buildpacks:set buildpacks:add certs:add certs:auto:enable pg:promote pg:copy pg:push pg:upgrade pg:backups:capture pg:backups:restore pipelines:create pipelines:add features:enable labs:enable apps:rename drains:add stack:set':
        applies,
      'rollback releases:rollback pipelines:promote container:release container:push builds:create': deploys,
      'access:add access:update members:add apps:transfer': grants,
      'login auth:login container:login': logsIn,
      'logout auth:logout git:remote plugins:install plugins:uninstall update': cloudManages,
      'local local:start local:run': runsProject,
      ...otherJoinedNouns,
    },
    examples: {
      'heroku logs --tail -a web': [],
      'heroku apps:destroy web': 'change cloud/delete',
      'heroku config -a web': 'change secrets/read',
      'heroku run bash': 'change cloud/run',
    },
  },
  wrangler: {
    ...wrangler,
    custom: runWrangler,
    examples: {
      'wrangler whoami': [],
      'wrangler dev': [],
      'wrangler dev --tunnel': 'change network/network',
      'wrangler pages dev dist': [],
      'wrangler pages dev -- rm x': ['run rm x', 'delete x'],
      'wrangler deploy': 'change cloud/deploy',
      'wrangler deploy --dry-run': [],
      'wrangler deploy --dry-run --outdir=/srv/x': 'write /srv/x',
      'wrangler deploy --dry-run -c /tmp/w.toml': ['read /tmp/w.toml', 'opaque code in `/tmp/w.toml`'],
      'wrangler r2 object delete b/k': 'change cloud/delete',
    },
  },
  railway: {
    tier: 'execute',
    options: { ...help, '-s NAME --service=NAME -e NAME --environment=NAME --json': 'plain' },
    commands: {
      'status list logs whoami docs version open': { ...cloudReads, operands: 'plain' },
      'variables variable vars': { ...printsSecrets, options: { '--set=SETTING': 'change cloud/apply' } },
      'up deploy redeploy': deploys,
      'down delete': deletes,
      'run local shell dev': { tier: 'execute', does: ['change secrets/read'], operands: 'command' },
      'ssh connect': runsThere,
      'domain volume environment service add init': applies,
      'link unlink': configures,
      login: logsIn,
      logout: cloudManages,
    },
    examples: {
      'railway logs': [],
      'railway run uptime': ['change secrets/read', 'run uptime'],
      'railway down': 'change cloud/delete',
    },
  },
  render: {
    tier: 'execute',
    options: { ...help, '-o FORMAT --output=FORMAT --confirm': 'plain' },
    commands: {
      'services logs workspaces projects environments whoami': {
        ...cloudReads,
        operands: 'plain',
        commands: { delete: deletes, 'create update': applies, set: cloudManages, instances: cloudReads },
      },
      'deploys jobs': noun({ cancel: stops }),
      'ssh psql': runsThere,
      restart: stops,
      login: logsIn,
      workspace: { commands: { current: cloudReads, set: cloudManages } },
    },
    examples: { 'render services': [], 'render deploys create srv-1': 'change cloud/apply' },
  },
  supabase: {
    tier: 'execute',
    options: {
      ...help,
      '--project-ref=ID --profile=NAME --debug --experimental --workdir=DIR -o FORMAT --output=FORMAT': 'plain',
    },
    commands: {
      'status services completion help': { ...printsSecrets, operands: 'plain' },
      'start serve test': runsProject,
      stop: {
        tier: 'execute',
        code: 'project',
        options: { '--no-backup': 'change database/drop', '--all --backup --project-id=ID': 'plain' },
      },
      gen: { ...cloudReads, operands: 'plain' },
      db: {
        commands: {
          'diff lint': runsProject,
          dump: { tier: 'write', options: { '-f FILE --file=FILE': 'write' }, otherOptions: 'plain' },
          pull: { tier: 'write', otherOptions: 'plain' },
          push: {
            tier: 'execute',
            does: ['change database/migrate'],
            options: {
              '--dry-run': 'dry run',
              '--linked --local --include-all --include-roles --include-seed': 'plain',
              '--db-url=URL -p TEXT --password=TEXT': 'plain',
            },
          },
          reset: { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain' },
          start: runsProject,
        },
      },
      migration: {
        commands: {
          list: cloudReads,
          new: { tier: 'write', otherOptions: 'plain' },
          'up repair squash fetch down': { tier: 'execute', does: ['change database/migrate'], otherOptions: 'plain' },
        },
      },
      functions: {
        commands: {
          list: cloudReads,
          new: { tier: 'write', otherOptions: 'plain' },
          serve: runsProject,
          deploy: deploys,
          delete: deletes,
          download: { tier: 'write', otherOptions: 'plain' },
        },
      },
      'projects orgs branches domains vanity-subdomains network-bans network-restrictions postgres-config ssl-enforcement sso snippets backups encryption':
        noun({ 'api-keys': printsSecrets, activate: applies }),
      secrets: noun(),
      inspect: { ...cloudReads, operands: 'plain' },
      storage: {
        commands: {
          ls: cloudReads,
          'cp mv': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' },
          rm: deletes,
        },
      },
      'link unlink init': configures,
      login: logsIn,
      logout: cloudManages,
    },
    examples: {
      'supabase migration list': [],
      'supabase db reset': 'change database/drop',
      'supabase functions deploy f': 'change cloud/deploy',
    },
  },
  firebase: {
    tier: 'execute',
    options: {
      ...help,
      '-P NAME --project=NAME --account=NAME --token=TOKEN -c FILE --config=FILE': 'plain',
      '-j --json --non-interactive --debug': 'plain',
    },
    commands: {
      'projects:list apps:list functions:list functions:log hosting:sites:list hosting:channel:list login:list target apps:sdkconfig appdistribution:testers:list remoteconfig:get remoteconfig:versions:list help':
        { ...cloudReads, operands: 'plain' },
      'functions:config:get functions:secrets:access functions:secrets:get login:ci auth:export': {
        ...printsSecrets,
        operands: 'plain',
      },
      'database:get': { tier: 'read', options: { '-o FILE --output=FILE': 'write' }, otherOptions: 'plain' },
      'serve emulators:start': runsProject,
      'emulators:export': { ...runsProject, operands: 'write below' },
      'emulators:exec': {
        tier: 'execute',
        code: 'project',
        options: {
          '--only=NAMES --log-verbosity=LEVEL --inspect-functions[=PORT] --ui': 'plain',
          '--import=DIR': 'read',
          '--export-on-exit[=DIR]': 'write below',
        },
        otherOptions: 'plain',
        operands: 'run',
      },
      'deploy hosting:channel:deploy hosting:clone appdistribution:distribute ext:install ext:update hosting:rollback':
        deploys,
      'database:set database:update database:push auth:import functions:config:set functions:config:unset functions:secrets:set projects:create apps:create hosting:channel:create hosting:channel:open remoteconfig:rollback firestore:indexes target:apply':
        applies,
      'firestore:delete database:remove functions:delete hosting:disable hosting:channel:delete hosting:sites:delete ext:uninstall functions:secrets:destroy functions:secrets:prune':
        deletes,
      use: configures,
      'login login:add login:use': logsIn,
      'logout init': cloudManages,
    },
    examples: {
      'firebase projects:list': [],
      'firebase deploy --only hosting': 'change cloud/deploy',
      'firebase firestore:delete --all-collections': 'change cloud/delete',
      'firebase emulators:exec --only firestore "rm x"': ['run rm x', 'delete x'],
    },
  },
}

/** `wrangler pages dev [DIR] -- COMMAND`: the command after the dashes serves the pages. */
function runWrangler(call: ProgramCall): void {
  applyTable(wrangler, call)
  const { path, operands, options, certain } = sortArguments(call.args, compileProgram(wrangler))
  // A dry run changes nothing on the platform, but writes the build result here.
  for (const { spelling, value } of options)
    if (spelling === '--outdir' && value !== null) call.touch('write', value, spelling, { recursive: true })
  const command = path.join(' ') === 'pages dev' ? operands.slice(certain) : []
  if (command.length > 0) call.start(command.some(isShellText) ? ['sh', '-c', joinWords(command)] : command, 'wrangler')
}
