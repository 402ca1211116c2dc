import type { CodeEffect, Language } from '../../core/code.ts'
import { expandHome } from '../../core/path.ts'
import { isKnown, knownPrefix, mapPrefix, type Word, wordText } from '../../core/word.ts'
import { cutPrefix } from './arguments.ts'
import { runSallyport } from './guards.ts'
import { findProgram } from './index.ts'
import type { ProgramCall } from './run.ts'
import { readStdin } from './shells.ts'
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
  /** Options with a value that does nothing, and options without one. */
  readonly valued?: string
  readonly plain?: string
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
    { 'python -c "print(1)"': 'opaque python code in an argument', 'python -m pytest': 'run pytest', 'python -V': [] },
  ),
  'node nodejs tsx ts-node': interpreter(
    {
      language: 'javascript',
      code: '-e --eval -p --print -pe -ep',
      loads: '-r --require --import --loader --experimental-loader',
      valued:
        '-C --conditions --input-type --max-old-space-size --env-file --stack-trace-limit --test-name-pattern --test-reporter --watch-path',
      plain:
        '-i --interactive --test --watch --inspect --inspect-brk --trace-warnings --no-warnings --enable-source-maps --experimental-strip-types --experimental-vm-modules --preserve-symlinks --trace-deprecation --no-deprecation --expose-gc',
    },
    { 'node x.js': 'read x.js', 'node -r ./a.js x.js': ['read a.js', 'read x.js'] },
  ),
  ruby: interpreter({
    language: null,
    code: '-e',
    loads: '-r',
    valued: '-I -C -E -K',
    plain: '-w -W0 -W1 -W2 -n -p -l -a',
  }),
  perl: interpreter({
    language: null,
    code: '-e -E -ne -pe -nE -pE -lne -lane -i -pi -ni -0777',
    loads: '-M -m',
    valued: '-I',
    plain: '-w -W -n -p -l -a -T -t',
  }),
  php: interpreter({ language: null, code: '-r -R -B -E', valued: '-d -c -S -t', plain: '-n -q -a' }),
  'lua luajit Rscript R julia osascript tclsh guile elixir erl ghc runghc scala groovy kotlin swift-repl': interpreter({
    language: null,
    code: '-e -E -eval --eval',
  }),
}

function runInterpreter(call: ProgramCall, how: Interpreter): void {
  const { args } = call
  const isOne = (spellings: string | undefined, text: string) => spellings?.split(' ').includes(text) === true
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    const [option = '', ...rest] = knownPrefix(word).split('=')
    const attached = rest.length === 0 ? null : cutPrefix(word, option.length + 1)
    if (['--version', '-V', '--help'].includes(option) || (option === '-v' && args.length === 1))
      return call.amend({ tier: 'read' })
    if (isOne(how.code, option)) return runCode(attached ?? args[i + 1] ?? '', call, how)
    if (isOne(how.modules, option)) return runModule(args.slice(i + 1), call)
    if (isOne(how.loads, option)) {
      call.code(attached ?? args[i + 1] ?? '', option)
      if (attached === null) i += 1
    } else if (isOne(how.valued, option)) i += attached === null ? 1 : 0
    else if (word === '-') return runStdin(call, how)
    else if (!option.startsWith('-')) return runFile(word, args.slice(i + 1), call)
    else if (!isOne(how.plain, option)) call.opaque(`option \`${option}\` of \`${call.name}\``)
  }
  if (args.some(arg => arg === '--test')) return call.project(null)
  runStdin(call, how)
}

/** Code in an argument or on standard input: read if there is a reader and the text is certain. */
function runCode(code: Word, call: ProgramCall, { language }: Interpreter): void {
  const reader = language === null ? undefined : call.frame.world.readers?.[language]
  if (reader === undefined || !isKnown(code)) return call.opaque(`${call.name} code in an argument`)
  const reading = reader(code)
  for (const effect of reading.effects) applyEffect(effect, call)
  if (reading.opaque !== null) call.opaque(`${call.name} code: ${reading.opaque}`)
  call.amend({ tier: 'read' })
}

function applyEffect(effect: CodeEffect, call: ProgramCall): void {
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      // `expanduser('~/x')`: a directory that is really called `~` is too rare to tell them apart.
      return call.touch(
        effect.kind,
        mapPrefix(effect.path, path => expandHome(path, call.frame.world.place.home)),
        'code',
        {
          recursive: effect.recursive,
        },
      )
    case 'run':
      return call.start(effect.words, call.name)
    case 'script':
      return call.script(effect.text, call.name)
    case 'connect':
      return call.connect(effect.host, effect.sends)
    case 'change':
      return call.change(effect.change, effect.target)
  }
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
  if (servingModules.has(name)) return call.change('network/listen', name)
  const { stdin } = call.frame
  if (stdin.from === 'pipe' && stdin.downloads) call.opaque(`a download piped into \`${call.name} -m ${name}\``)
  call.project(null)
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

function runFile(file: Word, rest: readonly Word[], call: ProgramCall): void {
  if (/(^|\/)(sallyport\/dist\/cli\.js|\.bin\/sallyport)$/.test(wordText(file)))
    return runSallyport({ ...call, args: rest })
  call.code(file, `${call.name} FILE`)
}

function runStdin(call: ProgramCall, how: Interpreter): void {
  const { stdin } = call.frame
  if (stdin.from === 'text') runCode(stdin.text, call, how)
  else readStdin(call)
}
