import { applyTable } from '../engine/apply.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { runsFetched, startsInstalled } from '../shared/fetched-package.ts'
import { startsKnownTool } from '../shared/known-package.ts'
import {
  editsPackage,
  fetchesAndRuns,
  initialises,
  installs,
  logins,
  orDryRun,
  orRestores,
  packageManages,
  packageReads,
  passesToScript,
  projectCode,
  projectScript,
  projectToolNames,
  publishes,
  removes,
  restoring,
  runsScript,
  scriptNames,
  starts,
  updates,
} from '../shared/package-commands.ts'
import { connectToRegistry } from './publish-registry.ts'

const common: Options = {
  '-s --silent --json -q --quiet --verbose --loglevel=LEVEL --color[=WHEN] --no-color --if-present --parallel --stream --offline --prefer-offline':
    'plain',
  '--script-shell=PROGRAM --shell=PROGRAM --node-options=OPTIONS --userconfig=FILE --globalconfig=FILE --use-node-version=VERSION':
    'opaque a custom shell, node or configuration',
  '--registry=URL': {
    'https://registry.npmjs.org https://registry.npmjs.org/ https://registry.yarnpkg.com https://registry.yarnpkg.com/':
      'plain',
    '*': 'change packages/install',
  },
  '-v -V': 'plain',
}

/** `npm config get //registry…/:_authToken` prints a token. */
const readsSetting: Subcommand = {
  ...packageReads,
  operands: { '*_auth* *AuthToken* *_password* *AuthIdent*': 'change secrets/read', '*': 'plain' },
}

const config: Subcommand = {
  tier: 'read',
  otherOptions: 'plain',
  commands: { get: readsSetting, 'list ls': packageReads, 'set delete rm unset edit fix': packageManages },
}

const cache: Subcommand = {
  tier: 'read',
  commands: { 'ls list dir path verify status': packageReads, 'clean clear rm delete add prune': removes },
}

const npm: Program = {
  tier: 'read',
  options: {
    ...common,
    '--prefix=DIR -C DIR': 'cwd',
    '--browser=PROGRAM --viewer=PROGRAM --editor=PROGRAM --git=PROGRAM': {
      '*/*': 'opaque a custom program',
      '*': 'plain',
    },
    '-w NAME --workspace=NAME --workspaces -ws --include-workspace-root': 'plain',
  },
  commands: {
    'test t tst start stop restart': projectCode,
    'run run-script rum urn': runsScript,
    'install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean install-test it install-ci-test cit':
      orDryRun(restoring({ '--omit=KIND --include=KIND --only=KIND': 'plain' })),
    'update up upgrade udpate dedupe ddp link ln': orDryRun(installs),
    // Rebuilds the installed packages.
    'rebuild rb': { ...projectCode, options: { '-g --global': 'change packages/install' } },
    'uninstall remove rm r un unlink prune': orDryRun(removes),
    'ls list la ll view info show v outdated explain why root bin prefix search find s se help help-search whoami ping doctor fund bugs issues docs home repo query sbom diff completion stars':
      packageReads,
    audit: { ...packageReads, commands: { fix: orDryRun(installs), signatures: packageReads } },
    version: { tier: 'read', otherOptions: 'plain', operands: 'change git/commit' },
    'config c': config,
    get: readsSetting,
    set: packageManages,
    cache,
    pkg: { tier: 'read', commands: { get: packageReads, set: editsPackage, 'delete fix': updates } },
    init: initialises,
    'pack shrinkwrap': { ...projectCode, options: { '--dry-run': 'plain', '--pack-destination=DIR': 'write' } },
    'publish unpublish deprecate undeprecate star unstar': orDryRun(publishes),
    'dist-tag dist-tags': { tier: 'read', commands: { 'ls list': packageReads, 'add rm set': publishes } },
    'owner author': { tier: 'read', commands: { 'ls list': packageReads, 'add rm': publishes } },
    access: {
      tier: 'read',
      commands: { 'list ls get': packageReads, 'set grant revoke public restricted edit': publishes },
    },
    'team org hook': {
      tier: 'read',
      commands: { 'ls list': packageReads, 'create destroy add set rm update': publishes },
    },
    profile: { tier: 'read', commands: { get: packageReads, 'set enable-2fa disable-2fa': logins } },
    token: { tier: 'read', commands: { 'list ls': packageReads, 'create revoke rm delete': logins } },
    'login adduser add-user logout': logins,
    'exec x create innit': fetchesAndRuns,
  },
}

