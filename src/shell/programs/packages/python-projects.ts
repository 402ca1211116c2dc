import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import {
  buildsPart,
  installs,
  orDryRun,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  restoring,
  starts,
  startsOrScript,
  updates,
} from '../shared/package-commands.ts'
import { isShellText, startsByShell } from '../shared/starts-command.ts'

const environments: Subcommand['commands'] = {
  'list ls info show find': packageReads,
  'use create activate prune': packageManages,
  'remove delete': removes,
}

const hatch: Program = {
  tier: 'read',
  options: {
    '-e NAME --env=NAME -p NAME --project=NAME -q --quiet -v --verbose --color --no-color': 'plain',
    '--config=FILE': 'code',
  },
  commands: {
    'status help': packageReads,
    run: startsOrScript,
    'test fmt': { ...projectCode, options: { '-i NAME -x NAME': 'plain' } },
    build: { ...buildsPart, options: { '-t TARGET --target=TARGET': 'plain' } },
    'env dep python config cache project': {
      tier: 'read',
      commands: {
        'show find hash metadata explore': packageReads,
        create: installs,
        run: { ...starts, options: { '-i --include=NAME -x --exclude=NAME -f --filter=TEXT': 'plain' } },
        'install update': installs,
        'remove prune clear': removes,
        'set restore': packageManages,
      },
    },
    version: { tier: 'read', operands: 'change packages/update' },
    'new clean': updates,
    publish: publishes,
    shell: { tier: 'execute', does: ['opaque an interactive session'], operands: 'plain' },
  },
}

