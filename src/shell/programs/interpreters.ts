import type { Language } from '../../core/code.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { cutPrefix, sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import { findProgram } from './index.ts'
import type { ProgramCall } from './run.ts'
import { runCode, runFile, runStdin } from './run-code.ts'
import type { Program, Programs } from './table.ts'

/** How an interpreter takes its code. Options are spelled as its manual does, separated by blanks. */
interface Interpreter {
  /** The reader for code that the call brings; without one such code is opaque. */
  readonly language: Language | null
  /** Options whose value is code. */
  readonly code: string
  /** Options whose value is a module that runs. */
  readonly modules?: string
  /** Options whose value is a file that is loaded and run first. */
  readonly loads?: string
  /** Options whose value is a file that is only looked at, and an address that it serves. */
  readonly reads?: string
  readonly serves?: string
  /** Options with which the file that follows is only looked at. */
  readonly checks?: string
  /** Options with which it only tells about itself. */
  readonly shows?: string
  /** Options that change how it works; only values that match are harmless. */
  readonly settings?: { readonly options: string; readonly harmless: RegExp }
  /** Options with a value that does nothing, and options without one. */
  readonly valued?: string
  readonly plain?: string
}

const node: Interpreter = {
  language: 'javascript',
  code: '-e --eval -p --print -pe -ep',
  loads: '-r --require --import --loader --experimental-loader',
  valued:
    '-C --conditions --input-type --max-old-space-size --env-file --stack-trace-limit --test-name-pattern --test-reporter --test-concurrency --watch-path',
  plain:
    '-i --interactive --test --test-only --experimental-test-coverage --watch --inspect --inspect-brk --trace-warnings --no-warnings --enable-source-maps --experimental-strip-types --experimental-vm-modules --preserve-symlinks --trace-deprecation --no-deprecation --expose-gc --cpu-prof --heap-prof',
}

const interpreter = (how: Interpreter, examples: Program['examples'] = {}): Program => ({
  tier: 'execute',
  custom: call => runInterpreter(call, how),
  examples,
})

/** Languages: code that the call brings is read where that is possible; code in the workspace is the project's. */
export const interpreters: Programs = {
  'python python2 python3 pypy pypy3': interpreter(
    {
      language: 'python',
      code: '-c',
      modules: '-m',
      valued: '-W -X',
      plain: '-u -B -O -OO -s -S -E -I -q -x -d -b -bb -P',
    },
    {
      'python -c "print(1)"': 'opaque python code in an argument',
      'python -m pytest': 'run pytest',
      'python -V': [],
      'python -m http.server 8000 --bind 127.0.0.1 -d dist': 'read dist',
      'python -m http.server 8000': 'change network/listen http.server',
      'python -m http.server --cgi --bind 127.0.0.1': 'change network/listen http.server',
      'python -m http.server --bind 127.0.0.1 --bind 0.0.0.0': 'change network/listen http.server',
    },
  ),
  'node nodejs': interpreter(
    { ...node, checks: '-c --check' },
    {
      'node x.js': 'read x.js',
      'node -r ./a.js x.js': ['read a.js', 'read x.js'],
      'node --check /srv/x.js': 'read /srv/x.js',
      'node --check -r /tmp/a.js x.js': ['read /tmp/a.js', 'opaque code in `/tmp/a.js`', 'read x.js'],
      'node --test --experimental-test-coverage': [],
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
      plain: '-i --interactive -T --transpile-only --esm --files --pretty --skip-project --swc --log-error',
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
  'lua luajit Rscript R julia osascript tclsh guile elixir erl ghc runghc scala groovy kotlin swift-repl': interpreter({
    language: null,
    code: '-e -E -eval --eval',
  }),
}

function runInterpreter(call: ProgramCall, how: Interpreter): void {
  const { args } = call
  const isOne = (spellings: string | undefined, text: string) => spellings?.split(' ').includes(text) === true
  const codes: Word[] = []
  let file: number | null = null
  let isChecked = false
  let isServing = false
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
      // Behind its code Python takes everything for arguments; others still look for options.
      if (how.modules !== undefined) break
      i += next
    } else if (isOne(how.modules, option)) return runModule(args.slice(i + 1), call)
    else if (isOne(how.loads, option)) {
      loads.push({ file: value, option })
      i += next
    } else if (isOne(how.reads, option)) {
      call.touch('read', value, option)
      return call.amend({ tier: 'read' })
    } else if (isOne(how.settings?.options, option)) {
      if (!isKnown(value) || how.settings?.harmless.test(value) !== true)
        call.opaque(`setting \`${wordText(value)}\` of \`${call.name}\``)
      i += next
    } else if (isOne(how.serves, option)) {
      if (!isLoopback(value)) return call.change('network/listen', value)
      isServing = true
      i += next
    } else if (isOne(how.checks, option)) isChecked = true
    else if (isOne(how.valued, option)) i += next
    else if (word === '--' && codes.length > 0) break
    else if (word === '-' || !option.startsWith('-')) {
      if (codes.length > 0) break
      file = i
      break
    } else if (!isOne(how.plain, option)) call.opaque(`option \`${option}\` of \`${call.name}\``)
  }
  runCode({ texts: codes, language: how.language }, call)
  for (const load of loads) call.code(load.file, load.option)
  if (codes.length > 0) return
  if (file !== null && isChecked && loads.length === 0) {
    call.touch('read', args[file] ?? '', '--check')
    return call.amend({ tier: 'read' })
  }
  if (file !== null) return runFile(args[file] ?? '', args.slice(file + 1), call, how.language)
  if (isServing || args.some(arg => arg === '--test') || loads.some(({ option }) => /^(-f|--file)$/.test(option)))
    return call.project(null)
  runStdin(call, how.language)
}

