import { isLoopback } from '../../../core/address/read-address.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { runCode, runStdin } from './run-code.ts'

/** `python -m pip install x` is pip; a module without a table is the project's. */
export function runModule([module = '', ...rest]: readonly Word[], call: ProgramCall): void {
  const name = wordText(module)
  const inner = { ...call, args: rest }
  const table = moduleTables.get(name)
  if (table !== undefined) return applyTable(table, inner)
  const runner = scriptModules.get(name)
  if (runner !== undefined) return runScript(runner, inner)
  if (sessionModules.has(name)) return runStdin(call, 'python')
  if (name === 'runpy') return runModule(rest, call)
  // A module that only bears the name of a program is not that program.
  const tool = toolOf(name, call)
  if (tool !== null) {
    call.amend({ tier: 'read' })
    return call.start([tool, ...rest], `${call.name} -m`)
  }
  if (name === 'timeit') return timeCode(rest, call)
  if (name === 'http.server' && servesHere(rest, call)) return
  if (servingModules.has(name)) return call.change('network/listen', name)
  const { stdin } = call.frame
  if (stdin.from === 'pipe' && stdin.downloads) call.opaque(`a download piped into \`${call.name} -m ${name}\``)
  call.project(null)
}

/** Like `tar`: one option names the archive and decides the meaning of the operands. */
const archive: Program = {
  tier: 'read',
  options: {
    '-l FILE --list=FILE -t FILE --test=FILE': 'read',
    '-e FILE --extract=FILE': ['read', 'tier write'],
    '-c FILE --create=FILE': ['write', 'operands read', 'tier write'],
    '-v --verbose --filter=NAME --metadata-encoding=NAME': 'plain',
  },
  operands: 'write below',
}