/** Python: projects and their environments. */
export const pythonProjects: Programs = {
  // The function that an environment's `activate` script defines.
  deactivate: { tier: 'read' },
  poetry: {
    tier: 'read',
    options: {
      '-C DIR --directory=DIR -P DIR --project=DIR': 'cwd',
      '-q --quiet -v -vv -vvv --verbose -n --no-interaction --no-plugins --no-cache --ansi --no-ansi -V': 'plain',
    },
    commands: {
      'show check about list search help env:info': packageReads,
      run: starts,
      'install sync': restoring({
        '-E NAME --extras=NAME --with=GROUPS --without=GROUPS --only=GROUPS': 'plain',
        '--sync --no-root --only-root --all-extras --all-groups': 'plain',
      }),
      'add update': installs,
      remove: removes,
      'lock init': updates,
      new: { tier: 'write', otherOptions: 'plain', operands: 'write' },
      version: {
        tier: 'read',
        options: { '-s --short --dry-run --next-phase': 'plain' },
        operands: 'change packages/update',
      },
      export: { ...packageReads, options: { '-o FILE --output=FILE': 'write' } },
      build: { ...projectCode, options: { '-o DIR --output=DIR': 'write' } },
      publish: orDryRun(publishes),
      config: {
        tier: 'read',
        options: { '--list --local --unset --migrate': 'plain' },
        operands: ['plain', 'change packages/manage', 'plain'],
      },
      env: { tier: 'read', commands: environments },
      cache: { tier: 'read', commands: { list: packageReads, clear: removes } },
      'self source python': {
        tier: 'read',
        commands: { 'show list': packageReads, 'add update install lock sync': installs, remove: removes },
      },
    },
    examples: {
      'poetry show --tree': [],
      'poetry run pytest': 'run pytest',
      'poetry add x': 'change packages/install',
      'poetry config virtualenvs.in-project true': 'change packages/manage true',
    },
  },
  pipenv: {
    tier: 'read',
    options: {
      '-q --quiet -v --verbose --where --venv --py --envs --support --man --site-packages': 'plain',
      '--python=VERSION': 'may name code',
      '--rm': 'change packages/remove',
    },
    commands: {
      'graph check verify scripts requirements audit': packageReads,
      run: startsOrScript,
      'install sync': restoring(),
      'update upgrade': installs,
      'uninstall clean': removes,
      lock: updates,
      shell: { tier: 'execute', does: ['opaque an interactive session'] },
    },
    examples: { 'pipenv graph': [], 'pipenv run pytest': 'run pytest', 'pipenv --rm': 'change packages/remove' },
  },
  pdm: {
    tier: 'read',
    options: {
      '-p DIR --project=DIR': 'cwd',
      '-q --quiet -v --verbose -V': 'plain',
      '-c FILE --config=FILE': 'code',
    },
    commands: {
      'list show info search outdated help': packageReads,
      run: {
        ...startsOrScript,
        options: { '-l --list': 'plain', '-s --site-packages': 'plain', '--env-file=FILE': 'read' },
      },
      'test build fmt lint': projectCode,
      'install sync': restoring(),
      'add update': installs,
      remove: removes,
      'lock init new fix': updates,
      export: { ...packageReads, options: { '-o FILE --output=FILE': 'write' } },
      publish: publishes,
      config: {
        tier: 'read',
        options: { '-d --delete': 'change packages/manage', '-l --local': 'plain' },
        operands: ['plain', 'change packages/manage'],
      },
      venv: { tier: 'read', commands: environments },
      cache: { tier: 'read', commands: { 'list info': packageReads, 'clear remove': removes } },
      'self plugin python py': {
        tier: 'read',
        commands: { list: packageReads, 'add update install': installs, remove: removes },
      },
    },
    examples: { 'pdm list': [], 'pdm run pytest': 'run pytest', 'pdm publish': 'change registry/publish' },
  },
  hatch: {
    ...startsByShell({ ...hatch, custom: runHatch }),
    examples: {
      'hatch test': [],
      'hatch run test:cov': [],
      'hatch run rm x': ['run rm x', 'delete x'],
      "hatch run 'ls; rm x'": ['run sh -c ls; rm x', 'run ls', 'run rm x', 'delete x'],
      "hatch run 'rm x:y'": ['run rm x:y', 'delete x:y'],
      'hatch env show': [],
      'hatch env run -- rm x': ['run rm x', 'delete x'],
      'hatch env run -e test -- pytest': 'run pytest',
      'hatch publish': 'change registry/publish',
    },
  },
  'conda mamba micromamba': {
    tier: 'read',
    options: { '-V -v --verbose -q --quiet --json -y --yes': 'plain' },
    commands: {
      'list info search repoquery notices help doctor compare': {
        ...packageReads,
        options: { '-n NAME --name=NAME': 'plain' },
      },
      'install create update upgrade': {
        ...installs,
        options: { '-d, --dry-run': 'dry run', '--file=FILE -f FILE': 'read' },
      },
      'remove uninstall clean': { ...removes, options: { '-d, --dry-run': 'dry run' } },
      env: {
        tier: 'read',
        commands: {
          list: packageReads,
          export: { ...packageReads, options: { '-f FILE --file=FILE': 'write' } },
          'create update': installs,
          remove: removes,
          config: packageManages,
        },
      },
      export: { ...packageReads, options: { '-f FILE --file=FILE': 'write' } },
      run: {
        ...starts,
        options: {
          '-n NAME --name=NAME -p DIR --prefix=DIR --no-capture-output --live-stream -s': 'plain',
          '--cwd=DIR': 'cwd',
        },
      },
      config: {
        tier: 'read',
        options: {
          '--show --show-sources --get --describe --validate --env --system --file=FILE': 'plain',
          '--set --add --append --prepend --remove --remove-key': 'change packages/manage',
        },
        operands: 'plain',
      },
      'activate deactivate shell.*': { tier: 'write', operands: 'plain' },
      'init rename': packageManages,
      build: projectCode,
    },
    examples: {
      'conda env list': [],
      'conda run -n x pytest': 'run pytest',
      'conda install -y numpy': 'change packages/install',
      'conda config --add channels x': 'change packages/manage',
    },
  },
}

/** A word with shell syntax is a command line, not `ENVIRONMENT:SCRIPT`. */
function runHatch(call: ProgramCall): void {
  applyTable(hatch, call)
  const [command, script] = sortArguments(call.args, compileProgram(hatch)).path
  if (command === 'run' && script !== undefined && isShellText(script)) call.script(script, 'hatch run')
}
