import type { Programs, Subcommand } from '../engine/table.ts'

const looks: Subcommand = { tier: 'read', otherOptions: 'plain', operands: 'plain' }

/** A guest program that may do what its options grant. */
const grants = {
  '-W LIST --wasm=LIST -O LIST --optimize=LIST -C LIST --codegen=LIST -D LIST --debug=LIST --invoke=NAME': 'plain',
  '--env=PAIR --argv0=NAME': 'plain',
} as const

/** Compilers, documentation and runners of languages that have no family. */
export const languageTools: Programs = {
  luac: {
    tier: 'read',
    options: {
      '-p': 'dry run',
      '-l -s -v': 'plain',
      '-o FILE': 'write',
    },
    operands: 'read',
    examples: {
      'luac -p a.lua': 'read a.lua',
      'luac -o a.out a.lua': ['write a.out', 'read a.lua'],
    },
  },
  // A toplevel reads code from its operands, its options and the terminal.
  ocaml: {
    tier: 'execute',
    options: {
      '-I DIR': 'may name code',
      '-e CODE -init FILE': 'opaque OCaml code',
      '-stdin': 'opaque OCaml code',
      '-safe-string -unsafe -w LIST -vnum -version -strict-sequence -principal -noprompt -nopervasives': 'plain',
    },
    singleDash: true,
    operands: ['code', 'plain...'],
    examples: {
      'ocaml a.ml': 'read a.ml',
      'ocaml /tmp/a.ml': ['read /tmp/a.ml', 'opaque code in `/tmp/a.ml`'],
      'ocaml -e \'Sys.command "id"\'': 'opaque OCaml code: `Sys.command "id"`',
    },
  },
  'ghci iex': {
    tier: 'execute',
    options: { '-e CODE --eval=CODE': 'opaque code on the command line' },
    does: ['opaque an interactive session'],
    operands: 'plain',
    examples: {
      ghci: 'opaque an interactive session',
      "iex -e 'x'": ['opaque code on the command line: `x`', 'opaque an interactive session'],
    },
  },
  'llc opt llvm-as llvm-dis llvm-link': {
    tier: 'write',
    singleDash: true,
    options: {
      '-o FILE --o FILE': { '-': 'plain', '*': 'write' },
      '-march NAME -mtriple NAME -mcpu NAME -mattr LIST -filetype NAME -relocation-model NAME -code-model NAME -passes LIST --passes LIST -x86-asm-syntax NAME':
        'plain',
      '-S -f -O0 -O1 -O2 -O3 -Os -Oz -verify -disable-output -time-passes -stats -only-needed -v -internalize': 'plain',
    },
    operands: { '-': 'plain', '*': 'read' },
    examples: {
      'llc -march=x86-64 -o a.s a.ll': ['write a.s', 'read a.ll'],
      'opt -load-pass-plugin=/tmp/x.so a.ll': ['opaque unknown option `-load-pass-plugin` of `opt`', 'read a.ll'],
    },
  },
  'wat2wasm wasm2wat wasm-objdump wasm-validate wasm2c wasm-decompile wasm-strip wasm-stats wasm-interp': {
    tier: 'write',
    options: {
      '-o FILE --output=FILE': { '-': 'plain', '*': 'write' },
      '-v --verbose -d --details -h --headers -x --disassemble -j NAME --section=NAME -s -r --debug-names --no-check --enable-all --enable-simd --enable-threads --enable-exceptions --enable-memory64 --disable-simd --generate-names --fold-exprs -f --inline-exports --inline-imports':
        'plain',
    },
    operands: 'write',
    examples: { 'wat2wasm a.wat -o a.wasm': ['write a.wat', 'write a.wasm'], 'wasm-objdump -x a.wasm': 'write a.wasm' },
  },
  'wasm-tools': {
    tier: 'read',
    options: { '-o FILE --output=FILE': ['write', 'tier write'], '-v --verbose -t --wat --color=WHEN': 'plain' },
    commands: {
      'validate print parse dump objdump demangle': {
        tier: 'read',
        options: {
          '-o FILE --output=FILE': ['write', 'tier write'],
          '-f LIST --features=LIST -p --print-offsets --skeleton -t --wat': 'plain',
        },
        operands: 'read',
      },
      component: {
        commands: {
          'wit new embed link targets': {
            tier: 'read',
            options: {
              '-o FILE --output=FILE': ['write', 'tier write'],
              '--out-dir=DIR': ['write below', 'tier write'],
              '-w NAME --world=NAME -t --wat --json --no-docs --all-features': 'plain',
              '--adapt=FILE': { '*=*': 'plain', '*': 'read' },
            },
            operands: 'read',
          },
        },
      },
    },
    examples: {
      'wasm-tools print a.wasm': 'read a.wasm',
      'wasm-tools parse a.wat -o a.wasm': ['read a.wat', 'write a.wasm'],
    },
  },
  // The guest sees only the directories that an option opens for it.
  wasmtime: {
    tier: 'execute',
    options: { ...grants, '--dir=DIR': 'write' },
    commands: {
      run: { options: { ...grants, '--dir=DIR': 'write' }, operands: ['code', 'plain...'] },
      'compile validate inspect': {
        tier: 'write',
        options: { '-o FILE --output=FILE': 'write', '--target=NAME': 'plain' },
        operands: 'read',
      },
    },
    operands: ['code', 'plain...'],
    examples: {
      'wasmtime a.wasm': 'read a.wasm',
      'wasmtime run --dir=/etc a.wasm': ['write /etc', 'read a.wasm'],
      'wasmtime /tmp/a.wasm': ['read /tmp/a.wasm', 'opaque code in `/tmp/a.wasm`'],
    },
  },
  swig: {
    tier: 'write',
    singleDash: true,
    options: {
      '-o FILE -oh FILE': 'write',
      '-outdir DIR': 'write below',
      '-module NAME -package NAME -namespace NAME -interface NAME -Fmicrosoft -w N': 'plain',
      '-python -java -csharp -ruby -perl5 -php -php7 -go -lua -r -d -tcl -javascript -ocaml -octave -guile -c++ -Wall -builtin -py3 -node -v8 -jsc -cgo -doxygen -E -version -importall -includeall':
        'plain',
    },
    operands: { '-I* -D* -l*': 'plain', '*': 'read' },
    examples: { 'swig -python -c++ -o wrap.cpp a.i': ['write wrap.cpp', 'read a.i'] },
  },
  // Projects are programs: their targets run commands.
  'msbuild MSBuild.exe xbuild': {
    tier: 'execute',
    code: 'project',
    options: {
      '-t LIST -target LIST -p LIST -property LIST -v LEVEL -m -nologo -restore -r': 'plain',
    },
    operands: 'may name code',
    examples: {
      'msbuild app.sln': [],
      'msbuild /tmp/x.proj': 'opaque `msbuild` may run or write a file outside the project: `/tmp/x.proj`',
    },
  },
  'mpirun mpiexec orterun': {
    tier: 'read',
    options: {
      '-n N -np N -c N --np N -N N --map-by TEXT --bind-to TEXT --rank-by TEXT': 'plain',
      '-oversubscribe --oversubscribe -q -v -V --allow-run-as-root': 'plain',
      '-x PAIR': 'env',
    },
    singleDash: true,
    operands: 'command',
    examples: {
      'mpirun -np 4 rm x': ['run rm x', 'delete x'],
      'mpirun --host a rm x': ['opaque unknown option `--host` of `mpirun`', 'run a rm x'],
    },
  },
  jbang: {
    tier: 'execute',
    options: { '--verbose --quiet --offline --fresh -o': 'plain' },
    commands: { 'version info cache': { ...looks, commands: { 'tools classpath jar': looks } } },
    operands: {
      '*://* *@*': 'opaque code that is downloaded and run',
      '*:*:*': 'opaque code that is downloaded and run',
      '*': 'code',
    },
    examples: {
      'jbang a.java': 'read a.java',
      'jbang https://e.example/a.java': 'opaque code that is downloaded and run: `https://e.example/a.java`',
      'jbang hello@jbangdev': 'opaque code that is downloaded and run: `hello@jbangdev`',
    },
  },
  perldoc: {
    tier: 'read',
    options: { '-f NAME -q TEXT -v NAME -a NAME -L LANG -l -m -t -T -u -n -r -i -U -X -D': 'plain' },
    operands: { '*://*': 'connect', '*/*': 'read', '*': 'plain' },
    examples: {
      'perldoc -f map': [],
      'perldoc -w pager=id map': ['opaque unknown option `-w` of `perldoc`'],
      'perldoc -M Evil map': ['opaque unknown option `-M` of `perldoc`'],
    },
  },
  // It imports the module that it documents.
  'pydoc pydoc3': {
    tier: 'execute',
    code: 'project',
    options: { '-k TEXT': 'plain' },
    operands: 'may name code',
    examples: {
      'pydoc json': [],
      'pydoc /tmp/x.py': 'opaque `pydoc` may run or write a file outside the project: `/tmp/x.py`',
      'pydoc -p 8000': 'opaque unknown option `-p` of `pydoc`',
    },
  },
  phpize: { tier: 'write', options: { '--clean': 'plain' }, examples: { phpize: [] } },
  pecl: {
    tier: 'execute',
    commands: {
      'list info search list-all list-files list-upgrades remote-info remote-list version help config-get': looks,
      'install upgrade upgrade-all': {
        tier: 'execute',
        does: ['change packages/install'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      uninstall: { tier: 'execute', does: ['change packages/remove'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'pecl list': [],
      'pecl install x': 'change packages/install',
      'pecl config-set a b': 'opaque unknown subcommand `config-set` of `pecl`',
    },
  },
  'behat molecule': {
    tier: 'execute',
    code: 'project',
    options: {
      '-c FILE --config=FILE --base-config=FILE': 'code',
      '-o FILE --out=FILE': 'write',
      '-s NAME --scenario-name=NAME --suite=NAME -f NAME --format=NAME --tags=TEXT --name=TEXT -p NAME --profile=NAME --lang=NAME -e FILE --env-file=FILE':
        'plain',
      '-v -vv -vvv --verbose --debug --all --strict --stop-on-failure --dry-run --no-interaction -n --colors --no-colors --story-syntax --rerun --definitions':
        'plain',
    },
    operands: 'may name code',
    examples: {
      'behat features/a.feature': [],
      'behat -c /tmp/x.yml': ['read /tmp/x.yml', 'opaque code in `/tmp/x.yml`'],
      'molecule test -s default': [],
    },
  },
}
