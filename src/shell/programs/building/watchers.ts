import type { Programs } from '../engine/table.ts'
import { startsByShell } from '../shared/starts-command.ts'

/** Wrappers that run a command repeatedly, measure it or trace it. */
export const watchers: Programs = {
  entr: {
    tier: 'read',
    options: { '-a -c -d -n -p -r -z': 'plain', '-s': 'opaque shell text instead of a command' },
    operands: 'command',
    examples: { 'entr -r rm x': ['run rm x', 'delete x'] },
  },
  watchexec: startsByShell({
    tier: 'read',
    options: {
      '-e LIST --exts=LIST -w PATH --watch=PATH -i GLOB --ignore=GLOB -f GLOB --filter=GLOB -d N --debounce=N -s SIGNAL --signal=SIGNAL -o MODE --on-busy-update=MODE --delay-run=N':
        'plain',
      '-r --restart -c --clear[=MODE] -n -p --postpone --no-vcs-ignore --no-project-ignore -q --quiet -v --verbose -N --notify':
        'plain',
      '--shell=NAME': { none: 'plain', '*': 'opaque a custom shell' },
    },
    operands: 'command',
    examples: {
      'watchexec -e ts rm x': ['run rm x', 'delete x'],
      "watchexec 'ls | rm x'": ['run sh -c ls | rm x', 'run ls', 'run rm x', 'delete x'],
    },
  }),
  'fswatch inotifywait': {
    tier: 'read',
    options: {
      '-r --recursive': 'recursive',
      '-o FILE --outfile=FILE': 'write',
      '-e LIST --event=LIST --exclude=RE --include=RE -t N --timeout=N --format=FORMAT --fromfile=FILE': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'inotifywait -r src': 'read src' },
  },
  hyperfine: {
    tier: 'read',
    options: {
      '-p COMMAND --prepare=COMMAND -c COMMAND --cleanup=COMMAND -s COMMAND --setup=COMMAND --conclude=COMMAND': 'run',
      '--export-json=FILE --export-csv=FILE --export-markdown=FILE --export-asciidoc=FILE --export-orgmode=FILE':
        'write',
      '-w N --warmup=N -r N --runs=N -m N --min-runs=N -M N --max-runs=N -n NAME --command-name=NAME --style=STYLE --time-unit=UNIT -u UNIT --sort=HOW':
        'plain',
      '--output=WHERE': { 'null pipe inherit': 'plain', '*': 'write' },
      '-N -i --ignore-failure --show-output': 'plain',
      '-S SHELL --shell=SHELL': { 'none default bash sh zsh': 'plain', '*': 'opaque a custom shell' },
      '-P NAME --parameter-scan=NAME -L NAME --parameter-list=NAME': 'opaque commands with varying parameters',
    },
    operands: 'run',
    examples: { "hyperfine 'rm x' ls": ['run rm x', 'delete x', 'run ls'] },
  },
  valgrind: {
    tier: 'read',
    options: {
      '--log-file=FILE --xml-file=FILE --callgrind-out-file=FILE --massif-out-file=FILE': 'write',
      '--leak-check=KIND --show-leak-kinds=LIST --track-origins=FLAG --suppressions=FILE --error-exitcode=N --num-callers=N --trace-children=FLAG --xml=FLAG --gen-suppressions=FLAG --errors-for-leak-kinds=LIST':
        'plain',
      '--tool=NAME': { '*/*': 'opaque a custom tool', '*': 'plain' },
      '-q -v -s': 'plain',
    },
    operands: 'command',
    examples: {
      'valgrind --tool=../x true': 'opaque a custom tool: `../x`',
      'valgrind --leak-check=full rm x': ['run rm x', 'delete x'],
    },
  },
  bear: {
    tier: 'write',
    options: { '--output=FILE': 'write', '-a --append -v --verbose': 'plain', '--config=FILE': 'read' },
    operands: 'command',
    examples: { 'bear -- rm x': ['run rm x', 'delete x'] },
  },
  'ccache sccache distcc': {
    tier: 'write',
    options: {
      '-s -V -p -x --show-stats --show-config --show-compression --print-stats -h': 'dry run',
      '-z --zero-stats -c --cleanup': 'plain',
      '-C --clear --stop-server': 'change cache/remove',
      '-M SIZE --max-size=SIZE -F N --max-files=N': 'change cache/configure',
      '-o SETTING --set-config=SETTING': {
        '*prefix_command* compiler=* *_storage* cache_dir=* path=* extra_files*': 'opaque a custom program or cache',
        '*': 'change cache/configure',
      },
    },
    operands: 'command',
    examples: {
      'ccache -s': [],
      'ccache -o prefix_command=x': 'opaque a custom program or cache: `prefix_command=x`',
      'ccache rm x': ['run rm x', 'delete x'],
    },
  },
  // Load on another machine is more than a read.
  'ab wrk hey oha bombardier autocannon': {
    tier: 'write',
    options: {
      '-n N -c N -d TIME -t N -z TIME -q N -s N -R N --duration=TIME --threads=N --connections=N --rate=N --timeout=N --latency -k -r -l -L -j -H TEXT -m METHOD':
        'plain',
    },
    operands: {
      'http*://localhost*': 'connect',
      'http*://127.0.0.1*': 'connect',
      '*': 'opaque load sent to another machine',
    },
    examples: {
      'ab -n 100 -c 10 http://localhost:3000/': 'connect localhost:3000',
      'wrk -d5s https://e.example/': 'opaque load sent to another machine: `https://e.example/`',
    },
  },
  locust: {
    tier: 'execute',
    code: 'project',
    options: {
      '-H URL --host=URL': 'connect sends',
      '-f FILE --locustfile=FILE': { '*://*': 'opaque code from outside the project', '*': 'code' },
      '--config=FILE': 'code',
      '--csv=PREFIX': 'write prefix',
      '--html=FILE --logfile=FILE': 'write',
      '--web-host=ADDRESS': { 'localhost 127.0.0.1': 'plain', '*': 'change network/network' },
      '-u N --users=N -r N --spawn-rate=N -t TIME --run-time=TIME -P N --web-port=N -L LEVEL --loglevel=LEVEL -T TAGS --tags=TAGS -E TAGS --exclude-tags=TAGS --stop-timeout=N --processes=N':
        'plain',
      '--headless --autostart --csv-full-history --only-summary --print-stats --reset-stats --skip-log-setup -l --list':
        'plain',
    },
    operands: 'plain',
    examples: {
      'locust --headless -t 10s --host http://localhost:8000': 'connect localhost:8000 sends',
      'locust -f /tmp/x.py': ['read /tmp/x.py', 'opaque code in `/tmp/x.py`'],
    },
  },
  'k6 artillery': {
    tier: 'execute',
    code: 'project',
    options: {
      '-o FILE --out=FILE --output=FILE --summary-export=FILE --csv=PREFIX --html=FILE': 'write',
      '-u N --vus=N -d TIME --duration=TIME -i N --iterations=N -e TEXT --env=TEXT --config=FILE -r N': 'plain',
      '-H HOST --host=HOST --target=HOST -t HOST': { '*localhost* *127.0.0.1*': 'plain', '*': 'connect sends' },
      '-f FILE --locustfile=FILE': 'code',
    },
    otherOptions: 'plain',
    commands: { 'cloud login': { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' } },
    operands: { '*://*': 'opaque code from outside the project', '/* ../* */../*': 'code', '*': 'plain' },
    examples: {
      'k6 run script.js': [],
      'k6 run https://e.example/x.js': 'opaque code from outside the project: `https://e.example/x.js`',
    },
  },
}