/** `python -m pip install x` is pip; a module that no table knows is the project's. */
function runModule([module = '', ...rest]: readonly Word[], call: ProgramCall): void {
  const name = wordText(module)
  if (readingModules.has(name)) {
    for (const file of rest) if (!knownPrefix(file).startsWith('-')) call.touch('read', file, '-m')
    return call.amend({ tier: 'read' })
  }
  if (findProgram(name) !== null) {
    call.amend({ tier: 'read' })
    return call.start([name, ...rest], `${call.name} -m`)
  }
  if (name === 'timeit') return timeCode(rest, call)
  if (name === 'http.server' && servesHere(rest, call)) return
  if (servingModules.has(name)) return call.change('network/listen', name)
  const { stdin } = call.frame
  if (stdin.from === 'pipe' && stdin.downloads) call.opaque(`a download piped into \`${call.name} -m ${name}\``)
  call.project(null)
}

/** An address that only this machine reaches, with or without a port. */
const isLoopback = (address: Word): boolean => /^(localhost|127\.0\.0\.1|\[?::1\]?)(:\d+)?$/.test(wordText(address))

/** `python -m http.server 8000 --bind 127.0.0.1 -d dist`: files for this machine alone. */
function servesHere(args: readonly Word[], call: ProgramCall): boolean {
  const { options, operands, unknownOptions } = sortArguments(args, compileProgram(fileServer))
  const bound = options.filter(({ option }) => option.name === '-b')
  const isPlain = unknownOptions.length === 0 && operands.every(word => /^\d+$/.test(wordText(word)))
  if (!isPlain || bound.length === 0 || !bound.every(({ value }) => isLoopback(value ?? ''))) return false
  const directory = options.find(({ option }) => option.name === '-d')?.value ?? '.'
  call.touch('read', directory, '-m http.server', { recursive: true })
  call.amend({ tier: 'write' })
  return true
}

const fileServer: Program = {
  tier: 'write',
  options: { '-b ADDRESS --bind=ADDRESS': 'plain', '-d DIR --directory=DIR': 'plain' },
}

/** `python -m timeit -s SETUP STATEMENT`: all of it is code. */
function timeCode(args: readonly Word[], call: ProgramCall): void {
  const codes = args.filter((arg, i) => !/^-/.test(knownPrefix(arg)) && !/^-[nru]$/.test(wordText(args[i - 1] ?? '')))
  const attached = args.flatMap(arg =>
    /^(-s|--setup=)./.test(knownPrefix(arg)) ? [cutPrefix(arg, knownPrefix(arg).startsWith('-s') ? 2 : 8)] : [],
  )
  runCode({ texts: [...codes, ...attached], language: 'python' }, call)
}

const readingModules = new Set([
  'json.tool',
  'tokenize',
  'ast',
  'dis',
  'calendar',
  'this',
  'platform',
  'site',
  'sysconfig',
  'py_compile',
  'compileall',
])
const servingModules = new Set(['http.server', 'SimpleHTTPServer', 'smtpd', 'pydoc'])
