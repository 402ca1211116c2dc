import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, packageManages, packageReads, projectCode, publishes, removes } from '../shared/package-commands.ts'

const own = { '/* ../* */../*': 'code', '*': 'plain' } as const
const secrets: Subcommand = { tier: 'execute', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' }
const onChain: Subcommand = { tier: 'execute', does: ['change chain/send'], otherOptions: 'plain', operands: 'plain' }
/** Only a chain on this machine is a test chain. */
const network = {
  'localhost hardhat anvil development http://localhost* http://127.0.0.1*': 'plain',
  '*': 'change chain/send',
} as const

const generator: Program = {
  tier: 'write',
  options: {
    '-o FILE --output=FILE --output-file=FILE --outfile=FILE -outdir DIR --header-file=FILE -m DIR --multi=DIR':
      'write',
    '-I DIR -J DIR -L NAME -t TYPE -d -v -l -i -k -c -C -f -S --language=NAME -Dlanguage=NAME --yaml-stream --string':
      'plain',
  },
  operands: { '/*': 'read', '../*': 'read', '*': 'plain' },
}

const papermill: Program = {
  tier: 'execute',
  options: {
    '-p NAME VALUE --parameters NAME VALUE -r NAME VALUE --parameters_raw NAME VALUE': 'plain',
    '-y TEXT --parameters_yaml=TEXT -k NAME --kernel=NAME -l NAME --language=NAME --execution-timeout=N --start_timeout=N':
      'plain',
    '-f FILE --parameters_file=FILE': 'read',
    '--cwd=DIR': 'may name code',
    '--prepare-only --log-output --no-log-output --progress-bar --no-progress-bar --report-mode --autosave-cell-every=N':
      'plain',
  },
  operands: ['code', 'write'],
}

const mprof: Program = {
  tier: 'read',
  commands: {
    run: {
      tier: 'read',
      options: {
        '-o FILE --output=FILE': 'write',
        '-T N --interval=N': 'plain',
        '-M --multiprocess -C --include-children --python --nopython --exit-code -E': 'plain',
      },
      operands: 'command',
    },
    'plot list peak rm clean': { tier: 'execute', code: 'project', otherOptions: 'plain', operands: own },
  },
}

/** Tools that projects use for special purposes: code generation, contracts, models, releases. */
export const projectTools: Programs = {
  // A skeleton decides the generated code, and it is a program.
  'bison yacc': {
    ...generator,
    options: {
      ...generator.options,
      '-S FILE --skeleton=FILE': { '*/*': 'code', '*': 'plain' },
      '--defines=FILE -H[FILE] --header=FILE -g[FILE] --graph=FILE -x[FILE] --xml=FILE --html=FILE --report-file=FILE -b PREFIX --file-prefix=PREFIX':
        'write',
      '-y --yacc -W[KIND] --warnings=KIND -r KIND --report=KIND --color=WHEN -F TEXT -p NAME --name-prefix=NAME':
        'plain',
    },
    operands: 'read',
    examples: {
      'bison -d -o a.c a.y': ['write a.c', 'read a.y'],
      'bison -S /tmp/x a.y': ['read /tmp/x', 'opaque code in `/tmp/x`', 'read a.y'],
      'bison -S lalr1.cc a.y': 'read a.y',
    },
  },
  'flex lex gperf re2c ragel jsonnet jsonnetfmt': {
    ...generator,
    operands: 'read',
    examples: { 'flex -o lex.c a.l': ['write lex.c', 'read a.l'] },
  },
  'hardhat truffle': {
    tier: 'execute',
    code: 'project',
    options: { '--network=NAME': network, '--config=FILE --tsconfig=FILE': { '/* ../* */../*': 'code', '*': 'plain' } },
    otherOptions: 'plain',
    commands: { 'deploy migrate verify': { ...projectCode, does: ['change chain/send'] }, 'vars console': secrets },
    operands: own,
    examples: { 'hardhat test': [], 'hardhat run a.js --network mainnet': 'change chain/send mainnet' },
  },
  forge: {
    tier: 'execute',
    code: 'project',
    options: { '--root=DIR': 'cwd', '--private-key=KEY --mnemonic=TEXT --keystore=FILE': 'change secrets/read' },
    otherOptions: 'plain',
    commands: {
      'build b test t fmt snapshot coverage clean tree inspect selectors lint doc flatten remappings config bind compile':
        projectCode,
      'install i update remove': installs,
      'create c verify-contract': onChain,
      script: { ...projectCode, options: { '--broadcast --resume': 'change chain/send', '--rpc-url=URL': 'connect' } },
    },
    examples: { 'forge test -vvv': [], 'forge script a.sol --broadcast': 'change chain/send' },
  },
  cast: {
    tier: 'execute',
    commands: {
      'call balance block block-number chain-id code nonce receipt tx logs storage gas-price abi-encode abi-decode sig keccak to-wei from-wei to-hex to-dec 4byte interface':
        packageReads,
      'send publish mktx': onChain,
      'wallet w': secrets,
    },
    examples: {
      'cast balance 0x1': [],
      'cast send 0x1': 'change chain/send',
      'cast wallet new': 'change secrets/read',
    },
  },
  'torchrun accelerate deepspeed marimo voila scalene kernprof pyreverse pydeps snakeviz tensorboard slither newman hurl':
    {
      tier: 'execute',
      code: 'project',
      options: {
        '-o FILE --output=FILE --outfile=FILE --reporter-html-export=FILE': 'write',
        '--host=ADDRESS': { '0.0.0.0*': 'change network/network', '*': 'plain' },
        '--bind_all': 'change network/network',
        '--config_file=FILE --logdir=DIR --nproc_per_node=N --nproc-per-node=N --nnodes=N -m NAME --module=NAME --port=N':
          'plain',
      },
      otherOptions: 'plain',
      operands: { '*://*': 'opaque code from outside the project', ...own },
      examples: {
        'torchrun --nproc_per_node=2 train.py': [],
        'torchrun /tmp/x.py': ['read /tmp/x.py', 'opaque code in `/tmp/x.py`'],
        'newman run https://e.example/c.json': 'opaque code from outside the project: `https://e.example/c.json`',
      },
    },
  papermill: {
    ...papermill,
    custom: call => {
      applyTable(papermill, call)
      for (const arg of call.args)
        if (wordText(arg).includes('://')) call.opaque(`a remote notebook: \`${wordText(arg)}\``)
    },
    examples: {
      'papermill -p n 1 a.ipynb /tmp/o.ipynb': ['read a.ipynb', 'write /tmp/o.ipynb'],
      'papermill /tmp/a.ipynb b.ipynb': ['read /tmp/a.ipynb', 'opaque code in `/tmp/a.ipynb`', 'write b.ipynb'],
      'papermill https://e.example/a.ipynb b.ipynb': [
        'opaque a remote notebook: `https://e.example/a.ipynb`',
        'opaque code from outside the project: `https://e.example/a.ipynb`',
        'write b.ipynb',
      ],
    },
  },
  memray: {
    tier: 'execute',
    code: 'project',
    options: { '-o FILE --output=FILE': 'write', '-m NAME': 'plain' },
    otherOptions: 'plain',
    commands: {
      run: {
        tier: 'execute',
        code: 'project',
        options: { '-c CODE': 'opaque code in an argument', '-o FILE --output=FILE': 'write', '-m NAME': 'plain' },
        otherOptions: 'plain',
        operands: own,
      },
      'stats summary tree table flamegraph parse': {
        tier: 'write',
        options: {
          '-o FILE --output=FILE': 'write',
          '-n N --num-largest=N -b N --biggest-allocs=N -s KEY --sort-column=KEY': 'plain',
          '-f --force --leaks --temporary-allocations --temporal --split-threads --json --no-web': 'plain',
        },
        operands: 'read',
      },
      attach: { tier: 'execute', does: ['opaque code injected into a running program'], otherOptions: 'plain' },
    },
    operands: own,
    examples: {
      'memray run a.py': [],
      'memray stats /tmp/m.bin': 'read /tmp/m.bin',
      'memray flamegraph -o /srv/f.html m.bin': ['write /srv/f.html', 'read m.bin'],
      "memray run -c 'x'": 'opaque code in an argument: `x`',
      'memray run /tmp/x.py': ['read /tmp/x.py', 'opaque code in `/tmp/x.py`'],
    },
  },
  mprof: {
    ...mprof,
    custom: call =>
      applyTable(mprof, {
        ...call,
        // A script runs in Python.
        start: (words, link, options) =>
          call.start(/\.py$/.test(wordText(words[0] ?? '')) ? ['python', ...words] : words, link, options),
      }),
    examples: {
      'mprof plot': [],
      'mprof run a.py': ['run python a.py', 'read a.py'],
      'mprof run rm x': ['run rm x', 'delete x'],
    },
  },
  'standard-version commitizen cz bump2version bumpversion bumpver bump-my-version auto-changelog conventional-changelog git-chglog git-cliff gitlint towncrier nbstripout nbdime':
    {
      tier: 'execute',
      code: 'project',
      options: {
        '-o FILE --output=FILE': 'write',
        '--config=FILE --config-file=FILE -c FILE': { '/* ../* */../*': 'code', '*': 'plain' },
        '--push --git-push': 'connect sends',
      },
      otherOptions: 'plain',
      operands: own,
      examples: { 'git-cliff -o CHANGELOG.md': 'write CHANGELOG.md', 'bump2version patch': [] },
    },
  jupytext: {
    tier: 'execute',
    code: 'project',
    options: {
      '--pipe=COMMAND --check=COMMAND': 'run',
      '-o FILE --output=FILE': 'write',
      '--to=FORMAT --from=FORMAT --set-formats=LIST --pipe-fmt=FORMAT -k NAME --set-kernel=NAME': 'plain',
    },
    otherOptions: 'plain',
    operands: own,
    examples: { 'jupytext --to py a.ipynb': [], "jupytext --pipe 'rm x' a.ipynb": ['run rm x', 'delete x'] },
  },
  'semantic-release release-please release-it np': {
    ...publishes,
    tier: 'execute',
    options: { '-d, --dry-run': 'dry run' },
    examples: { 'semantic-release --dry-run': [], 'semantic-release': 'change registry/publish' },
  },
  'airflow prefect dagster': {
    tier: 'execute',
    commands: {
      'version info cheat-sheet': packageReads,
      'connections variables config secret block users': secrets,
      '*': {
        commands: {
          'list list-runs list-import-errors show details state next-execution report ls inspect': packageReads,
        },
      },
      'dev webserver scheduler standalone': projectCode,
    },
    examples: {
      'airflow dags list': [],
      'airflow connections get x': 'change secrets/read',
      'airflow dags trigger x': 'opaque unknown subcommand `trigger` of `airflow`',
    },
  },
  'pixi rye': {
    tier: 'execute',
    options: { '--manifest-path=FILE': 'code', '-q --quiet -v --verbose': 'plain' },
    commands: {
      'list info tree search show version': packageReads,
      'run r': {
        tier: 'read',
        options: { '-e NAME --environment=NAME --frozen --locked': 'plain' },
        operands: 'command',
      },
      'test lint fmt build task': projectCode,
      'install add update upgrade sync lock fetch global toolchain tools': installs,
      'remove uninstall clean': removes,
      'config self auth': packageManages,
      publish: publishes,
    },
    examples: { 'pixi run rm x': ['run rm x', 'delete x'], 'pixi add x': 'change packages/install' },
  },
  // It downloads the actions that workflows name.
  act: {
    tier: 'execute',
    options: {
      '-l --list -n --dryrun -g --graph': 'prints',
      '-W PATH --workflows=PATH -j NAME --job=NAME -C DIR --directory=DIR': 'plain',
    },
    operands: 'plain',
    examples: { 'act -l': [] },
  },
  'opa conftest regal': {
    tier: 'read',
    options: {
      '-d FILE --data=FILE -i FILE --input=FILE -p DIR --policy=DIR -b DIR --bundle=DIR': 'read',
      '-o FORMAT --output=FORMAT -f FORMAT --format=FORMAT -n NAME --namespace=NAME': 'plain',
    },
    commands: {
      'eval test check version inspect lint verify parse deps capabilities': {
        tier: 'read',
        otherOptions: 'plain',
        operands: 'plain',
      },
      fmt: {
        tier: 'read',
        options: { '-w, --write': ['operands write', 'tier write'], '-l, --list': 'plain', '-d, --diff': 'plain' },
        operands: 'read',
      },
    },
    examples: {
      'opa test policy': [],
      'opa fmt -w policy': 'write policy',
      'opa run -s': ['opaque unknown subcommand `run` of `opa`', 'opaque unknown option `-s` of `opa`'],
    },
  },
  helmfile: {
    tier: 'execute',
    options: {
      '-f FILE --file=FILE -b FILE --helm-binary=FILE': { '/* ../* */../*': 'code', '*': 'plain' },
      '-e NAME --environment=NAME -l LABELS --selector=LABELS -n NAME': 'plain',
    },
    commands: {
      'list template lint diff build version': projectCode,
      'apply sync': { ...projectCode, does: ['change kubernetes/apply'] },
      'destroy delete': { ...projectCode, does: ['change kubernetes/delete'] },
    },
    examples: {
      'helmfile diff': [],
      'helmfile -f /tmp/x.yaml list': ['read /tmp/x.yaml', 'opaque code in `/tmp/x.yaml`'],
      'helmfile destroy': 'change kubernetes/delete',
    },
  },
  quarto: {
    tier: 'execute',
    code: 'project',
    options: { '--output-dir=DIR': 'write', '--to=FORMAT -M TEXT --port=N': 'plain' },
    otherOptions: 'plain',
    commands: { publish: publishes, 'install add update': installs, 'check list': packageReads },
    operands: own,
    examples: { 'quarto render': [], 'quarto publish gh-pages': 'change registry/publish' },
  },
}
