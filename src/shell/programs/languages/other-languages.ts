import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import {
  fetchesAndRuns,
  initialises,
  installs,
  logins,
  packageManages,
  packageReads,
  projectCode,
  publishes,
  removes,
  restoring,
} from '../shared/package-commands.ts'
import { startsByProject } from '../shared/starts-command.ts'

/** The project's code, unless a path or an option points outside it. */
const ownCode: Subcommand = {
  ...projectCode,
  options: {
    ...projectCode.options,
    '--build-file=FILE --manifest-path=FILE --cache-dir=DIR --global-cache-dir=DIR': {
      '/* ../* */../*': 'code',
      '*': 'plain',
    },
  },
  operands: { '/* ../* */../*': 'code', '*': 'plain' },
}
const flutterCode: Subcommand = {
  ...ownCode,
  options: {
    ...ownCode.options,
    '-t FILE --target=FILE': 'code',
    '--dart-define-from-file=FILE': 'read',
    '-o DIR --output=DIR --split-debug-info=DIR': 'write below',
    '--base-href=PATH --dart-define=TEXT --flavor=NAME --build-name=TEXT --build-number=N --target-platform=NAME --web-renderer=NAME':
      'plain',
  },
}
const pubRestores: Subcommand = restoring({
  '-C DIR --directory=DIR': 'cwd',
  '-n, --dry-run': 'dry run',
  '--enforce-lockfile --precompile --no-precompile --example --no-example': 'plain',
})
const formats: Subcommand = {
  tier: 'write',
  options: { '--check --output=none -o none --set-exit-if-changed --dry-run -n': 'dry run' },
  otherOptions: 'plain',
  operands: 'write',
}
const interactive: Subcommand = {
  tier: 'execute',
  does: ['opaque an interactive session'],
  otherOptions: 'plain',
  operands: 'plain',
}

const gotestsum: Program = {
  tier: 'execute',
  code: 'project',
  options: {
    '--junitfile=FILE --jsonfile=FILE --jsonfile-timing-events=FILE': 'write',
    '-f NAME --format=NAME --packages=LIST --rerun-fails[=N] --max-fails=N --hide-summary=LIST': 'plain',
    '--post-run-command=COMMAND': 'run',
    '--raw-command': 'opaque a command in an argument',
  },
  otherOptions: 'plain',
  operands: 'plain',
}

function runGotestsum(call: ProgramCall): void {
  applyTable(gotestsum, call)
  const at = call.args.indexOf('--')
  if (at >= 0) call.start(['go', 'test', ...call.args.slice(at + 1)], call.name)
}

