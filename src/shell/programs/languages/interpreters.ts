import { isLoopback } from '../../../core/address/read-address.ts'
import type { Language } from '../../../core/code.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { locateAll } from '../../frame/touch.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { runModule } from './python-modules.ts'
import { runCode, runFile, runStdin } from './run-code.ts'

/** How an interpreter gets its code. Options are spelled as in its manual, separated by spaces. */
interface Interpreter {
  /** The reader for code in the call itself; without one such code is opaque. */
  readonly language: Language | null
  /** Options whose value is code. */
  readonly code: string
  /** Code that only runs the project's own tests. */
  readonly tests?: RegExp
  /** Options whose value is a module to run. */
  readonly modules?: string
  /** Options whose value is a file that is loaded and run first. */
  readonly loads?: string
  /** The same for options whose value may also be the name of a built-in or a package. */
  readonly named?: { readonly options: string; readonly harmless: RegExp }
  /** Options whose value is a file of environment variables: `NODE_OPTIONS` in it loads code. */
  readonly environments?: string
  /** `reads`: options whose value is a file that is only read; `serves`: options whose value is an address to serve. */
  readonly reads?: string
  readonly serves?: string
  /** Options that open a debugger, which only this machine can reach unless an address is attached. */
  readonly debugs?: string
  /** Options whose value is a directory that it writes to. */
  readonly writes?: string
  /** Options that make it only check the following file. */
  readonly checks?: string
  /** Options that make it only print information about itself. */
  readonly shows?: string
  /** Options that change its behaviour; only values that match are harmless. */
  readonly settings?: { readonly options: string; readonly harmless: RegExp }
  /** Options without an effect: `valued` take a value, `plain` do not. */
  readonly valued?: string
  readonly plain?: string
  /** Options that also make it read code from standard input. */
  readonly talks?: string
}

const node: Interpreter = {
  language: 'javascript',
  code: '-e --eval -p --print -pe -ep',
  loads: '-r --require --import --loader --experimental-loader',
  named: { options: '--test-reporter', harmless: /^[\w@-]+$/ },
  environments: '--env-file --env-file-if-exists',
  valued:
    '-C --conditions --input-type --max-old-space-size --stack-trace-limit --test-name-pattern --test-concurrency --watch-path --heapsnapshot-signal --heapsnapshot-near-heap-limit',
  talks: '-i --interactive',
  plain:
    '--test --test-only --experimental-test-coverage --watch --trace-warnings --no-warnings --enable-source-maps --experimental-strip-types --experimental-vm-modules --preserve-symlinks --trace-deprecation --no-deprecation --expose-gc --cpu-prof --heap-prof --prof',
  debugs: '--inspect --inspect-brk --inspect-wait --inspect-port',
  writes: '--cpu-prof-dir --heap-prof-dir --diagnostic-dir',
}

const python: Interpreter = {
  language: 'python',
  code: '-c',
  modules: '-m',
  valued: '-W -X',
  plain: '-u -B -O -OO -s -S -E -I -q -x -d -b -bb -P',
}

const julia: Interpreter = {
  language: null,
  code: '-e -E --eval',
  tests: /^\s*(using|import) Pkg;\s*Pkg\.(test|status|instantiate)\(\);?\s*$/,
  plain: '--project',
}

const interpreter = (how: Interpreter, examples: Program['examples'] = {}): Program => ({
  tier: 'execute',
  custom: call => runInterpreter(call, how),
  examples,
})

