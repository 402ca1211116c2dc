import { wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

/** Classes and archives are compiled code: the project's own if they are in the workspace. */
const java: Program = {
  tier: 'execute',
  singleDash: true,
  options: {
    '-version --version -showversion --list-modules -help -h': 'plain',
    '-jar FILE': 'code',
    '-cp PATH -classpath PATH --class-path PATH -p PATH --module-path PATH --upgrade-module-path PATH --patch-module PATH':
      'may name code',
    '--source N': 'plain',
    '-m NAME --module NAME --add-opens NAME --add-exports NAME --add-modules NAME': 'plain',
    '-e CODE': 'opaque code in an argument',
    // Anyone who can reach the port can make the program load code.
    '-Dcom.sun.management.jmxremote.port=PORT': 'change network/listen',
  },
  otherOptions: 'plain',
  code: 'project',
  operands: { 'delete-*': 'change service/delete', 'groovy*': 'opaque a script that runs on a server', '*': 'plain' },
}

const compiler: Program = {
  tier: 'write',
  options: {
    '-o FILE --output=FILE -MF FILE -dumpdir DIR -aux-info FILE -dumpbase FILE': 'write',
    // An option of tcc.
    '-run FILE': 'code',
    '-f[OPTION]': {
      'plugin* pass-plugin* use-ld=/*': 'opaque a compiler plugin',
      // Names in debug information, and files that are read.
      '*-prefix-map=* sanitize-* profile-use=* profile-instr-use=* prebuilt-module-path=* module-file=* use-ld=*':
        'plain',
      '*=/* *=~* *=*../* *=.. *file=*': 'opaque a compiler option that writes files outside the project',
      '*': 'plain',
    },
    '-Xclang OPTION': {
      '-ast-dump* -ast-list -ast-print': 'plain',
      '*': 'opaque an option passed to another compiler stage',
    },
    '-X ARGUMENT': { '*': 'opaque an option passed to another compiler stage' },
    '-W[OPTION]': {
      'l,*-plugin* l,*wrap* l,*dynamic-linker* p,* a,*': 'opaque an option passed to the linker',
      '*': 'plain',
    },
    '-B[DIR] -specs=FILE -wrapper COMMAND -no-canonical-prefixes': 'opaque programs from another directory',
    '-I DIR -L DIR -D NAME -U NAME -l NAME -x LANG -isystem DIR -iquote DIR -idirafter DIR -target NAME -arch NAME -framework NAME -MT NAME -MQ NAME -u SYMBOL -T FILE':
      'plain',
    '-include FILE --include FILE -imacros FILE --imacros FILE': 'read',
    '-i[OPTION]': { 'nclude?* macros?*': 'opaque an included file', '*': 'plain' },
    '-print-file-name=NAME -print-search-dirs -print-prog-name=NAME -print-libgcc-file-name -print-sysroot -dumpversion -dumpmachine':
      'prints',
    '-std=NAME --std=NAME -march=NAME -mtune=NAME --sysroot=DIR --target=NAME --language=LANG --include-directory=DIR --library-directory=DIR --define-macro=NAME --undefine-macro=NAME':
      'plain',
    '--compile --assemble --preprocess --debug[=LEVEL] --optimize[=LEVEL] --verbose --shared --static --save-temps --pedantic --no-warnings --all-warnings --extra-warnings --comments --dependencies --user-dependencies':
      'plain',
    '--specs=FILE': 'opaque programs from another directory',
    '-c -S -E -g[LEVEL] -O[LEVEL] -w -v -s -p -pg -M -MM -MD -MMD -MP -static -shared -pthread -pipe -m[OPTION] -ansi -pedantic -rdynamic -nostdlib -nostdinc -dM -P -C -pie -no-pie -save-temps -emit-llvm -Q -H -d[LETTERS] -n[OPTION] -r -t -z KEYWORD -a[OPTION]':
      'plain',
  },
  operands: { '@*': 'opaque options from a file', '*': 'read' },
}

/** Compilers: they read sources and write the file that `-o` names; some options load code into them. */
export const compilers: Programs = {
  // The second operand is the output file.
  cpp: { ...compiler, operands: ['read', 'write'], examples: { 'cpp -DX a.c b.i': ['read a.c', 'write b.i'] } },
  'gcc g++ cc c++ clang clang++ gfortran tcc icc nvcc emcc em++': {
    ...compiler,
    examples: {
      'gcc -O2 -Wall -o app main.c -lm': ['write app', 'read main.c'],
      'clang -emit-llvm -S a.c': 'read a.c',
      'gcc -E -include a -x c /dev/null': ['read a', 'read /dev/null'],
      'gcc -E -includea -x c /dev/null': ['opaque an included file: `ncludea`', 'read /dev/null'],
      'tcc -run /tmp/x.c': ['read /tmp/x.c', 'opaque code in `/tmp/x.c`'],
      'gcc -fplugin=/tmp/x.so -c a.c': ['opaque a compiler plugin: `plugin=/tmp/x.so`', 'read a.c'],
      'gcc -fdump-tree-all=/srv/x a.c': [
        'opaque a compiler option that writes files outside the project: `dump-tree-all=/srv/x`',
        'read a.c',
      ],
      'gcc -fdump-tree-all -ffile-prefix-map=/build=. a.c': 'read a.c',
      'clang -fpass-plugin=/tmp/x.so a.c': ['opaque a compiler plugin: `pass-plugin=/tmp/x.so`', 'read a.c'],
      'clang -Xclang -ast-dump -fsyntax-only a.c': 'read a.c',
      'clang -Xclang -load -Xclang /tmp/x.so a.c': [
        'opaque an option passed to another compiler stage: `-load`',
        'opaque an option passed to another compiler stage: `/tmp/x.so`',
        'read a.c',
      ],
      'gcc -wrapper id a.c': ['opaque programs from another directory: `id`', 'read a.c'],
    },
  },
  'ld lld ld.lld gold mold as gas nasm yasm strip objcopy install_name_tool': {
    tier: 'write',
    options: {
      '-o FILE --output=FILE -Map FILE': 'write',
      '-plugin FILE --plugin=FILE --load-pass-plugin=FILE': 'opaque a linker plugin',
      '-L DIR -l NAME -T FILE -m NAME -e NAME -z KEYWORD -f NAME -rpath DIR -soname NAME': 'plain',
      '-s -S -x -r -g --strip-all --strip-debug --strip-unneeded -shared -static -v -pie --gc-sections': 'plain',
    },
    operands: { '@/* @../* @~* @.*': 'opaque options from a file', '*': 'write' },
    examples: {
      'strip app': 'write app',
      'ld @.env': ['opaque options from a file: `@.env`', 'read .env'],
      'ld --plugin=/tmp/x.so -o a b.o': ['opaque a linker plugin: `/tmp/x.so`', 'write a', 'write b.o'],
    },
  },
  rustc: {
    tier: 'write',
    options: {
      '-o FILE --out-dir=DIR': 'write',
      '-C SETTING --codegen=SETTING': { 'linker=* link-arg* llvm-args=* ar=*': 'opaque a custom linker', '*': 'plain' },
      '--explain=CODE': 'prints',
      // `KIND=FILE` writes to that file.
      '--print=WHAT': {
        '*=*': 'opaque a file to write',
        'cfg target-list sysroot target-libdir host-tuple target-cpus target-features crate-name': 'prints',
        '*': 'plain',
      },
      '--emit=LIST': { '*=*': 'opaque a file to write', '*': 'plain' },
      '-Z SETTING': 'opaque an unstable compiler option',
      '--edition=N --crate-type=TYPE --crate-name=NAME --target=NAME -L DIR -l NAME --extern=NAME --cfg=SPEC -A LINT -W LINT -D LINT -F LINT --cap-lints=LEVEL --sysroot=DIR --error-format=FORMAT --color=WHEN':
        'plain',
      '-g -O -v --verbose --test': 'plain',
      '-V --version': 'prints',
    },
    operands: 'read',
    examples: {
      'rustc -O main.rs': 'read main.rs',
      'rustc --version --verbose': [],
      'rustc -vV': [],
      'rustc --emit=asm,link main.rs': 'read main.rs',
      'rustc --emit=asm=/srv/x main.rs': ['opaque a file to write: `asm=/srv/x`', 'read main.rs'],
      'rustc -C linker=/tmp/ld main.rs': ['opaque a custom linker: `linker=/tmp/ld`', 'read main.rs'],
    },
  },
  'javac kotlinc scalac groovyc swiftc ocamlc ocamlopt dmd ldc2 nim crystal fpc gnat vala valac protoc flatc thrift': {
    tier: 'execute',
    code: 'project',
    singleDash: true,
    options: {
      '-d DIR -o FILE -output FILE --out FILE --go_out=DIR --js_out=DIR --python_out=DIR --cpp_out=DIR --java_out=DIR --ts_out=DIR':
        'write',
      '-processorpath PATH --processor-path PATH -Xplugin FILE --plugin=FILE -load-plugin-library FILE -pgmF FILE':
        'opaque a compiler plugin',
      '-sourcepath PATH -source N -target N --release N -encoding NAME -I DIR --proto_path=DIR -L DIR -l NAME': 'plain',
      '-e CODE -expression CODE --eval CODE': 'opaque code in an argument',
      '-run FILE -script FILE': 'code',
      '-cp PATH -classpath PATH --class-path PATH': 'may name code',
      '-pp COMMAND -ppx COMMAND': 'run',
    },
    otherOptions: 'plain',
    commands: {
      'eval e': { tier: 'execute', does: ['opaque code in an argument'], otherOptions: 'plain', operands: 'plain' },
      'run r': { tier: 'execute', operands: ['code', 'plain...'] },
    },
    operands: { '@/* @../* @~* @.*': 'opaque options from a file', '*': 'plain' },
    examples: {
      'javac @sources.txt': [],
      'javac @/tmp/x': 'opaque options from a file: `@/tmp/x`',
      "crystal eval 'x'": 'opaque code in an argument',
      'crystal run /tmp/x.cr': ['read /tmp/x.cr', 'opaque code in `/tmp/x.cr`'],
      "ocamlc -pp 'rm x' a.ml": ['run rm x', 'delete x'],
      'javac -d out A.java': 'write out',
      'protoc --plugin=/tmp/x a.proto': 'opaque a compiler plugin: `/tmp/x`',
    },
  },
  'java javaw': {
    ...java,
    custom: runJava,
    examples: {
      'java -jar app.jar': 'read app.jar',
      'java -jar /tmp/x.jar': ['read /tmp/x.jar', 'opaque code in `/tmp/x.jar`'],
      'java -version': [],
      'java -Dcom.sun.management.jmxremote.port=9 -jar app.jar': ['change network/listen 9', 'read app.jar'],
      'java Main.java x': 'read Main.java',
      'java --source 17 /tmp/Evil': ['read /tmp/Evil', 'opaque code in `/tmp/Evil`'],
      'java com.example.Main /srv/x': [],
      'java -cp build:/usr/share/java/junit.jar Main': [],
      'java -cp a.jar:/tmp/x Main': 'opaque `java` may run or write a file outside the project: `a.jar:/tmp/x`',
      'java -cp ../../x Main': 'opaque `java` may run or write a file outside the project: `../../x`',
      'java -Xbootclasspath/a:/tmp/x.jar A':
        'opaque `java` may run or write a file outside the project: `-Xbootclasspath/a:/tmp/x.jar`',
      'java -javaagent:x.jar A': 'opaque code loaded into java: `-javaagent:x.jar`',
    },
  },
}

const javaLoads = /^(-(javaagent|agentpath|agentlib):|-XX:(OnError|OnOutOfMemoryError|Flags|VMOptionsFile)=|@)/

/** Some options name the code they load or run after a colon. */
function runJava(call: ProgramCall): void {
  applyTable(java, call)
  const loads = call.args.map(wordText).find(arg => javaLoads.test(arg))
  if (loads !== undefined) call.opaque(`code loaded into java: \`${loads}\``)
  // A source file instead of a class name is compiled and run.
  const { options, operands } = sortArguments(call.args, compileProgram(java))
  const [first = ''] = operands
  const hasMain = options.some(({ option }) => ['-jar', '-m', '--module'].includes(option.name))
  if (!hasMain && /^[/.~]|\.java$/.test(wordText(first))) call.code(first, 'java FILE')
}