/** Python's own modules that work as small programs. */
const moduleTables = byName({
  'tokenize ast dis calendar this platform site sysconfig py_compile compileall base64 mimetypes fileinput': {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'read',
  },
  // Converts the first file into the second.
  'uu quopri': { tier: 'write', otherOptions: 'plain', operands: ['read', 'write'] },
  webbrowser: { tier: 'read', otherOptions: 'plain', operands: 'connect' },
  // It writes a file next to the one it reads.
  gzip: { tier: 'write', otherOptions: 'plain', operands: 'write' },
  unittest: {
    tier: 'execute',
    code: 'project',
    options: {
      '-s DIR --start-directory=DIR -t DIR --top-level-directory=DIR': 'code',
      '-k PATTERN -p PATTERN --pattern=PATTERN --durations=N': 'plain',
    },
    otherOptions: 'plain',
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
  },
  build: {
    tier: 'execute',
    code: 'project',
    options: { '-o DIR --outdir=DIR': 'write', '-C TEXT --config-setting=TEXT': 'may name code' },
    otherOptions: 'plain',
    operands: 'may name code',
  },
  'pickle pickletools': { tier: 'execute', otherOptions: 'plain', operands: 'code' },
  'venv virtualenv': {
    tier: 'write',
    options: {
      '--clear': 'operands delete',
      '--prompt=NAME -p NAME --python=NAME': 'may name code',
      '--system-site-packages --symlinks --copies --upgrade --without-pip --upgrade-deps --without-scm-ignore-files -q -v':
        'plain',
    },
    operands: 'write',
  },
  ensurepip: { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
  'smtplib ftplib imaplib poplib telnetlib nntplib': {
    tier: 'execute',
    options: { '-s COMMAND': 'run', '-d N': 'plain' },
    otherOptions: 'plain',
    operands: 'connect sends',
  },
  'zipfile tarfile': archive,
  zipapp: {
    tier: 'write',
    options: {
      '-o FILE --output=FILE': 'write',
      '-p TEXT --python=TEXT -m NAME --main=NAME': 'plain',
      '-c --compress': 'plain',
      '--info': 'dry run',
    },
    operands: 'read',
  },
  'json.tool': {
    tier: 'read',
    options: {
      '--indent=N': 'plain',
      '--sort-keys --no-ensure-ascii --json-lines --tab --no-indent --compact': 'plain',
    },
    operands: ['read', 'write'],
  },
})

/** Modules that debug, profile or test a script: the first operand is code that runs. */
const scriptModules = byName({
  'pdb ipdb pudb': {
    tier: 'execute',
    optionsFirst: true,
    options: {
      // A line that is not a debugger command is Python.
      '-c COMMAND --command=COMMAND --pre-run=CODE': {
        'c cont continue n next s step r return q quit w where bt l ll list until': 'plain',
        '*': 'opaque code in an argument',
      },
    },
    operands: ['code', 'plain...'],
  },
  'cProfile profile': {
    tier: 'execute',
    optionsFirst: true,
    options: { '-o FILE --outfile=FILE': 'write', '-s KEY --sort=KEY': 'plain' },
    operands: ['code', 'plain...'],
  },
  trace: {
    tier: 'execute',
    optionsFirst: true,
    options: {
      '-f FILE --file=FILE -C DIR --coverdir=DIR': 'write',
      '--ignore-module=NAMES --ignore-dir=DIRS': 'plain',
      '-c --count -t --trace -l --listfuncs -T --trackcalls -r --report -m --missing -s --summary -R --no-report -g --timing':
        'plain',
    },
    operands: ['code', 'plain...'],
  },
  doctest: {
    tier: 'execute',
    options: { '-o NAME --option=NAME': 'plain', '-v --verbose -f --fail-fast': 'plain' },
    operands: 'code',
  },
  debugpy: {
    tier: 'execute',
    optionsFirst: true,
    options: {
      '--listen=ADDRESS': { '*0.0.0.0*': 'change network/listen', '*': 'plain' },
      '--connect=ADDRESS': 'connect sends',
      '--log-to=DIR': 'write',
      '--wait-for-client --log-to-stderr': 'plain',
      '-c CODE': 'opaque code in an argument',
      '--pid=N': 'opaque code injected into a running program',
    },
    operands: ['code', 'plain...'],
  },
})

function byName(tables: Programs): ReadonlyMap<string, Program> {
  return new Map(Object.entries(tables).flatMap(([names, table]) => names.split(' ').map(name => [name, table])))
}

/** `python -m cProfile -m pytest`: a module instead of a script. */
function runScript(runner: Program, call: ProgramCall): void {
  const { args } = call
  const { options } = compileProgram(runner)
  let at = 0
  for (; at < args.length && /^-./.test(knownPrefix(args[at] ?? '')); at += 1) {
    const option = options.get(wordText(args[at] ?? ''))
    if (option === undefined && /^(-m|--module)$/.test(wordText(args[at] ?? ''))) {
      applyTable(runner, { ...call, args: args.slice(0, at) })
      return runModule(args.slice(at + 1), call)
    }
    if (option?.value === 'needed') at += 1
  }
  applyTable(runner, call)
}

/** Modules that run the Python on their standard input. */
const sessionModules = new Set(['asyncio', 'code', 'idlelib', 'IPython', 'ptpython', 'bpython'])

/** The program that a module is, if it is one of Python's tools. */
function toolOf(name: string, { findProgram }: ProgramCall): string | null {
  const spellings = [name === 'sphinx' ? 'sphinx-build' : name, name.replaceAll('_', '-'), name.toLowerCase()]
  return spellings.find(one => pythonTools.has(one) && findProgram(one) !== null) ?? null
}

/** Programs that are Python packages and also run as `python -m NAME`. */
const pythonTools = new Set(
  [
    'pip pip3 pipx pipenv poetry pdm hatch flit uv rye venv virtualenv build twine wheel conda pip-audit pip-compile pip-sync',
    'pytest py.test tox nox coverage behave robot nose2 nosetests locust pre-commit unittest',
    'mypy pyright basedpyright pytype pyre black ruff flake8 pylint isort autopep8 yapf bandit safety vulture radon xenon interrogate pydocstyle pycodestyle pyflakes pyupgrade autoflake yamllint codespell sqlfluff djlint semgrep checkov proselint',
    'sphinx-build mkdocs pdoc pdoc3 jupyter notebook jupyterlab nbconvert papermill marimo voila ipython pygmentize',
    'flask uvicorn gunicorn hypercorn daphne waitress-serve fastapi streamlit gradio chainlit rq dramatiq huey litestar sanic celery',
    'django-admin scrapy kedro snakemake dbt dvc alembic ansible ansible-playbook ansible-lint invoke fab doit poe cookiecutter copier',
    'torchrun accelerate deepspeed scalene memray kernprof mprof pyreverse pydeps snakeviz tensorboard slither',
    'http https httpie awscli aws yt-dlp youtube-dl glances cmake ninja meson scons conan protoc cython bump2version bumpversion cz towncrier chardetect huggingface-cli sqlite3 keyring',
  ]
    .join(' ')
    .split(' '),
)

/** `python -m http.server 8000 --bind 127.0.0.1 -d dist`: serves files to this machine only. */
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

/** `python -m timeit -s SETUP STATEMENT`: every argument is code, and earlier code sets up the later one. */
function timeCode(args: readonly Word[], call: ProgramCall): void {
  const codes = args.flatMap((arg, i) => {
    const attached = /^(-s|--setup=)(?=.)/.exec(knownPrefix(arg))?.[0]
    if (attached !== undefined) return [cutPrefix(arg, attached.length)]
    return /^-/.test(knownPrefix(arg)) || /^-[nru]$/.test(wordText(args[i - 1] ?? '')) ? [] : [arg]
  })
  const texts = codes.every(isKnown) ? [codes.join('\n')] : codes
  runCode({ texts, language: 'python' }, call)
}

const servingModules = new Set(['http.server', 'SimpleHTTPServer', 'smtpd', 'pydoc'])
