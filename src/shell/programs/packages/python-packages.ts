import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { startsKnownTool } from '../shared/known-package.ts'
import {
  buildsPart,
  fetchesAndRuns,
  installs,
  logins,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  restoring,
  updates,
} from '../shared/package-commands.ts'

/** Options for the sources of packages. */
const indexes = '-i URL --index-url=URL --extra-index-url=URL --index=URL --default-index=URL -f URL --find-links=URL'

/** Even a dry run builds packages, which runs their code. */
const sources: Options = {
  [indexes]: 'connect',
  '-r FILE --requirement=FILE --requirements=FILE -c FILE --constraint=FILE --constraints=FILE --override=FILE': 'read',
  '-t DIR --target=DIR --prefix=DIR --root=DIR -d DIR --dest=DIR -w DIR --wheel-dir=DIR': 'write',
  '--report=FILE': 'write',
  '-e PATH --editable=PATH': 'plain',
}

const pipInstalls: Subcommand = { ...installs, options: sources }

/** `pip install -r requirements.txt`, `pip install -e .`: installs the project itself and its declared dependencies. */
const pipRestores: Subcommand = {
  ...restoring({
    ...sources,
    '-i URL --index-url=URL --extra-index-url=URL --index=URL --default-index=URL -f URL --find-links=URL --trusted-host=HOST':
      ['connect', 'change packages/install'],
    '-r FILE --requirement=FILE --requirements=FILE -c FILE --constraint=FILE --constraints=FILE --override=FILE': {
      '/* ~* ../* *:*': ['read', 'change packages/install'],
      '*.*': 'read',
      '*': ['read', 'change packages/install'],
    },
    '-e PATH --editable=PATH': { '. .[*]': 'plain', './*': 'code', '*': 'change packages/install' },
    '-U --upgrade --no-deps --no-build-isolation --no-cache-dir --disable-pip-version-check --no-input --no-warn-script-location --progress-bar=KIND --config-settings=TEXT --root-user-action=WHAT --prefer-binary --only-binary=WHAT --require-hashes --use-pep517':
      'plain',
  }),
  operands: { '. .[*]': 'plain', './*': 'code', '*': 'change packages/install' },
}

const pip: Program = {
  tier: 'read',
  options: {
    '--python=PROGRAM': 'opaque a custom interpreter',
    '--log=FILE': 'write',
    '-V -q --quiet -v --verbose --isolated --no-input --disable-pip-version-check --no-color --require-virtualenv --no-cache-dir':
      'plain',
  },
  commands: {
    install: pipRestores,
    'download wheel lock': pipInstalls,
    uninstall: { ...removes, options: { '-r FILE --requirement=FILE': 'read', '-y --yes': 'plain' } },
    'list show freeze check inspect search index debug help completion': {
      ...packageReads,
      options: { '-r FILE --requirement=FILE': 'read' },
    },
    hash: { ...packageReads, options: { '-a NAME --algorithm=NAME': 'plain' }, operands: 'read' },
    cache: { tier: 'read', commands: { 'dir info list': packageReads, 'remove purge': removes } },
    config: { tier: 'read', commands: { 'list get debug': packageReads, 'set unset edit': packageManages } },
  },
}

