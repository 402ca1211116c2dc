import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Meaning, Operands, Program, Programs, Subcommand } from '../engine/table.ts'

/** Commands that only run, stop and inspect. Others call functions of the program, or a shell. */
const looks: Meaning = {
  'run r start bt backtrace where quit q continue c next n step s finish': 'plain',
  'bt?full bt?all thread?backtrace?all thread?apply?all?bt info?registers info?locals info?args info?threads': 'plain',
  'break?main b?main breakpoint?set?-n?main catch?throw register?read frame?variable': 'plain',
  'set?pagination?off set?confirm?off': 'plain',
  '*': 'opaque a debugger command',
}

/** A path names a program of the project; a bare name is searched on the machine; a number is a process. */
const debugged: Operands = {
  'core core.* ./core ./core.*': 'read',
  '*/*': 'code',
  '*': 'opaque a program run under a debugger',
}

const gdb: Program = {
  tier: 'execute',
  singleDash: true,
  options: {
    '-ex COMMAND --ex COMMAND -eval-command COMMAND --eval-command COMMAND': looks,
    '-batch --batch': 'plain',
    '-q -quiet --quiet -silent --silent -nx --nx -n -nh --nh -args --args -return-child-result --return-child-result':
      'plain',
  },
  operands: debugged,
  examples: {
    'gdb id': ['opaque a program run under a debugger: `id`', 'opaque an interactive `gdb` session'],
    'gdb -batch -ex run -ex bt ./build/app': 'read build/app',
    "gdb -batch -ex 'shell id' ./build/app": ['opaque a debugger command: `shell id`', 'read build/app'],
    'gdb -batch -ex bt /tmp/app': ['read /tmp/app', 'opaque code in `/tmp/app`'],
    'gdb -batch -x cmds ./app': [
      'opaque unknown option `-x` of `gdb`',
      'opaque a program run under a debugger: `cmds`',
      'read app',
    ],
    'gdb -batch -ex bt -p 1': ['opaque unknown option `-p` of `gdb`', 'opaque a program run under a debugger: `1`'],
  },
}

const lldb: Program = {
  tier: 'execute',
  options: {
    '-o COMMAND --one-line=COMMAND -k COMMAND --one-line-on-crash=COMMAND': looks,
    '-b --batch': 'plain',
    '-Q --source-quietly -x --no-lldbinit -X --no-use-colors': 'plain',
    '-f FILE --file=FILE': { '*/*': 'code', '*': 'opaque a program run under a debugger' },
  },
  operands: debugged,
  examples: {
    'lldb --batch -o run -o bt ./build/app': 'read build/app',
    "lldb -b -o 'platform shell id' ./build/app": ['opaque a debugger command: `platform shell id`', 'read build/app'],
    'lldb ./build/app': ['read build/app', 'opaque an interactive `lldb` session'],
  },
}

/** Measures the command that it starts; some event sources are programs for the kernel. */
const measures: Subcommand = {
  options: {
    '-o FILE --output=FILE': 'write',
    '-e EVENT --event=EVENT': { '*.c *.o */*.c/* */*.o/*': 'opaque a kernel (eBPF) program', '*': 'plain' },
    '-r N --repeat=N -F N --freq=N -c N --count=N -x TEXT --field-separator=TEXT --call-graph=HOW': 'plain',
    '-d --detailed -g -v --verbose -q --quiet -n --null -B --big-num -j --json-output -i --no-inherit': 'plain',
  },
  operands: 'command',
}

/** Programs that inspect other programs while they run. */
export const debuggers: Programs = {
  gdb: { ...gdb, custom: call => runDebugger(gdb, call) },
  lldb: { ...lldb, custom: call => runDebugger(lldb, call) },
  dlv: {
    tier: 'execute',
    commands: { 'version help': { tier: 'read', otherOptions: 'plain', operands: 'plain' } },
    examples: { 'dlv version': [], 'dlv exec /tmp/x': 'opaque unknown subcommand `exec` of `dlv`' },
  },
  'py-spy': {
    tier: 'read',
    commands: {
      // It shows the functions that are running in another process of the same user.
      'record dump top': {
        tier: 'write',
        options: {
          '-o FILE --output=FILE': 'write',
          '-f NAME --format=NAME -r N --rate=N -d N --duration=N -p PID --pid=PID': 'plain',
          '-s --subprocesses -n --native -g --gil -i --idle -t --threads -F --function -j --json --nonblocking --nolineno --full-filenames':
            'plain',
        },
        operands: 'command',
      },
    },
    examples: {
      'py-spy record -o p.svg -- rm x': ['write p.svg', 'run rm x', 'delete x'],
      'py-spy dump --pid 1': [],
      'py-spy dump --pid 1 --locals': 'opaque unknown option `--locals` of `py-spy dump`',
    },
  },
  pyinstrument: {
    tier: 'execute',
    code: 'project',
    options: {
      '-o FILE --outfile=FILE': 'write',
      '-c CODE': 'opaque code in an argument',
      '-r NAME --renderer=NAME': {
        'text html json speedscope session pstats': 'plain',
        '*': 'opaque a module that generates the report',
      },
      '--load=FILE': 'read',
      '-m NAME --load-prev=ID -i N --interval=N -p SETTING --render-option=SETTING --hide=GLOB --show=GLOB': 'plain',
      '-t --timeline --show-all --unicode --no-unicode --color --no-color': 'plain',
    },
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
    examples: {
      'pyinstrument a.py': [],
      'pyinstrument /tmp/a.py': ['read /tmp/a.py', 'opaque code in `/tmp/a.py`'],
      'pyinstrument -r x.Y a.py': 'opaque a module that generates the report: `x.Y`',
    },
  },
  perf: {
    tier: 'read',
    commands: {
      'list version': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      stat: { ...measures, tier: 'read' },
      // Writes to `perf.data` by default.
      record: { ...measures, tier: 'write' },
      report: {
        tier: 'read',
        options: {
          '-i FILE --input=FILE': 'read',
          '-s KEYS --sort=KEYS --percent-limit=N -g --stdio --no-children --header -n': 'plain',
        },
      },
    },
    examples: {
      'perf stat -e cycles rm x': ['run rm x', 'delete x'],
      'perf record -g -o p.data rm x': ['write p.data', 'run rm x', 'delete x'],
      'perf stat --pre id ls': ['opaque unknown option `--pre` of `perf stat`', 'run id ls'],
      'perf trace id': 'opaque unknown subcommand `trace` of `perf`',
    },
  },
}

/** Without `-batch`, and after a crash, commands are read from standard input. */
function runDebugger(table: Program, call: ProgramCall): void {
  applyTable(table, call)
  const { options, unknownOptions } = sortArguments(call.args, compileProgram(table))
  if (call.args.length === 1 && unknownOptions.some(option => /^--(help|version)$/.test(option))) return
  const isBatch = options.some(({ spelling }) => /^(-b|--?batch)$/.test(spelling))
  if (call.frame.stdin.from !== 'nothing') call.opaque(`commands piped into \`${call.name}\``)
  else if (!isBatch) call.opaque(`an interactive \`${call.name}\` session`)
}