/** Languages: code in the call itself is read where possible; code in the workspace is the project's. */
export const interpreters: Programs = {
  // The launcher accepts a version first.
  py: interpreter({ ...python, plain: `${python.plain} -2 -3` }, { 'py -3 -m pytest': 'run pytest' }),
  'ipython ipython3': interpreter(
    { ...python, plain: '--no-banner --quick --pylab --simple-prompt' },
    { 'ipython -c "print(1)"': 'opaque ipython code in an argument', 'ipython x.py': 'read x.py' },
  ),
  'python python2 python3 pypy pypy3': interpreter(python, {
    'python -c "print(1)"': 'opaque python code in an argument',
    'python -m pytest': 'run pytest',
    'python -V': [],
    'python -m pdb -c continue /tmp/a.py x': ['read /tmp/a.py', 'opaque code in `/tmp/a.py`'],
    "python -m pdb -c 'print(1)' a.py": ['opaque code in an argument: `print(1)`', 'read a.py'],
    'python -m cProfile -o out.prof a.py -m x': ['write out.prof', 'read a.py'],
    'python -m cProfile -s time -m pytest -q': 'run pytest -q',
    'python -m trace --trace /tmp/a.py': ['read /tmp/a.py', 'opaque code in `/tmp/a.py`'],
    'python -m doctest -v a.py': 'read a.py',
    'python -m runpy pytest': 'run pytest',
    'echo 1 | python -m asyncio': ['run python -m asyncio', 'opaque python code in an argument'],
    'python -m ls': [],
    'python -m zipfile -e a.zip /srv/x': ['read a.zip', 'write /srv/x/*'],
    'python -m tarfile -c a.tar src': ['write a.tar', 'read src'],
    'python -m json.tool --indent 2 a.json b.json': ['read a.json', 'write b.json'],
    'python -m base64 -d a.txt': 'read a.txt',
    'python -m http.server 8000 --bind 127.0.0.1 -d dist': 'read dist',
    'python -m http.server 8000': 'change network/listen http.server',
    'python -m http.server --cgi --bind 127.0.0.1': 'change network/listen http.server',
    'python -m http.server --bind 127.0.0.1 --bind 0.0.0.0': 'change network/listen http.server',
  }),
  'node nodejs': interpreter(
    { ...node, checks: '-c --check --prof-process' },
    {
      'node x.js': 'read x.js',
      'node -r ./a.js x.js': ['read a.js', 'read x.js'],
      'node --check /srv/x.js': 'read /srv/x.js',
      "node --import 'data:text/javascript,x' a.js": [
        'opaque code from outside the project: `data:text/javascript,x`',
        'read a.js',
      ],
      'node --inspect=127.0.0.1:9230 a.js': 'read a.js',
      'node --inspect=0.0.0.0:9230 a.js': ['change network/listen 0.0.0.0:9230', 'read a.js'],
      'node --prof-process isolate.log': 'read isolate.log',
      'node --heapsnapshot-signal=SIGUSR2 a.js': 'read a.js',
      'node --inspect=9230 a.js': 'read a.js',
      'node --test --test-reporter=spec': [],
      'node --test --test-reporter=/tmp/r.mjs': ['read /tmp/r.mjs', 'opaque code in `/tmp/r.mjs`'],
      'node --env-file=.env a.js': 'read a.js',
      'node --env-file=.env -p process.env.A': ['read .env', 'opaque node code in an argument'],
      'node --env-file=/tmp/x a.js': ['read /tmp/x', 'opaque code in `/tmp/x`', 'read a.js'],
      'node --check -r /tmp/a.js x.js': ['read /tmp/a.js', 'opaque code in `/tmp/a.js`', 'read x.js'],
      'node --test --experimental-test-coverage': [],
      'node -i -e 1 < /tmp/x.js': [
        'run node -i -e 1',
        'opaque node code in an argument',
        'opaque code from a file on the standard input of `node`',
      ],
      'node --cpu-prof --cpu-prof-dir=/srv/x a.js': ['write /srv/x', 'read a.js'],
    },
  ),
  zx: interpreter(
    {
      ...node,
      language: null,
      code: '-e --eval',
      loads: '--env --ext --prefix --postfix',
      valued: '--shell --cwd --registry',
      plain: '--quiet --verbose --prefer-local --install --preferLocal -i',
    },
    {
      'zx a.mjs': 'read a.mjs',
      "zx -e 'await $`rm x`'": 'opaque zx code in an argument',
      'zx https://e.example/x.mjs': 'opaque code from outside the project: `https://e.example/x.mjs`',
    },
  ),
  tsx: interpreter(
    { ...node, loads: `${node.loads} --tsconfig` },
    { 'tsx --tsconfig tsconfig.json x.ts': ['read tsconfig.json', 'read x.ts'] },
  ),
  // Its configuration names modules that are loaded first, and so does `-C`.
  'ts-node': interpreter(
    {
      ...node,
      loads: '-r --require --import --loader --experimental-loader -P --project -C --compiler',
      valued: '--stack-trace-limit',
      plain: '-T --transpile-only --esm --files --pretty --skip-project --swc --log-error',
    },
    {
      'ts-node --esm -T -P tsconfig.json x.ts': ['read tsconfig.json', 'read x.ts'],
      'ts-node -P /tmp/t.json x.ts': ['read /tmp/t.json', 'opaque code in `/tmp/t.json`', 'read x.ts'],
    },
  ),
  php: interpreter(
    {
      language: 'php',
      code: '-r --run -R --process-code -B --process-begin -E --process-end',
      loads: '-f --file -F --process-file -z --zend-extension -t --docroot',
      reads: '-l --syntax-check -w --strip -s --syntax-highlight --rf --rc --re',
      serves: '-S --server',
      settings: {
        options: '-d --define',
        harmless:
          /^(memory_limit|display_errors|error_reporting|max_execution_time|xdebug\.mode|zend\.assertions|opcache\.enable(_cli)?|date\.timezone)(=[\w.~&|+/-]*)?$/,
      },
      shows: '-m --modules --ini -i --info',
      plain: '-n -q -H',
    },
    {
      'php -l x.php': 'read x.php',
      'php x.php': 'read x.php',
      'php -r "x();"': 'opaque php code in an argument',
      'php -i': [],
      'php -S localhost:8080 -t public': 'read public',
      'php -S localhost:8080 -t /srv/www': ['read /srv/www', 'opaque code in `/srv/www`'],
      'php -S 0.0.0.0:8080': 'change network/listen 0.0.0.0:8080',
    },
  ),
  R: {
    tier: 'execute',
    custom: call => {
      const [first, second, ...rest] = call.args
      const file = rest.find(word => !knownPrefix(word).startsWith('-'))
      if (first === 'CMD' && second === 'BATCH' && file !== undefined) call.code(file, 'R CMD BATCH')
      else runInterpreter(call, { language: null, code: '-e' })
    },
    examples: {
      'R CMD BATCH --no-save a.R out.txt': 'read a.R',
      'R CMD BATCH /tmp/a.R': ['read /tmp/a.R', 'opaque code in `/tmp/a.R`'],
    },
  },
  Rscript: interpreter(
    {
      language: null,
      code: '-e',
      tests:
        /^\s*(devtools::(test|check|document|load_all)\(\)|testthat::test_(dir|file|local)\((["'](?!\/|.*\.\.)[\w./-]+["'])?\)|sessionInfo\(\))\s*$/,
      plain: '--vanilla --quiet --no-save',
    },
    {
      'Rscript -e \'testthat::test_dir("tests")\'': [],
      'Rscript -e \'testthat::test_dir("/tmp/x")\'': 'opaque Rscript code in an argument',
      'Rscript -e \'system("id")\'': 'opaque Rscript code in an argument',
    },
  ),
  julia: {
    tier: 'execute',
    custom: call => {
      // The project whose packages it loads.
      for (const arg of call.args)
        if (knownPrefix(arg).startsWith('--project=')) call.code(cutPrefix(arg, '--project='.length), '--project')
      runInterpreter(call, julia)
    },
    examples: {
      "julia --project=. -e 'using Pkg; Pkg.test()'": 'read /home/dev/project',
      "julia --project=/tmp/x -e 'using Pkg; Pkg.test()'": ['read /tmp/x', 'opaque code in `/tmp/x`'],
      "julia --project -e 'run(`id`)'": 'opaque julia code in an argument',
    },
  },
  'lua luajit osascript tclsh guile elixir erl ghc runghc scala groovy kotlin swift-repl': interpreter({
    language: null,
    code: '-e -E -eval --eval',
    shows: '-version',
  }),
}

function runInterpreter(call: ProgramCall, how: Interpreter): void {
  const { args } = call
  const isOne = (spellings: string | undefined, text: string) => spellings?.split(' ').includes(text) === true
  const isTest = (code: Word) => isKnown(code) && how.tests?.test(code) === true
  const codes: Word[] = []
  const environments: Word[] = []
  let behindCode = args.length
  let file: number | null = null
  let isChecked = false
  let isServing = false
  let isTalking = false
  const loads: { readonly file: Word; readonly option: string }[] = []
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    const [option = '', ...rest] = knownPrefix(word).split('=')
    const attached = rest.length === 0 ? null : cutPrefix(word, option.length + 1)
    const value = attached ?? args[i + 1] ?? ''
    const next = attached === null ? 1 : 0
    const isAlone = (option === '-v' || isOne(how.shows, option)) && args.length === 1
    if (['--version', '-V', '-VV', '--help'].includes(option) || isAlone) return call.amend({ tier: 'read' })
    if (isOne(how.code, option)) {
      codes.push(value)
      behindCode = i + 1 + next
      // Python treats everything after its code as arguments; others still parse options there.
      if (how.modules !== undefined) break
      i += next
    } else if (isOne(how.modules, option)) return runModule(args.slice(i + 1), call)
    else if (isOne(how.loads, option)) {
      loads.push({ file: value, option })
      i += next
    } else if (isOne(how.named?.options, option)) {
      if (!isKnown(value) || how.named?.harmless.test(value) !== true) loads.push({ file: value, option })
      i += next
    } else if (isOne(how.environments, option)) {
      if (!isOwn(value, call)) loads.push({ file: value, option })
      environments.push(value)
      i += next
    } else if (isOne(how.reads, option)) {
      call.touch('read', value, option)
      return call.amend({ tier: 'read' })
    } else if (isOne(how.settings?.options, option)) {
      if (!isKnown(value) || how.settings?.harmless.test(value) !== true)
        call.opaque(`unknown setting \`${wordText(value)}\` of \`${call.name}\``)
      i += next
    } else if (isOne(how.serves, option)) {
      if (!isLoopback(value)) return call.change('network/listen', value)
      isServing = true
      i += next
    } else if (isOne(how.debugs, option)) {
      if (attached !== null && !isPort(attached) && !isLoopback(attached)) call.change('network/listen', attached)
    } else if (isOne(how.writes, option)) {
      call.touch('write', value, option, { recursive: true })
      i += next
    } else if (isOne(how.checks, option)) isChecked = true
    else if (isOne(how.talks, option)) isTalking = true
    else if (isOne(how.valued, option)) i += next
    else if (word === '--' && codes.length > 0) break
    else if (word === '-' || !option.startsWith('-')) {
      if (codes.length > 0) break
      file = i
      break
    } else if (!isOne(how.plain, option)) call.opaque(`unknown option \`${option}\` of \`${call.name}\``)
  }
  if (how.tests !== undefined && loads.length === 0 && codes.length > 0 && codes.every(isTest))
    return call.project(null)
  runCode({ texts: codes, language: how.language }, call)
  // Code that uses environment variables may print the file's content.
  if (codes.some(code => /env/i.test(wordText(code))))
    for (const held of environments) call.touch('read', held, '--env-file')
  for (const load of loads) loadCode(load.file, load.option, call)
  if (isTalking && codes.length > 0) runStdin(call, how.language)
  if (codes.length > 0) return readArguments(args.slice(behindCode), call)
  if (file !== null && isChecked && loads.length === 0) {
    call.touch('read', args[file] ?? '', '--check')
    return call.amend({ tier: 'read' })
  }
  if (file !== null) return runFile(args[file] ?? '', args.slice(file + 1), call, how.language)
  if (isServing || args.some(arg => arg === '--test') || loads.some(({ option }) => /^(-f|--file)$/.test(option)))
    return call.project(null)
  runStdin(call, how.language)
}

const isPort = (value: Word): boolean => /^:?\d+$/.test(wordText(value))

/** Loads the file in an option; a URL is never a project file. */
function loadCode(file: Word, option: string, call: ProgramCall): void {
  if (/^[a-z][a-z\d+.-]+:/i.test(knownPrefix(file)))
    return call.opaque(`code from outside the project: \`${wordText(file)}\``)
  call.code(file, option)
}

const touchesOf = (path: Word, how: string, { frame, span }: ProgramCall) =>
  locateAll({ kind: 'read', path, how, span, chain: frame.chain, where: frame.where, by: null }, frame)

const isOwn = (path: Word, call: ProgramCall): boolean =>
  touchesOf(path, 'option', call).every(({ zone }) => zone === 'workspace')

/** `python -c CODE ~/.ssh/id_rsa`: files named after the code are there to be read. */
function readArguments(args: readonly Word[], call: ProgramCall): void {
  for (const arg of args) {
    if (touchesOf(arg, 'argument of code', call).some(({ sensitive }) => sensitive !== null))
      call.touch('read', arg, 'argument of code')
  }
}
