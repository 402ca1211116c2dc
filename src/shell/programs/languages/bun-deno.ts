import { isKnown, type Word } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { hasPackageScript } from '../packages/package-scripts.ts'
import { bareSession } from '../shared/bare-session.ts'
import { startsInstalled } from '../shared/fetched-package.ts'
import {
  buildsPart,
  editsPackage,
  fetchesAndRuns,
  initialises,
  installs,
  orDryRun,
  packageReads,
  projectCode,
  projectScript,
  projectToolNames,
  publishes,
  removes,
  restoring,
  scriptNames,
  updates,
} from '../shared/package-commands.ts'
import { runCode, runStdin } from './run-code.ts'
import { isStdin } from './shells.ts'

const bun: Program = {
  tier: 'read',
  options: {
    '--cwd=DIR': 'cwd',
    '-e CODE --eval=CODE -p CODE --print=CODE': 'plain',
    '-r FILE --preload=FILE --require=FILE --import=FILE -c FILE --config=FILE': {
      '*://* data:*': 'opaque code from outside the project',
      '*': 'code',
    },
    '--env-file=FILE': 'read',
    '--revision --silent --watch --hot --smol -b --bun --inspect[=ADDRESS] --if-present --filter=NAME --check -v -h':
      'plain',
  },
  operands: ['code', 'plain...'],
  commands: {
    test: buildsPart,
    build: { ...buildsPart, options: { '--outfile=FILE --outdir=DIR': 'write' } },
    start: projectScript,
    [scriptNames.replace('build ', '')]: projectScript,
    run: { ...projectScript, operands: { '/*': 'code', '..*': 'code', '*': 'plain' } },
    exec: { tier: 'read', operands: 'run' },
    'install i ci': orDryRun(restoring()),
    'add a update link patch': orDryRun(installs),
    upgrade: installs,
    'remove rm unlink': orDryRun(removes),
    'outdated why info audit list': packageReads,
    pm: {
      tier: 'read',
      commands: {
        'ls list bin hash hash-string hash-print whoami view default-trusted untrusted why': packageReads,
        cache: { tier: 'read', commands: { rm: removes } },
        'trust migrate': installs,
        version: updates,
        pkg: { tier: 'read', commands: { get: packageReads, set: editsPackage, 'delete fix': updates } },
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
  '-c FILE --config=FILE --import-map=FILE --preload=FILE --import=FILE': {
    '*://* data:* npm:* jsr:*': 'opaque code from outside the project',
    '*': 'code',
  },
  '-A --allow-all -q --quiet --check[=KIND] --no-check[=KIND] --watch[=FILES] --frozen[=BOOL] --no-lock --no-remote --no-npm --cached-only -r --reload[=LIST] --unstable --no-prompt --permit-no-files -h -V':
    'plain',
  '--env-file[=FILE]': 'plain',
  '-L LEVEL --log-level=LEVEL': 'plain',
  '-o FILE --output=FILE': 'write',
}

const denoRuns: Subcommand = {
  ...projectCode,
  operands: {
    '*://*': 'opaque code from outside the project',
    'npm:*': 'opaque a package that is downloaded and run',
    'jsr:*': 'opaque a package that is downloaded and run',
    'data:*': 'opaque code that the program evaluates',
    '-': 'plain',
    '/*': 'code',
    '..*': 'code',
    '*': 'plain',
  },
}

const foreignScript: Subcommand = {
  tier: 'execute',
  does: ['opaque code from outside the project'],
  otherOptions: 'plain',
  operands: 'plain',
}

const deno: Program = {
  tier: 'read',
  options: denoOptions,
  operands: ['code', 'plain...'],
  commands: {
    'run serve test bench compile x': denoRuns,
    bundle: { ...denoRuns, operands: ['code', 'write'] },
    task: { ...projectCode, options: { '--cwd=DIR': 'cwd', '--eval': 'opaque shell text' } },
    'lint coverage': projectCode,
    'check info doc types outdated help why audit': packageReads,
    fmt: {
      tier: 'write',
      options: { '--check': 'dry run', '--ext=NAME --ignore=FILES': 'plain' },
      otherOptions: 'plain',
      operands: 'write',
    },
    'cache install i add upgrade update vendor approve-scripts': installs,
    'remove rm uninstall clean': removes,
    init: { tier: 'write', options: { '--lib --serve --npm': 'plain' }, operands: 'write' },
    eval: { tier: 'execute', options: { '-p --print --ts --ext=NAME': 'plain' }, operands: 'plain' },
    'repl jupyter': { tier: 'execute', does: ['opaque an interactive session'], operands: 'plain' },
    'publish deploy': orDryRun(publishes),
    create: fetchesAndRuns,
    '*://* npm:* jsr:* data:*': foreignScript,
  },
}

/** Runtimes that are their own package managers. */
export const bunDeno: Programs = {
  bun: {
    ...bun,
    custom: runBun,
    examples: {
      bun: [],
      'bun test': [],
      'bun run dev': [],
      'bun src/a.ts': 'read src/a.ts',
      'bun -e x': 'opaque bun code in an argument',
      'curl -s https://example.com/x | bun': ['run bun', 'connect example.com', 'opaque a download piped into `bun`'],
      'bun run rm -f x': ['run rm -f x', 'delete x'],
      'bun run --silent test -f x': [],
      'bun exec "rm x"': ['run rm x', 'delete x'],
      'bun x cowsay': 'opaque a package that is downloaded and run: `cowsay`',
      'bun add evil': 'change packages/install',
      'bun pm cache rm': 'change packages/remove',
    },
  },
  deno: bareSession({
    ...deno,
    custom: runDeno,
    examples: {
      deno: 'opaque an interactive `deno` session',
      'deno run -A main.ts': [],
      'deno run https://example.com/x.ts': 'opaque code from outside the project: `https://example.com/x.ts`',
      'deno https://example.com/x.ts': 'opaque code from outside the project',
      'deno run /tmp/x.ts': ['read /tmp/x.ts', 'opaque code in `/tmp/x.ts`'],
      'deno fmt --check': [],
      'deno run --import https://example.com/x.js main.ts':
        'opaque code from outside the project: `https://example.com/x.js`',
      'deno eval x': 'opaque deno code in an argument',
      'cat x.ts | deno run -': ['run deno run -', 'read x.ts', 'opaque code piped into `deno`'],
    },
  }),
}

/** Code in an option, or on standard input where no script is named. */
function runBun(call: ProgramCall): void {
  if (startsInstalled(call)) return
  applyTable(bun, call)
  const { options, operands, path } = sortArguments(call.args, compileProgram(bun))
  const codes = options.filter(({ option }) => /^(-e|-p|--eval|--print)$/.test(option.name))
  runCode({ texts: codes.map(({ value }) => value ?? ''), language: 'javascript' }, call)
  if (path[0] === 'run') runFallback(operands[0] ?? '', call)
  const isAlone = path.length === 0 && codes.length === 0 && operands.length === 0
  if (isFed(call) && (isAlone || operands.some(isStdin))) runStdin(call, 'javascript')
}

/** `bun run NAME`: if the project has no script of that name, bun starts the program. */
function runFallback(name: Word, call: ProgramCall): void {
  if (!isKnown(name) || usualScripts.has(name) || call.findProgram(name) === null || hasPackageScript(name, call))
    return
  call.start(call.args.slice(call.args.indexOf(name)), 'bun run')
}

const usualScripts = new Set(`${scriptNames} ${projectToolNames} test start`.split(' '))

function runDeno(call: ProgramCall): void {
  applyTable(deno, call)
  const { operands, path } = sortArguments(call.args, compileProgram(deno))
  const [first] = operands
  if (path[0] === 'eval') return runCode({ texts: [first ?? ''], language: 'javascript' }, call)
  if (isFed(call) && ((path.length === 0 && first === undefined) || operands.some(isStdin)))
    runStdin(call, 'javascript')
}

const isFed = (call: ProgramCall): boolean => call.frame.stdin.from !== 'nothing'