const pnpm: Program = {
  tier: 'read',
  options: {
    ...common,
    '-C DIR --dir=DIR': 'cwd',
    // These files hook into every resolution of pnpm.
    '--pnpmfile=FILE --global-pnpmfile=FILE --config.pnpmfile=FILE --config.global-pnpmfile=FILE': 'code',
    '--config.script-shell=PROGRAM --config.scriptShell=PROGRAM --config.shell=PROGRAM --config.node-options=TEXT --config.nodeOptions=TEXT':
      'opaque a custom shell, node or configuration',
    '-F NAME --filter=NAME --filter-prod=NAME -w --workspace-root -r --recursive': 'plain',
  },
  commands: {
    'test t start restart stop': projectScript,
    'run run-script': passesToScript,
    [scriptNames]: projectScript,
    [projectToolNames]: projectCode,
    'install i fetch install-test it': restoring({ '--reporter=KIND --network-concurrency=N': 'plain' }),
    'add update up upgrade dedupe rebuild rb link ln import deploy env runtime approve-builds self-update': installs,
    'remove rm uninstall un unlink prune': removes,
    'list ls la ll why outdated licenses root bin view info show search help doctor cat-file cat-index find-hash ignored-builds whoami sbom':
      packageReads,
    audit: { ...packageReads, options: { '--fix': 'change packages/install' } },
    'config c': config,
    get: readsSetting,
    set: packageManages,
    store: { tier: 'read', commands: { 'path status': packageReads, add: installs, prune: removes } },
    cache: { tier: 'read', commands: { 'list view list-registries': packageReads, delete: removes } },
    init: initialises,
    pack: { ...projectCode, options: { '--pack-destination=DIR --out=FILE': 'write' } },
    'patch patch-commit patch-remove': {
      tier: 'write',
      options: { '--edit-dir=DIR --patches-dir=DIR': 'write', '--ignore-existing': 'plain' },
      operands: 'plain',
    },
    'publish unpublish deprecate': orDryRun(publishes),
    'login logout': logins,
    exec: {
      ...starts,
      options: {
        '-c, --shell-mode': 'opaque shell text',
        '-r --recursive --parallel --no-bail --resume-from=NAME': 'plain',
      },
    },
    'dlx create': fetchesAndRuns,
  },
}

const yarnCommands: NonNullable<Subcommand['commands']> = {
  'test start': projectScript,
  run: passesToScript,
  [scriptNames]: projectScript,
  [projectToolNames]: projectCode,
  install: restoring({ '--network-timeout=MS --network-concurrency=N': 'plain' }),
  dedupe: { ...installs, options: { '-c --check': 'dry run' } },
  'add upgrade up upgrade-interactive rebuild link import set autoclean global': installs,
  'remove unlink': removes,
  'list why info outdated audit licenses versions bin help check explain search': packageReads,
  version: updates,
  config: {
    ...packageReads,
    commands: { get: readsSetting, 'list ls': packageReads, 'set delete unset': packageManages },
  },
  cache,
  init: initialises,
  'pack patch patch-commit': { ...projectCode, options: { '-o FILE --out=FILE --filename=FILE': 'write' } },
  'publish tag owner team': publishes,
  'login logout': logins,
  npm: {
    tier: 'read',
    commands: { 'info audit whoami': packageReads, 'publish tag': publishes, 'login logout': logins },
  },
  constraints: projectCode,
  plugin: { tier: 'read', commands: { 'list runtime': packageReads, 'import remove': installs } },
  exec: starts,
  node: {
    ...projectCode,
    options: {
      '-e CODE --eval=CODE -p CODE --print=CODE': 'opaque javascript code in an argument',
      '-r FILE --require=FILE --import=FILE --loader=FILE': {
        '*:*': 'opaque code from outside the project',
        '*/*': 'code',
        '*': 'plain',
      },
    },
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
  },
  'dlx create': fetchesAndRuns,
}

const yarn: Program = {
  tier: 'execute',
  options: { ...common, '-v -h': 'dry run', '--cwd=DIR': 'cwd', '-W': 'plain' },
  commands: {
    ...yarnCommands,
    workspace: { tier: 'read', commands: { '*': { tier: 'execute', commands: yarnCommands } } },
    workspaces: {
      tier: 'read',
      commands: {
        'list info': packageReads,
        run: projectCode,
        focus: installs,
        foreach: {
          tier: 'execute',
          options: {
            '--include=GLOB --exclude=GLOB --from=GLOB -j N --jobs=N': 'plain',
            '-A --all -p --parallel -i --interlaced -t --topological --topological-dev -R --recursive -W --worktree -v --verbose --since[=REF] -n --dry-run':
              'plain',
          },
          commands: yarnCommands,
        },
      },
    },
  },
}

