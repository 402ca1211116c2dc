import { parentOf } from '../../../core/path.ts'
import { isKnown, knownPrefix, type Word } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs } from '../engine/table.ts'
import { runCode } from '../languages/run-code.ts'

/** A module or file by its name: a name with a slash is a file. */
const module = { '{*': 'opaque inline settings', '*/*': 'code', '*': 'plain' } as const

const javascript: Options = {
  '-c FILE --config=FILE --globalSetup=FILE --globalTeardown=FILE --setupFiles=FILE --setupFilesAfterEnv=FILE --reporters=NAME --reporter=NAME -r FILE --require=FILE --import=FILE --loader=FILE --ui=NAME --environment=NAME --env=NAME --testEnvironment=NAME --runner=NAME --transform=FILE --resolver=FILE --testRunner=FILE --preset=NAME --testSequencer=FILE --file=FILE --snapshotSerializers=FILE --testResultsProcessor=FILE --testEnvironmentOptions=TEXT --watchPlugins=NAME --filter=FILE --runTestsByPath=FILE':
    module,
  '--dir=DIR --root=DIR --rootDir=DIR --roots=DIR --project=NAME': { '/* ../* */../*': 'code', '*': 'plain' },
  '--coverageDirectory=DIR --outputFile=FILE --coverage-dir=DIR --output=DIR --report-dir=DIR --temp-dir=DIR': 'write',
  '--record --key=KEY': 'connect sends',
  '-t NAME --testNamePattern=NAME -g PATTERN --grep=PATTERN --workers=N --retries=N --timeout=N --browser=NAME --spec=FILE':
    'plain',
}

/** Tests are code: the project's own unless a path points outside it. */
const tests = { '/* ../* */../*': 'code', 'file:*': 'may name code', '*': 'plain' } as const

const pytest: Program = {
  tier: 'execute',
  code: 'project',
  env: { PYTEST_ADDOPTS: 'more options' },
  options: {
    '-p PLUGIN': { 'no:* xdist cov pytest_cov': 'plain', '*': 'opaque a plugin' },
    '-c FILE --config-file=FILE --confcutdir=DIR': 'code',
    '--junitxml=FILE --junit-xml=FILE --log-file=FILE --html=FILE --result-log=FILE': 'write',
    // It empties this directory first.
    '--basetemp=DIR': 'empty',
    '--cov-config=FILE': { '/* ../* */../*': 'code', '*': 'plain' },
    '-o OPTION --override-ini=OPTION': {
      'addopts=* *plugins=*': 'opaque extra options for pytest',
      '*': 'may name code',
    },
    '--rootdir=DIR -k EXPRESSION -m EXPRESSION -n N --maxfail=N --tb=STYLE --durations=N --ignore=PATH --deselect=ID --log-level=LEVEL --log-cli-level=LEVEL -W FILTER -r CHARS --cov[=PATH] --cov-report=TYPE --timeout=N --import-mode=MODE --color=WHEN --dist=MODE':
      'plain',
    '--pastebin=MODE': 'connect sends',
  },
  otherOptions: 'plain',
  operands: 'code',
  examples: {
    'pytest -q -k a tests/': 'read tests',
    'pytest -p evil': 'opaque a plugin: `evil`',
    'pytest -n 4': [],
    "PYTEST_ADDOPTS='-q -p evil' pytest": 'opaque a plugin: `evil`',
    "PYTEST_ADDOPTS='-q --tb=short' pytest": [],
    'pytest --cov=src --cov-report=xml --cov-config=a.cfg': [],
    'pytest --cov-report=html:/srv/x --cov-report term': 'write /srv/x',
    'pytest --cov-config=/tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
    'pytest -o pythonpath=/tmp/x': 'opaque `pytest` may run or write a file outside the project: `pythonpath=/tmp/x`',
    'pytest -o log_cli=true': [],
    'pytest --basetemp=a': ['write a', 'delete a'],
  },
}

const specs: Program = {
  tier: 'execute',
  code: 'project',
  options: {
    '--exec=COMMAND': 'run',
    '-r FILE --require=FILE --bootstrap=FILE -c FILE --configuration=FILE -I DIR --helper=FILE --extension=NAME --printer=NAME':
      module,
    '-o FILE --out=FILE --log-junit=FILE --coverage-html=DIR --coverage-clover=FILE --coverage-text[=FILE]': 'write',
    '-e NAME -t TAG --tag=TAG --example=NAME --filter=PATTERN --group=NAME --testsuite=NAME --seed=N --format=NAME -f NAME':
      'plain',
  },
  otherOptions: 'plain',
  operands: tests,
}