/** Languages with one tool that builds, tests, formats and downloads. */
export const otherLanguages: Programs = {
  zig: {
    tier: 'execute',

    commands: {
      'version env targets zen help libc std': packageReads,
      fmt: { ...formats, options: { '--check --stdin': 'dry run', '--ast-check --exclude=FILE': 'plain' } },
      'build build-exe build-lib build-obj test run ast-check translate-c init': {
        ...ownCode,
        options: {
          ...ownCode.options,
          '--test-cmd=WORD --test-runner=FILE': 'opaque a command in an argument',
          '-p DIR --prefix=DIR': 'write',
        },
      },
      'cc c++ ar ranlib dlltool lib objcopy': { ...ownCode, singleDash: true, options: { '-o FILE': 'write' } },
      fetch: installs,
    },
    examples: {
      'zig build test': [],
      'zig build -p /srv/x': 'write /srv/x',
      'zig test a.zig --test-cmd sh': 'opaque a command in an argument: `sh`',
      'zig fmt src': 'write src',
      'zig run /tmp/x.zig': ['read /tmp/x.zig', 'opaque code in `/tmp/x.zig`'],
      'zig fetch --save https://e.example/a': ['change packages/install', 'connect e.example'],
    },
  },
  dart: {
    tier: 'execute',
    options: { '--disable-analytics --enable-analytics --suppress-analytics -v --verbose': 'plain' },
    commands: {
      'info doc help': packageReads,
      format: {
        ...formats,
        options: {
          '-o MODE --output=MODE': { 'none show json': 'dry run', '*': 'plain' },
          '-l N --line-length=N --set-exit-if-changed': 'plain',
        },
      },
      fix: {
        tier: 'write',
        options: { '-n, --dry-run': 'dry run', '--apply --code=NAME': 'plain' },
        operands: 'write',
      },
      'analyze test run compile create devtools build': ownCode,
      pub: {
        tier: 'execute',
        commands: {
          'deps outdated cache': packageReads,
          get: pubRestores,
          'add upgrade downgrade global unpack': installs,
          remove: removes,
          'publish uploader lish': publishes,
          'login logout token': logins,
          run: ownCode,
        },
      },
    },
    operands: ['code', 'plain...'],
    examples: {
      'dart analyze': [],
      'dart format lib': 'write lib',
      'dart format -o none lib': [],
      'dart pub get': 'change packages/fetch',
      'dart pub add http': 'change packages/install',
      'dart pub publish': 'change registry/publish',
      'dart main.dart': 'read main.dart',
    },
  },
  'flutter fvm': {
    tier: 'execute',
    options: { '-v --verbose -d ID --device-id=ID --suppress-analytics --no-version-check': 'plain' },
    commands: {
      'doctor devices emulators config bash-completion logs screenshot symbolize': packageReads,
      'channel upgrade downgrade precache': installs,
      'analyze test run build attach drive gen-l10n create install assemble clean': flutterCode,
      format: formats,
      pub: {
        tier: 'execute',
        commands: {
          'deps outdated': packageReads,
          get: pubRestores,
          'add upgrade downgrade global cache': installs,
          remove: removes,
          publish: publishes,
          run: ownCode,
        },
      },
      'flutter dart': {
        tier: 'execute',
        commands: { 'doctor devices': packageReads, 'analyze test run build': ownCode },
      },
    },
    examples: {
      'flutter test': [],
      'flutter build web --base-href /app/': [],
      'flutter build apk -t /tmp/x.dart': ['read /tmp/x.dart', 'opaque code in `/tmp/x.dart`'],
      'flutter pub get': 'change packages/fetch',
      'flutter pub get -C /tmp/x': ['change packages/fetch', 'opaque project code in `/tmp/x`'],
      'flutter pub add http': 'change packages/install',
      'flutter doctor -v': [],
    },
  },
  'scala-cli': {
    tier: 'execute',

    commands: {
      'version about help': packageReads,
      'test run compile package doc': {
        tier: 'execute',
        code: 'project',
        options: {
          '-o FILE --output=FILE': 'write',
          '-M NAME --main-class=NAME -S VERSION --scala=VERSION --test-only=NAME': 'plain',
          '-w --watch -q --quiet -v --verbose -f --force --cross --test --js --native --power --server[=YES]': 'plain',
        },
        operands: {
          '*://*': 'opaque code from outside the project',
          '/* ../* */../*': 'code',
          '-': 'opaque code that the program evaluates',
          '*': 'plain',
        },
      },
      fmt: { ...formats, options: { '--check': 'dry run' } },
      publish: publishes,
      'repl console shell': interactive,
    },
    examples: {
      'scala-cli test .': [],
      'scala-cli run https://e.example/x.sc': 'opaque code from outside the project: `https://e.example/x.sc`',
      'scala-cli test --dep a:b:1': 'opaque unknown option `--dep` of `scala-cli test`',
      'scala-cli fmt --check': [],
    },
  },
  'dune gleam rebar3 nimble shards spago elm purs odin roc idris2 lake raco': startsByProject({
    tier: 'execute',
    options: {
      '--root=DIR --directory=DIR': 'cwd',
      '-p NAME --profile=NAME --target=NAME -t NAME -j N': 'plain',
      '--output=FILE --docs=FILE': 'write',
    },
    commands: {
      'version help describe top deps-tree tree list outdated path info search docs': packageReads,
      'build test runtest run compile make eunit ct dialyzer clean check promote fmt format repl-test spec doc bundle dialyze xref cover release shell-test init new reactor':
        ownCode,
      exec: {
        tier: 'execute',
        options: {
          '--context=NAME --display=MODE --build-dir=DIR': 'plain',
          '-w --watch --no-build --release -f --force --auto-promote --no-print-directory --verbose': 'plain',
        },
        operands: 'command',
      },
      'install add update upgrade get get-deps deps fetch pkg update-deps': installs,
      'remove uninstall prune': removes,
      'publish hex bump': publishes,
      'repl shell utop console toplevel': interactive,
    },
    otherOptions: 'plain',
    examples: {
      'dune build': [],
      'gleam test': [],
      'gleam publish': 'change registry/publish',
      'rebar3 shell': 'opaque an interactive session',
      'shards install': 'change packages/install',
      'dune exec myapp -- x': [],
      'dune exec -- rm x': ['run rm x', 'delete x'],
    },
  }),
  'elm-test elm-review ocamlformat hlint stylish-haskell brittany erlc elm-live swift-format scalafix mlton ghcid': {
    tier: 'execute',
    code: 'project',
    options: {
      '-o DIR --output=DIR': 'write',
      '--compiler=FILE --config=FILE --hint=FILE': { '/* ../* */../*': 'code', '*': 'plain' },
      '-c COMMAND --command=COMMAND -T COMMAND --test=COMMAND --run[=COMMAND]':
        'opaque a command or code in an argument',
    },
    otherOptions: 'plain',
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
    examples: { 'hlint src': [], 'ocamlformat --inplace a.ml': [] },
  },
  'runhaskell racket sbcl clisp gsi chicken-csi escript swipl gforth janet fennel hy': {
    tier: 'execute',
    options: {
      '--script=FILE --load=FILE -l FILE -f FILE -s FILE': 'code',
      '-e CODE --eval=CODE -c CODE -g GOAL -i CODE': 'opaque code in an argument',
    },
    operands: ['code', 'plain...'],
    examples: {
      'racket main.rkt': 'read main.rkt',
      'sbcl --script a.lisp': 'read a.lisp',
      "sbcl --eval '(system 1)'": 'opaque code in an argument: `(system 1)`',
      'racket /tmp/x.rkt': ['read /tmp/x.rkt', 'opaque code in `/tmp/x.rkt`'],
    },
  },
  pwsh: {
    tier: 'execute',
    singleDash: true,
    options: {
      '-File FILE -file FILE': { '-': 'opaque code from standard input', '*': 'code' },
      '-NoProfile -noprofile -NoLogo -nologo -NonInteractive -noninteractive': 'plain',
    },
    operands: 'code',
    examples: {
      'pwsh -NoProfile -File scripts/x.ps1': 'read scripts/x.ps1',
      'pwsh /tmp/x.ps1': ['read /tmp/x.ps1', 'opaque code in `/tmp/x.ps1`'],
      'pwsh -Command id': ['opaque unknown option `-Command` of `pwsh`', 'read id'],
    },
  },
  'ghcup rvm jabba sdkmanager avdmanager': {
    tier: 'execute',
    options: {
      '-h -V --list --list_installed --version': 'plain',
      '--sdk_root=DIR': 'read',
      '--licenses --install --uninstall --update': 'change packages/manage',
    },
    commands: {
      'list ls current info whereis known notes requirements list-remote ls-remote debug version which': packageReads,
      'install upgrade get reinstall compile create': installs,
      'rm remove uninstall implode nuke gc cleanup delete': removes,
      'set use default alias unset link config': packageManages,
      'run do': { tier: 'read', operands: 'command' },
    },
    operands: 'change packages/install',
    examples: { 'ghcup list': [], 'ghcup install ghc': 'change packages/install', 'sdkmanager --list': [] },
  },
  'wasm-pack trunk cross maturin bacon cbindgen wasm-bindgen wasm-opt': {
    tier: 'execute',
    code: 'project',
    options: {
      '-d DIR --out-dir=DIR --dist=DIR -o FILE --output=FILE': 'write',
      '--target=NAME -t NAME --config=FILE -m FILE --manifest-path=FILE --features=LIST -p NAME --package=NAME':
        'plain',
      '--address=ADDRESS': { '0.0.0.0*': 'change network/network', '*': 'plain' },
    },
    otherOptions: 'plain',
    commands: {
      'publish upload': publishes,
      login: logins,
      'new init': initialises,
      develop: { ...ownCode, does: ['change packages/update'] },
    },
    operands: 'plain',
    examples: { 'wasm-pack build --target web': [], 'maturin publish': 'change registry/publish' },
  },
  'cargo-watch': {
    tier: 'read',
    custom: call => call.start(['cargo', 'watch', ...call.args], call.name),
    examples: { "cargo-watch -s 'rm x'": ['run cargo watch -s rm x', 'run rm x', 'delete x'] },
  },
  // Words after `--` are for `go test`.
  gotestsum: {
    ...gotestsum,
    custom: runGotestsum,
    examples: {
      'gotestsum ./...': [],
      'gotestsum -- -race ./...': 'run go test -race ./...',
      "gotestsum -- -exec 'rm x' ./...": ['run go test -exec rm x ./...', 'run rm x', 'delete x'],
    },
  },
  benchstat: {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'benchstat a.txt b.txt': ['read a.txt', 'read b.txt'] },
  },
  'ginkgo mockgen mockery buf templ wire air swag oapi-codegen stringer enumer goreleaser gocov richgo gotests gomodifytags gopls':
    {
      tier: 'execute',
      code: 'project',
      singleDash: true,
      options: {
        '--build.cmd COMMAND --build.bin COMMAND --build.full_bin COMMAND --build.pre_cmd COMMAND --build.post_cmd COMMAND -build.cmd COMMAND -build.bin COMMAND -build.full_bin COMMAND --cmd COMMAND -cmd COMMAND':
          'run',
        '-exec_only FILE -model_gob FILE': 'code',
        '-destination FILE -o FILE --output FILE -output FILE --junitfile FILE --jsonfile FILE -out FILE': 'write',
        '-source FILE -package NAME --format NAME --packages LIST': 'plain',
        '--template NAME --config FILE -config FILE -c FILE': 'may name code',
        '--raw-command --post-run-command COMMAND': 'opaque a command in an argument',
      },
      otherOptions: 'plain',
      commands: {
        // `buf curl`: a call to a service.
        curl: {
          tier: 'execute',
          options: {
            '-d DATA': { '@*': 'opaque a file that it uploads', '*': 'plain' },
            '--data DATA': { '@*': 'opaque a file that it uploads', '*': 'plain' },
          },
          otherOptions: 'plain',
          operands: 'connect sends',
        },
        'push release publish apply resolve': publishes,
        'login registry': logins,
        'version help': packageReads,
      },
      operands: 'may name code',
      examples: {
        'air -c .air.toml': [],
        'air -c /tmp/x': 'opaque `air` may run or write a file outside the project: `/tmp/x`',
        'buf lint': [],
        'buf push': 'change registry/publish',
        "air --build.cmd 'rm x'": ['run rm x', 'delete x'],
        "templ generate --cmd='rm x'": ['run rm x', 'delete x'],
        'mockgen -source=a.go -destination=b.go': 'write b.go',
      },
    },
  'conan vcpkg xmake premake5 spack hunter cget': {
    tier: 'execute',
    code: 'project',
    otherOptions: 'plain',
    commands: {
      'list search version help profile find depend-info owns': packageReads,
      // These load a recipe, which is code.
      'inspect graph info': ownCode,
      'python lua l unit-test pydoc': {
        tier: 'execute',
        does: ['opaque code in an argument'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'install upgrade update integrate download': installs,
      'remove uninstall': removes,
      'upload publish': publishes,
      'remote user login': packageManages,
    },
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
    examples: {
      'vcpkg list': [],
      "spack python -c 'x'": 'opaque code in an argument',
      'conan inspect /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'conan install .': 'change packages/install',
      'conan upload x': 'change registry/publish',
      'premake5 gmake': [],
    },
  },
  // `dlx` for Python, and generators without their own table.
  'cookiecutter copier degit tiged giget create-react-app create-next-app create-vite': {
    ...fetchesAndRuns,
    tier: 'execute',
    examples: { 'cookiecutter gh:x/y': 'opaque a package that is downloaded and run: `gh:x/y`' },
  },
}