/** `uv run x.py`: a project file is project code; any other word is a program to start. */
const uvRun: Subcommand = {
  tier: 'read',
  options: {
    '--with=PACKAGE --with-editable=PACKAGE --with-requirements=FILE': 'opaque a package that is downloaded and run',
    '--env-file=FILE': 'read',
    '--python=VERSION -p VERSION': 'may name code',
    '--extra=NAME --group=NAME --only-group=NAME --no-group=NAME --package=NAME --no-extra=NAME': 'plain',
    '--frozen --locked --no-sync --isolated --no-project --active --exact --all-extras --all-groups --all-packages --no-dev --dev --only-dev --no-editable --no-env-file --refresh --reinstall -U --upgrade -s --script --gui-script -m --module':
      'plain',
  },
  operands: 'command',
  commands: {
    '/*.py ../*.py': {
      tier: 'execute',
      does: ['opaque code outside the workspace'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    '*://*': {
      tier: 'execute',
      does: ['opaque code from outside the project'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    '*.py': projectCode,
  },
}

const uvCommands: Subcommand['commands'] = {
  pip: {
    tier: 'read',
    commands: {
      install: pipRestores,
      sync: { ...pipRestores, operands: 'read' },
      uninstall: removes,
      'list show freeze check tree': packageReads,
      compile: {
        ...packageReads,
        options: { '-o FILE --output-file=FILE': 'write', '-c FILE --constraint=FILE': 'read' },
        operands: 'read',
      },
    },
  },
  run: uvRun,
  add: { ...installs, options: sources },
  sync: {
    ...restoring({
      ...pipRestores.options,
      '--group=NAME --only-group=NAME --no-group=NAME --extra=NAME --package=NAME': 'plain',
      '--all-extras --all-groups --all-packages --no-install-project --no-editable --exact --inexact --active --no-sync':
        'plain',
    }),
    operands: 'plain',
  },
  remove: removes,
  lock: {
    ...updates,
    options: { [indexes]: ['connect', 'change packages/install'], '--check --locked --dry-run': 'dry run' },
  },
  venv: {
    tier: 'write',
    options: {
      '-c, --clear': 'change packages/remove',
      '--seed --system-site-packages --allow-existing --relocatable --no-project --prompt=NAME': 'plain',
      '-p VERSION --python=VERSION': 'may name code',
    },
    operands: 'write',
  },
  init: {
    tier: 'write',
    options: {
      '--app --lib --package --no-package --bare --script --no-readme --no-workspace --vcs=NAME --name=NAME --build-backend=NAME --description=TEXT --no-pin-python':
        'plain',
      '-p VERSION --python=VERSION': 'may name code',
    },
    operands: 'write',
  },
  'tree help': packageReads,
  export: { ...packageReads, options: { '-o FILE --output-file=FILE': 'write' } },
  version: {
    tier: 'read',
    options: {
      '--bump=PART': 'change packages/update',
      '--dry-run': 'dry run',
      '--short --output-format=FORMAT --frozen --no-sync': 'plain',
    },
    operands: 'change packages/update',
  },
  'build format': { ...buildsPart, options: { '-o DIR --out-dir=DIR': 'write' } },
  publish: publishes,
  tool: {
    tier: 'read',
    commands: {
      run: fetchesAndRuns,
      'install upgrade': installs,
      uninstall: removes,
      'list dir': packageReads,
      'update-shell': packageManages,
    },
  },
  python: {
    tier: 'read',
    commands: {
      'list find dir': packageReads,
      pin: { tier: 'write', otherOptions: 'plain', operands: 'plain' },
      'install upgrade': installs,
      uninstall: removes,
      'update-shell': packageManages,
    },
  },
  cache: { tier: 'read', commands: { 'dir size': packageReads, 'clean prune': removes } },
  self: { tier: 'read', commands: { version: packageReads, update: installs } },
  auth: {
    tier: 'read',
    commands: {
      'login logout': logins,
      dir: packageReads,
      token: { tier: 'execute', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' },
    },
  },
  'generate-shell-completion': packageReads,
}

const uv: Program = {
  tier: 'read',
  options: {
    '--directory=DIR --project=DIR': 'cwd',
    '--config-file=FILE': 'read',
    '--python=VERSION': 'may name code',
    '--cache-dir=DIR': 'write',
    '-q --quiet -v --verbose -n --no-cache --offline --no-progress --no-config --native-tls --color=WHEN --no-python-downloads --managed-python -V':
      'plain',
  },
  commands: uvCommands,
}

const uvx: Program = { ...fetchesAndRuns, tier: 'execute' }

const pipx: Program = {
  tier: 'read',
  options: { '-q --quiet -v --verbose --global': 'plain' },
  commands: {
    'list environment help interpreter': packageReads,
    'install install-all inject upgrade upgrade-all upgrade-shared reinstall reinstall-all pin unpin': installs,
    'uninstall uninstall-all uninject': removes,
    ensurepath: packageManages,
    run: fetchesAndRuns,
    runpip: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain', operands: 'plain' },
  },
}

/** Python: packages, environments, tools. */
export const pythonPackages: Programs = {
  twine: {
    tier: 'execute',
    commands: {
      'upload register': { does: ['change registry/publish'], otherOptions: 'plain', operands: 'read' },
      check: { tier: 'read', otherOptions: 'plain', operands: 'read' },
    },
    examples: {
      'twine upload dist/x.whl': ['change registry/publish', 'read dist/x.whl'],
      'twine check dist/x.whl': 'read dist/x.whl',
    },
  },
  'pip pip3': {
    ...pip,
    examples: {
      'pip list --outdated': [],
      'pip install -r requirements.txt': ['change packages/fetch', 'read requirements.txt'],
      'pip install -r $F': ['change packages/fetch', 'read $F', 'change packages/install $F'],
      'pip install -e .[dev]': 'change packages/fetch',
      'pip install -r /srv/a.txt': ['change packages/fetch', 'read /srv/a.txt', 'change packages/install /srv/a.txt'],
      'pip install -e git+https://example.com/x': [
        'change packages/fetch',
        'change packages/install git+https://example.com/x',
      ],
      'pip install --index-url https://example.com/simple x': [
        'change packages/fetch',
        'connect example.com',
        'change packages/install https://example.com/simple',
        'change packages/install x',
      ],
      'pip config set global.index-url http://example.com': ['change packages/manage', 'connect example.com'],
      'pip hash a.whl': 'read a.whl',
      'pip --python ./evil list': 'opaque a custom interpreter: `./evil`',
    },
  },
  uv: {
    ...uv,
    custom: runUv,
    examples: {
      'uv run -m pytest -q': ['run python -m pytest -q', 'run pytest -q'],
      'uv run --module pip install evil': [
        'run python -m pip install evil',
        'run pip install evil',
        'change packages/fetch',
        'change packages/install evil',
      ],
      'uv run pytest -q': 'run pytest -q',
      'uv run --frozen rm x': ['run rm x', 'delete x'],
      'uv run main.py --port 1': [],
      'uv run /tmp/x.py': 'opaque code outside the workspace',
      'uv run --with evil pytest': ['opaque a package that is downloaded and run: `evil`', 'run pytest'],
      'uv pip list': [],
      'uv pip compile -o r.txt r.in': ['write r.txt', 'read r.in'],
      'uv sync': 'change packages/fetch',
      'uv lock': 'change packages/update',
      'uv tool run ruff check': 'run ruff check',
      'uv tool run cowsay': 'opaque a package that is downloaded and run: `cowsay`',
      'uv tree': [],
    },
  },
  uvx: {
    ...uvx,
    custom: call => {
      if (!startsKnownTool(call, [], 'pypi')) applyTable(uvx, call)
    },
    examples: {
      'uvx ruff check': 'run ruff check',
      'uvx cowsay hi': 'opaque a package that is downloaded and run: `cowsay`',
      'uvx --index-url https://example.com ruff': 'opaque a package that is downloaded and run: `https://example.com`',
    },
  },
  pipx: {
    ...pipx,
    custom: call => {
      if (!startsKnownTool(call, ['run'], 'pypi')) applyTable(pipx, call)
    },
    examples: {
      'pipx list': [],
      'pipx run black src': ['run black src', 'write src'],
      'pipx run cowsay': 'opaque a package that is downloaded and run: `cowsay`',
    },
  },
}

/** `uv run -m MODULE`: the following words are those of `python -m`. */
function runUv(call: ProgramCall): void {
  if (startsKnownTool(call, ['tool', 'run'], 'pypi')) return
  const { options, path } = sortArguments(call.args, compileProgram(uv))
  const isModule = path[0] === 'run' && options.some(({ option }) => option.name === '-m')
  const start: ProgramCall['start'] = (words, link, settings) => call.start(['python', '-m', ...words], link, settings)
  applyTable(uv, isModule ? { ...call, start } : call)
}
