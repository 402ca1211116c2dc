import type { Programs } from '../engine/table.ts'

/** Variables that name the programs of a build; a program outside the project is foreign code. */
const makeVariables = {
  'SHELL=/bin/bash SHELL=/bin/sh SHELL=bash SHELL=sh': 'plain',
  'SHELL*=* .SHELLFLAGS*=*': 'opaque a custom shell for the recipes',
  'MAKEFLAGS*=* GNUMAKEFLAGS*=* MAKEFILES*=*': 'opaque extra options for make',
  '*=*-fplugin*': 'opaque a custom program for the recipes',
  '*!=*': 'opaque a command inside the value of a variable',
  // A target, or a variable: an unquoted `X?=y` is a glob to the shell.
  '*': 'variable',
} as const

/** Build tools for compiled languages: they run the project's own build files. */
export const builders: Programs = {
  'make gmake bmake': {
    tier: 'execute',
    code: 'project',
    options: {
      '-C DIR --directory=DIR': 'cwd',
      '-f FILE --file=FILE --makefile=FILE': 'code',
      '--eval=TEXT -E TEXT': 'opaque a makefile in an argument',
      '-I DIR --include-dir=DIR -o FILE --old-file=FILE -W FILE --what-if=FILE -j[N] --jobs[=N] -l[N] -O[TYPE] --output-sync[=TYPE]':
        'plain',
    },
    otherOptions: 'plain',
    env: {
      MAKEFLAGS: { '-j -j? -j?? j?': 'plain', '*': 'opaque extra options for make' },
      'CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS ARFLAGS ARGS OPTS FLAGS PREFIX DESTDIR': {
        '*`* *$(* *${* *;* *&&* *||*': 'opaque a command inside the value of a variable',
        '*': 'plain',
      },
    },
    operands: makeVariables,
    examples: {
      'make -j8 test': [],
      'make test SHELL=/tmp/evil': 'opaque a custom shell for the recipes: `SHELL=/tmp/evil`',
      'make CC=/tmp/cc': 'run /tmp/cc',
      'make PYTHON=python3.12 RUN_CMD=ls GO=1': [],
      'make PYTHON=frobnicate': 'run frobnicate',
      'make CC=clang V=1': [],
      "make CC='rm -rf src;'": [
        'opaque a command inside the value of a variable: `CC=rm -rf src;`',
        'run rm -rf src',
        'delete src',
      ],
      "CFLAGS='$(shell id)' make": 'opaque a command inside the value of a variable: `$(shell id)`',
      "make --eval '$(shell id)'": 'opaque a makefile in an argument: `$(shell id)`',
      'make -f /tmp/Makefile': ['read /tmp/Makefile', 'opaque code in `/tmp/Makefile`'],
      'CFLAGS=-fplugin=/tmp/x.so make': 'opaque `CFLAGS` in the environment runs code: `-fplugin=/tmp/x.so`',
      'CC=clang make': [],
    },
  },
  'cmake ctest cpack meson qmake autoreconf autoconf automake ninja samu scons waf': {
    tier: 'execute',
    code: 'project',
    options: {
      '-D DEFINITION': {
        'CMAKE_TOOLCHAIN_FILE*=/* CMAKE_PROJECT_*INCLUDE*=/*': 'opaque a custom program for the build',
        'CMAKE_*_COMPILER=* CMAKE_*_COMPILER:*=* CMAKE_*_LAUNCHER*=* CMAKE_LINKER*=* CMAKE_AR*=* CMAKE_MAKE_PROGRAM*=* *_EXECUTABLE=* *_EXECUTABLE:*=*':
          'variable',
        // An option of ctest: a dashboard, whose last step sends the results.
        'Experimental Nightly Continuous *Submit': 'change code/upload',
        'CMAKE_INSTALL_* CMAKE_*_OUTPUT_DIRECTORY* CMAKE_STAGING_PREFIX* prefix=* libdir=*': 'plain',
        '*': 'may name code',
      },
      '--graphviz=FILE --trace-redirect=FILE --profiling-output=FILE --debug-output-file=FILE -O FILE --output-log=FILE --output-junit=FILE --logfile-base=FILE':
        'write',
      // Options of ctest and meson.
      '--build-makeprogram=PROGRAM --wrap=COMMAND --wrapper=COMMAND': 'run',
      // The words after it are its arguments.
      '--test-command=COMMAND': 'opaque a command in an argument',
      '--gdb-path=PROGRAM': 'may name code',
      '-P FILE -C FILE -S DIR -H[DIR] -f FILE --toolchain=FILE': 'code',
      '-B DIR --install-prefix=DIR --prefix=DIR': 'write',
      '-E': 'opaque a `cmake -E` command',
      '-T NAME --test-action=NAME': { Submit: 'change code/upload', '*': 'plain' },
      '-G NAME -A NAME -j N -t NAME -R PATTERN -L PATTERN --target=NAME --preset=NAME --parallel=N': 'plain',
      // A build type; for cpack, a file.
      '--config=NAME': { '*.* */*': 'code', '*': 'plain' },
      '--build=DIR --open=DIR': 'code',
      '--install=DIR': 'change packages/install',
    },
    otherOptions: 'plain',
    env: { SCONSFLAGS: 'more options' },
    commands: {
      // A command of meson: installs the build result system-wide.
      install: {
        tier: 'execute',
        does: ['change packages/install'],
        options: { '-C DIR': 'code', '--destdir=DIR': 'write', '-n, --dry-run': 'dry run' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      // A command of meson: starts a command in the build environment.
      devenv: {
        tier: 'execute',
        options: { '-C DIR': 'code', '-w DIR --workdir=DIR': 'cwd', '--dump[=FILE]': 'plain' },
        operands: 'command',
      },
    },
    operands: { '*=/*': 'opaque a custom program for the build', '*=*': 'variable', '*': 'code' },
    examples: {
      'cmake -S . -B build': ['read /home/dev/project', 'write build'],
      'cmake --build build': 'read build',
      'cmake -H/tmp/x -Bb': ['read /tmp/x', 'opaque code in `/tmp/x`', 'write b'],
      'cmake -DCMAKE_TOOLCHAIN_FILE:PATH=/tmp/x .': [
        'opaque a custom program for the build: `CMAKE_TOOLCHAIN_FILE:PATH=/tmp/x`',
        'read /home/dev/project',
      ],
      'cmake --graphviz=/srv/x -DCMAKE_INSTALL_PREFIX=/srv/y': 'write /srv/x',
      'cmake -DCMAKE_PREFIX_PATH=/opt/qt -DCMAKE_MODULE_PATH=cmake': [],
      'cmake -DCMAKE_MAKE_PROGRAM=/tmp/x': 'run /tmp/x',
      'cpack --config /tmp/x.cmake': ['read /tmp/x.cmake', 'opaque code in `/tmp/x.cmake`'],
      'meson --native-file=/tmp/x':
        'opaque `meson` may run or write a file outside the project: `--native-file=/tmp/x`',
      "meson test --wrapper='rm x'": ['run rm x', 'delete x', 'read test'],
      'ctest -D Experimental': 'change code/upload Experimental',
      'ctest -D ExperimentalTest': [],
      'ctest -T Submit': 'change code/upload Submit',
      'ctest --test-command rm': 'opaque a command in an argument: `rm`',
      "SCONSFLAGS='-f /tmp/x' scons": ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'meson install -C build': ['read build', 'change packages/install'],
      'meson devenv -C build rm x': ['read build', 'run rm x', 'delete x'],
      'cmake -DCMAKE_C_COMPILER=/tmp/cc .': ['run /tmp/cc', 'read /home/dev/project'],
      'cmake -DCMAKE_C_COMPILER=clang-17 -DCMAKE_CXX_COMPILER_LAUNCHER=ccache': [],
      'cmake --install build': 'change packages/install build',
    },
  },
  'bazel bazelisk buck buck2 pants please': {
    tier: 'execute',
    code: 'project',
    options: {
      '--output_base=DIR --output_user_root=DIR': 'write',
      '--bazelrc=FILE --override_repository=REPO': {
        '/dev/null': 'plain',
        '*': 'opaque code from outside the project',
      },
      '--registry=URL --override_module=NAME': {
        'https://bcr.bazel.build*': 'plain',
        '*': 'opaque code from outside the project',
      },
      '--script_path=FILE': 'write',
      '--run_under=COMMAND': { '//*': 'plain', '*': 'run' },
      '--remote_executor=URL --remote_cache=URL --bes_backend=URL': 'connect sends',
    },
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'bazel test //...': [],
      'bazel build --registry=http://e.example //...': 'opaque code from outside the project: `http://e.example`',
      "bazel test --run_under='rm x' //a": ['run rm x', 'delete x'],
      'bazel build --remote_cache=grpc://host //a': 'connect host sends',
    },
  },
}