/** JavaScript test runners. */
const scripts: Program = {
  tier: 'execute',
  code: 'project',
  options: javascript,
  otherOptions: 'plain',
  commands: {
    'open codegen': { tier: 'execute', operands: 'opaque an interactive program' },
    'run-server launch-server': {
      tier: 'execute',
      options: { '--host=HOST': { 'localhost 127.0.0.1': 'plain', '*': 'change network/listen' } },
      otherOptions: 'plain',
    },
    'show-report': {
      tier: 'read',
      options: {
        '--port=N': 'plain',
        '--host=HOST': { 'localhost 127.0.0.1': 'plain', '*': 'change network/listen' },
      },
      operands: 'read',
    },
    'show-trace': {
      tier: 'read',
      options: {
        '-p N --port=N -b NAME --browser=NAME': 'plain',
        '-h HOST --host=HOST': { 'localhost 127.0.0.1': 'plain', '*': 'change network/listen' },
      },
      operands: { '*://*': 'connect', '*': 'read' },
    },
    'install install-deps': {
      tier: 'execute',
      does: ['change packages/install'],
      options: { '--with-deps --force --dry-run': 'plain' },
      operands: tests,
    },
  },
  operands: tests,
}

/** Tests: they run the project's own code. */
export const testers: Programs = {
  'pytest py.test': { ...pytest, custom: runPytest },
  // Both empty their output directory first.
  vitest: {
    ...scripts,
    options: { ...javascript, '--coverage.reportsDirectory=DIR': 'empty' },
    examples: { 'vitest run --coverage.reportsDirectory=a': ['write a', 'delete a'] },
  },
  playwright: {
    ...scripts,
    // It empties its default directory anyway, without asking.
    options: { ...javascript, '--output=DIR': { 'test-results test-results/*': 'write', '*': 'empty' } },
    examples: {
      'playwright test --output a': ['write a', 'delete a'],
      'playwright test --output test-results': 'write test-results',
    },
  },
  'jest mocha ava tap cypress karma jasmine testcafe wdio nightwatch cucumber-js': {
    ...scripts,
    examples: {
      'mocha --file=/tmp/x.js': ['read /tmp/x.js', 'opaque code in `/tmp/x.js`'],
      'mocha a/../../x.js': ['read /home/dev/x.js', 'opaque code in `a/../../x.js`'],
      "jest --config '{}'": 'opaque inline settings: `{}`',
      'jest --fooBar=/tmp/x': 'opaque `jest` may run or write a file outside the project: `--fooBar=/tmp/x`',
      'vitest run src/a.test.ts': [],
      'jest --config /tmp/x.js': ['read /tmp/x.js', 'opaque code in `/tmp/x.js`'],
      'playwright install': 'change packages/install',
      'playwright show-report --port 9400': [],
      'playwright run-server --port 9400': [],
      'playwright run-server --host 0.0.0.0': 'change network/listen 0.0.0.0',
      'playwright screenshot file:///home/dev/project/a.html a.png': [],
      'playwright screenshot file:///srv/x a.png':
        'opaque `playwright` may run or write a file outside the project: `file:///srv/x`',
      'playwright show-report --host 0.0.0.0 out': ['change network/listen 0.0.0.0', 'read out'],
      'playwright show-trace /tmp/trace.zip': 'read /tmp/trace.zip',
      'mocha -r /tmp/x.js': ['read /tmp/x.js', 'opaque code in `/tmp/x.js`'],
    },
  },
  'c8 nyc': {
    tier: 'execute',
    code: 'project',
    options: {
      '-r NAME --reporter=NAME --include=GLOB -n GLOB --exclude=GLOB -x GLOB --cwd=DIR --check-coverage --all --lines=N':
        'plain',
      '--report-dir=DIR --temp-dir=DIR': 'write',
      '--require=FILE': 'code',
    },
    otherOptions: 'plain',
    operands: 'command',
    commands: {
      // Uses the measurements of an earlier run.
      'report check-coverage': { tier: 'execute', code: 'project', otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'nyc -r lcov rm x': ['run rm x', 'delete x'],
      'nyc report --reporter=text': [],
      'c8 report --report-dir /srv/x': 'write /srv/x',
    },
  },
  'tox nox coverage behave robot nose2 nosetests': {
    tier: 'execute',
    code: 'project',
    options: {
      '-c FILE --conf=FILE -f FILE --noxfile=FILE --rcfile=FILE': 'code',
      '--workdir=DIR --result-json=FILE -o FILE -d DIR': 'write',
      '-x OPTION --override=OPTION': 'opaque a test runner setting',
      '-e NAME -s NAME --session=NAME -k NAME -m NAME': 'plain',
    },
    otherOptions: 'plain',
    commands: { 'exec e': { tier: 'execute', operands: 'command' } },
    operands: tests,
    examples: {
      'tox -e py311': [],
      'tox exec -e py311 -- rm x': ['run rm x', 'delete x'],
      'nox -f /tmp/n.py': ['read /tmp/n.py', 'opaque code in `/tmp/n.py`'],
    },
  },
  prove: {
    ...specs,
    options: { ...specs.options, '-e COMMAND --exec=COMMAND': 'run', '-P NAME --plugin=NAME': 'plain' },
    examples: { 'prove -lv t/a.t': [], "prove -e 'rm x' t/a.t": ['run rm x', 'delete x'] },
  },
  'rspec cucumber minitest phpunit pest paratest codecept phpspec bats busted': {
    ...specs,
    examples: {
      'rspec spec/a_spec.rb': [],
      'phpunit --filter testA': [],
      'rspec -r /tmp/x.rb': ['read /tmp/x.rb', 'opaque code in `/tmp/x.rb`'],
    },
  },
  'pre-commit lefthook': {
    tier: 'execute',
    commands: {
      'validate-config validate-manifest sample-config help version': {
        tier: 'read',
        otherOptions: 'plain',
        operands: 'read',
      },
      'run autoupdate clean gc': { tier: 'execute', code: 'project', otherOptions: 'plain', operands: 'plain' },
      'install install-hooks uninstall init-templatedir add': {
        tier: 'execute',
        does: ['change git/hooks'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'try-repo': { tier: 'execute', operands: 'opaque hooks from another repository' },
    },
    options: { '-c FILE --config=FILE': 'code', '-q --quiet --verbose': 'plain' },
    examples: {
      'pre-commit run --all-files': [],
      'pre-commit validate-config': [],
      'pre-commit try-repo https://e.example': 'opaque hooks from another repository: `https://e.example`',
    },
  },
  jupyter: {
    tier: 'execute',
    commands: {
      'kernelspec labextension serverextension nbextension': {
        tier: 'read',
        commands: {
          'list check': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
          'install remove uninstall enable disable develop build': {
            tier: 'execute',
            does: ['change packages/install'],
            otherOptions: 'plain',
            operands: 'plain',
          },
        },
      },
      nbconvert: {
        tier: 'execute',
        code: 'project',
        options: {
          '--to=FORMAT --log-level=LEVEL --stdin --no-input --no-prompt --stdout --clear-output': 'plain',
          '--execute --inplace --allow-errors': 'plain',
          '--ExecutePreprocessor.timeout=N --ExecutePreprocessor.allow_errors=YES': 'plain',
          '--output=FILE --output-dir=DIR': 'write',
          '--template=NAME --template-file=FILE --config=FILE --writer=NAME --post=NAME':
            'opaque code that runs during the conversion',
        },
        // With `--execute` it runs as code.
        operands: { '/* ../* */../*': 'code', '*': 'read' },
      },
      'notebook lab server nbclassic console': {
        tier: 'execute',
        code: 'project',
        options: {
          '--port=N --no-browser --notebook-dir=DIR --ServerApp.root_dir=DIR --kernel=NAME': 'plain',
          '--ip=ADDRESS': { 'localhost 127.0.0.1': 'plain', '*': 'change network/network' },
          '--config=FILE': 'code',
        },
        commands: {
          list: { tier: 'read', otherOptions: 'plain' },
          stop: { tier: 'execute', otherOptions: 'plain', operands: 'plain' },
        },
        operands: 'read',
      },
      'troubleshoot --paths --version': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
    },
    options: { '--paths --config-dir --data-dir --runtime-dir --version --json': 'plain' },
    examples: {
      'jupyter kernelspec list': [],
      'jupyter nbconvert --to html a.ipynb': 'read a.ipynb',
      'jupyter nbconvert --execute a.ipynb --ExecutePreprocessor.timeout=60': 'read a.ipynb',
    },
  },
}

/** A test file that the call itself wrote is read as Python; `a.py::test_b` is one of its tests. */
function runPytest(call: ProgramCall): void {
  const code = (path: Word, how: string): void => {
    const file = isKnown(path) ? path.replace(/(\.py)::.*$/s, '$1') : path
    if (!isKnown(file) || !file.endsWith('.py')) return call.code(file, how)
    const bases = [parentOf(file.replace(/^(?!\/)/, './')), '.']
    call.code(file, how, text => {
      if (runsTexts.test(text) || call.args.some(arg => knownPrefix(arg).startsWith('--doctest')))
        call.opaque(`tests written by this same command: \`${file}\``)
      else runCode({ texts: [text], language: 'python', bases }, call)
    })
  }
  applyTable(pytest, { ...call, code })
  for (const { spelling, value } of sortArguments(call.args, compileProgram(pytest)).options) {
    const kind = /^[\w-]+:/.exec(knownPrefix(value ?? ''))?.[0]
    // `--cov-report=xml:FILE`.
    if (spelling === '--cov-report' && value !== null && kind !== undefined)
      call.touch('write', cutPrefix(value, kind.length), spelling)
  }
}

/** pytest also runs examples in comments and loads modules that are named in a text. */
const runsTexts = />>>|pytest_plugins/