const yarnOrRestores = orRestores(yarn)

/** JavaScript: installed packages are other people's code; scripts that run are the project's. */
export const nodePackages: Programs = {
  npm: {
    ...npm,
    custom: call => {
      if (startsInstalled(call)) return
      applyTable(npm, call)
      connectToRegistry(call)
    },
    examples: {
      'npm exec -- cowsay hi': 'opaque a package that is downloaded and run: `cowsay`',
      'npm test': [],
      'npm run build -- --watch': [],
      'npm run': [],
      'npm run --workspace=web': [],
      'npm run $x': 'opaque a script name only known at run time: `$x`',
      'npm ls --depth 0': [],
      'npm ci --omit=dev': 'change packages/fetch',
      'npm install left-pad': ['change packages/fetch', 'change packages/install left-pad'],
      'npm install -g': ['change packages/fetch', 'change packages/install'],
      'npm install --unheard-of x': [
        'change packages/fetch',
        'opaque unknown option `--unheard-of` of `npm install`',
        'change packages/install x',
      ],
      'npm publish': ['change registry/publish', 'connect registry.npmjs.org sends'],
      'npm publish --dry-run': [],
      'npm config set registry http://example.com': ['change packages/manage', 'connect example.com'],
      'npm init -y': [],
      'npm init evil': 'opaque a package that is downloaded and run: `evil`',
      'npm install x --dry-run': [],
      'npm_config_script_shell=./evil npm test':
        'opaque `npm_config_script_shell` in the environment runs code: `./evil`',
      'npm_config_loglevel=silent npm_config_fund=false npm test': [],
      'npm run x --script-shell ./evil': 'opaque a custom shell, node or configuration: `./evil`',
      'npm --prefix /tmp/evil test': 'opaque project code in `/tmp/evil`',
      'npm docs x --browser=/tmp/x': 'opaque a custom program: `/tmp/x`',
      'npm audit fix': 'change packages/install',
      'npm config get //r.example/:_authToken': 'change secrets/read //r.example/:_authToken',
    },
  },
  pnpm: {
    ...pnpm,
    custom: call => {
      if (!startsKnownTool(call, ['dlx'], 'npm')) applyTable(pnpm, call)
    },
    examples: {
      'pnpm lint': [],
      'pnpm get //a/:_authToken': 'change secrets/read //a/:_authToken',
      'pnpm -w install': 'change packages/fetch',
      'pnpm --filter web test': [],
      'pnpm exec rm x': ['run rm x', 'delete x'],
      'pnpm dlx evil': 'opaque a package that is downloaded and run: `evil`',
      'pnpm test --config.script-shell=/tmp/x': 'opaque a custom shell, node or configuration: `/tmp/x`',
      'pnpm curl x': 'opaque unknown subcommand `curl` of `pnpm`',
    },
  },
  yarn: {
    ...yarnOrRestores,
    custom: call => {
      if (!startsKnownTool(call, ['dlx'], 'npm')) yarnOrRestores.custom?.(call)
    },
    examples: {
      yarn: 'change packages/fetch',
      'yarn install --frozen-lockfile': 'change packages/fetch',
      'yarn -v': [],
      'yarn test -v': [],
      'yarn tsc --noEmit': [],
      'yarn workspace web build': [],
      'yarn workspace web add evil': 'change packages/install',
      'yarn add evil --dry-run': 'change packages/install',
      'yarn node -e x': 'opaque javascript code in an argument: `x`',
      'yarn node src/a.js': [],
      'yarn npm publish': 'change registry/publish',
    },
  },
  'npx bunx': {
    ...runsFetched({ ...fetchesAndRuns, tier: 'execute' }, 'installed first'),
    examples: {
      'npx cowsay hi': ['opaque a package that is downloaded and run: `cowsay`', 'run cowsay hi'],
      'npx sallyport@1 trust': [
        'opaque a package that is downloaded and run: `sallyport@1`',
        'run sallyport trust',
        'change sallyport/control trust',
      ],
      'npx -c "rm x"': ['run rm x', 'delete x'],
    },
  },
  pnpx: {
    ...runsFetched({ ...fetchesAndRuns, tier: 'execute' }),
    examples: { 'pnpx cowsay hi': ['opaque a package that is downloaded and run: `cowsay`', 'run cowsay hi'] },
  },
  corepack: {
    tier: 'read',
    operands: 'command',
    commands: { 'enable disable prepare install hydrate up use pack cache': installs },
    examples: { 'corepack enable': 'change packages/install', 'corepack pnpm ls': 'run pnpm ls' },
  },
}
