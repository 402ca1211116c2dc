import {
  fetchesAndRuns,
  initialises,
  installs,
  orDryRun,
  projectCode,
  publishes,
  reads,
  removes,
  scriptNames,
  updates,
} from './package-commands.ts'
import type { Command, Options, Program, Programs } from './table.ts'

const bun: Program = {
  tier: 'read',
  options: {
    '--cwd=DIR': 'cwd',
    '-e CODE --eval=CODE -p CODE --print=CODE': 'opaque code',
    '-r FILE --preload=FILE --require=FILE --import=FILE -c FILE --config=FILE': 'code',
    '--env-file=FILE': 'read',
    '--revision --silent --watch --hot --smol -b --bun --inspect[=ADDRESS] --if-present --filter=NAME -v -h': 'plain',
  },
  operands: ['code', 'plain...'],
  commands: {
    test: projectCode,
    build: { ...projectCode, options: { '--outfile=FILE --outdir=DIR': 'write' } },
    start: projectCode,
    [scriptNames.replace('build ', '')]: projectCode,
    // A name that is no script of the project is looked for on the machine.
    run: {
      ...projectCode,
      operands: { '/*': 'code', '..*': 'code', '*': 'plain' },
      commands: {
        'sh bash zsh dash rm mv cp dd curl wget ssh scp nc sudo env chmod chown kill git docker kubectl python python3 perl ruby eval':
          {
            tier: 'execute',
            does: ['opaque a program in the place of a script'],
            otherOptions: 'plain',
            operands: 'plain',
          },
      },
    },
    exec: { tier: 'execute', operands: 'run' },
    'install i add a update link ci patch': orDryRun(installs),
    upgrade: installs,
    'remove rm unlink': orDryRun(removes),
    'outdated why info audit list': reads,
    pm: {
      tier: 'read',
      commands: {
        'ls list bin hash hash-string hash-print whoami view default-trusted untrusted why': reads,
        cache: { tier: 'read', commands: { rm: removes } },
        'trust migrate': installs,
        'pkg version': updates,
        pack: projectCode,
      },
    },
    init: initialises,
    publish: orDryRun(publishes),
    'x create c': fetchesAndRuns,
    repl: { tier: 'execute', does: ['opaque an interactive session'] },
  },
}

const denoOptions: Options = {
  '-c FILE --config=FILE --import-map=FILE --preload=FILE --import=FILE': 'code',
  '-A --allow-all -q --quiet --check[=KIND] --no-check[=KIND] --watch[=FILES] --frozen[=BOOL] --no-lock --no-remote --no-npm --cached-only -r --reload[=LIST] --unstable --no-prompt --permit-no-files -h -V':
    'plain',
  '--env-file[=FILE]': 'plain',
  '-L LEVEL --log-level=LEVEL': 'plain',
  '-o FILE --output=FILE': 'write',
}

const denoRuns: Command = {
  ...projectCode,
  operands: {
    '*://*': 'opaque code from elsewhere',
    'npm:*': 'opaque a package that is fetched and run',
    'jsr:*': 'opaque a package that is fetched and run',
    'data:*': 'opaque code',
    '-': 'opaque code on standard input',
    '/*': 'code',
    '..*': 'code',
    '*': 'plain',
  },
}

const elsewhere: Command = {
  tier: 'execute',
  does: ['opaque code from elsewhere'],
  otherOptions: 'plain',
  operands: 'plain',
}

const deno: Program = {
  tier: 'read',
  options: denoOptions,
  operands: ['code', 'plain...'],
  commands: {
    'run serve test bench compile x': denoRuns,
    task: { ...projectCode, options: { '--cwd=DIR': 'cwd', '--eval': 'opaque shell text' } },
    'lint coverage': projectCode,
    'check info doc types outdated help why audit': reads,
    fmt: {
      tier: 'write',
      options: { '--check': 'dry run', '--ext=NAME --ignore=FILES': 'plain' },
      otherOptions: 'plain',
      operands: 'write',
    },
    'cache install i add upgrade update vendor approve-scripts': installs,
    'remove rm uninstall clean': removes,
    init: { tier: 'write', options: { '--lib --serve --npm': 'plain' }, operands: 'write' },
    eval: { tier: 'execute', operands: ['opaque code', 'plain...'] },
    'repl jupyter': { tier: 'execute', does: ['opaque an interactive session'], operands: 'plain' },
    'publish deploy': orDryRun(publishes),
    create: fetchesAndRuns,
    '*://* npm:* jsr:* data:*': elsewhere,
  },
}

/** Runtimes that are their own package managers. */
export const bunDeno: Programs = {
  bun: {
    ...bun,
    examples: {
      'bun test': [],
      'bun run dev': [],
      'bun src/a.ts': 'read src/a.ts',
      'bun -e x': 'opaque code: `x`',
      'bun run curl x': 'opaque a program in the place of a script',
      'bun exec "rm x"': ['run rm x', 'delete x'],
      'bun add evil': 'change packages/install',
      'bun pm cache rm': 'change packages/remove',
    },
  },
  deno: {
    ...deno,
    examples: {
      'deno run -A main.ts': [],
      'deno run https://example.com/x.ts': 'opaque code from elsewhere: `https://example.com/x.ts`',
      'deno https://example.com/x.ts': 'opaque code from elsewhere',
      'deno run /tmp/x.ts': ['read /tmp/x.ts', 'opaque code in `/tmp/x.ts`'],
      'deno fmt --check': [],
      'deno eval x': 'opaque code: `x`',
    },
  },
}
