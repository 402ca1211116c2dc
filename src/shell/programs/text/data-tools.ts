import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { Program, Programs } from '../engine/table.ts'
import { runStdin } from '../languages/run-code.ts'
import { packageReads } from '../shared/package-commands.ts'

/** Its macros can start programs. */
const m4: Program = {
  tier: 'write',
  options: { '-D NAME --define=NAME -U NAME -I DIR --include=DIR -P --prefix-builtins -s -Q -E -g': 'plain' },
  operands: 'code',
}

/** Small tools for numbers and structured text: they read files and print. */
export const dataTools: Programs = {
  b3sum: {
    tier: 'read',
    options: {
      '-l N --length=N --seek=N --num-threads=N --derive-key=TEXT': 'plain',
      '-c --check --keyed --no-names --raw --tag --no-mmap --quiet -z --zero': 'plain',
    },
    operands: 'read',
    examples: { 'b3sum -c a': 'read a' },
  },
  diffstat: {
    tier: 'read',
    options: {
      '-o FILE -e FILE': 'write',
      '-S DIR -D DIR': 'read',
      '-f N -n N -N N -p N -w N': 'plain',
      '-b -c -C -E -h -k -K -l -m -q -r[N] -R -s -t -T -u -v -V -d': 'plain',
    },
    operands: 'read',
    examples: { 'diffstat -p1 a.diff': 'read a.diff', 'diffstat -o x a.diff': ['write x', 'read a.diff'] },
  },
  wdiff: {
    tier: 'read',
    options: {
      '-a --auto-pager': 'opaque a pager',
      '-w TEXT --start-delete=TEXT -x TEXT --end-delete=TEXT -y TEXT --start-insert=TEXT -z TEXT --end-insert=TEXT':
        'plain',
      '-1 --no-deleted -2 --no-inserted -3 --no-common -d --diff-input -i --ignore-case -l --less-mode -n --avoid-wraps -p --printer -s --statistics -t --terminal':
        'plain',
    },
    operands: 'read',
    examples: { 'wdiff -3 a b': ['read a', 'read b'] },
  },
  cmark: {
    tier: 'read',
    options: {
      '-t FORMAT --to=FORMAT --width=N': 'plain',
      '--sourcepos --hardbreaks --nobreaks --smart --safe --unsafe --validate-utf8': 'plain',
    },
    operands: 'read',
    examples: { 'cmark -t html a.md': 'read a.md' },
  },
  qrencode: {
    tier: 'write',
    options: {
      '-o FILE --output=FILE': { '-': 'plain', '*': 'write' },
      '-r FILE --read-from=FILE': 'read',
      '-s N --size=N -l LEVEL --level=LEVEL -v N --symversion=N -m N --margin=N -d N --dpi=N -t TYPE --type=TYPE --foreground=COLOR --background=COLOR':
        'plain',
      '-S --structured -k --kanji -c --casesensitive -i --ignorecase -8 --8bit -M --micro --rle --svg-path --inline --strict-version --verbose':
        'plain',
    },
    operands: 'plain',
    examples: { 'qrencode -o x.png hi': 'write x.png' },
  },
  bc: {
    tier: 'read',
    options: {
      '-e TEXT --expression=TEXT': 'plain',
      '-f FILE --file=FILE': 'read',
      '-l -q -s -w -i -V -h -S[N] -I[N] -E[N] --mathlib --quiet --standard --warn': 'plain',
    },
    operands: 'read',
    examples: { 'bc -l a.bc': 'read a.bc' },
  },
  'xq tomlq tomljson gron ungron jless htmlq pup': {
    tier: 'read',
    options: {
      '-f TEXT --filename=FILE --from-file=FILE': 'read',
      '-i --in-place -w --write': ['operands write', 'tier write'],
      '-a NAME --attribute=NAME -p --pretty -t --text -r --raw-output -c -s --stream -m -k -u -j --json -n --indent=N --color[=WHEN] --arg=NAME --argjson=NAME -S -e -x':
        'plain',
    },
    // Whether an operand is a filter or a file depends on the program.
    operands: { '*://*': 'connect', '*': 'read' },
    examples: { 'gron a.json': 'read a.json', 'gron https://e.example/a': 'connect e.example' },
  },
  'xsv qsv csvtk': {
    tier: 'read',
    options: {
      '-o FILE --output=FILE --out-file=FILE': ['write', 'tier write'],
      '-s LIST --select=LIST -d SEP --delimiter=SEP -n N -l N -t N -g LIST --sort=LIST -k LIST -p N -j N': 'plain',
    },
    otherOptions: 'plain',
    commands: {
      'headers stats count cat head tail select search sort frequency freq table slice sample dedup fmt flatten input fixlengths index join tojsonl validate schema summary pretty cut uniq grep replace rename nrow ncol dim concat transpose':
        { tier: 'read', otherOptions: 'plain', operands: 'read' },
      'split partition splitxlsx': { tier: 'write', otherOptions: 'plain', operands: 'write' },
    },
    examples: {
      'xsv stats a.csv': 'read a.csv',
      'xsv split out a.csv': ['write out', 'write a.csv'],
      'qsv luau x': 'opaque unknown subcommand `luau` of `qsv`',
    },
  },
  // Its language can start programs and write files; verbs are chained with `then`.
  mlr: {
    tier: 'read',
    options: {
      '-I': ['operands write', 'tier write'],
      '--prepipe=COMMAND --prepipex=COMMAND': 'run',
      '--from=FILE': 'read',
      '-s FILE -f FILE': ['read', 'opaque an mlr program from a file'],
      '--ifs=SEP --ofs=SEP --fs=SEP --ips=SEP --ops=SEP --ps=SEP --irs=SEP --ors=SEP --nr-progress-mod=N --ofmt=FORMAT':
        'plain',
    },
    otherOptions: 'plain',
    operands: {
      tee: 'opaque a verb that writes files',
      split: 'opaque a verb that writes files',
      '*system*(*': 'opaque a program started by an expression',
      '*exec*(*': 'opaque a program started by an expression',
      '*>*': 'opaque an expression that may write files',
      '*|*': 'opaque an expression that may write files',
      '*': 'read',
    },
    examples: {
      'mlr --icsv --ojson cat a.csv': ['read cat', 'read a.csv'],
      "mlr -n put 'end{system (1)}'": ['opaque a program started by an expression: `end{system (1)}`', 'read put'],
      'mlr cat then put \'system("id")\' a.csv': [
        'opaque a program started by an expression: `system("id")`',
        'read a.csv',
        'read cat',
        'read put',
        'read then',
      ],
    },
  },
  dasel: {
    tier: 'read',
    options: {
      '-f FILE --file=FILE': 'read',
      '-o FILE --out=FILE': ['write', 'tier write'],
      '-r FORMAT --read=FORMAT -w FORMAT --write=FORMAT -s TEXT --selector=TEXT -v TEXT -t TYPE': 'plain',
    },
    commands: {
      put: { tier: 'write', options: { '-f FILE --file=FILE': 'write' }, otherOptions: 'plain', operands: 'plain' },
      delete: { tier: 'write', options: { '-f FILE --file=FILE': 'write' }, otherOptions: 'plain', operands: 'plain' },
    },
    operands: 'plain',
    otherOptions: 'plain',
    examples: { 'dasel -f a.json .x': 'read a.json', 'dasel put -f a.json -v 1 .x': 'write a.json' },
  },
  'uchardet chardetect enca fc-list fc-match fc-query fc-scan xrandr xdpyinfo xwininfo glxinfo vulkaninfo rocm-smi nvtop onefetch':
    {
      tier: 'read',
      options: {
        '--output=NAME --mode=NAME --rate=N --scale=N --rotate=HOW --auto --off --primary -s SIZE':
          'change system/configure',
      },
      otherOptions: 'plain',
      operands: 'read',
      examples: { 'uchardet a': 'read a', 'fc-list': [], xrandr: [] },
    },
  'pkg-config pkgconf pg_config mysql_config sdl2-config python-config python3-config llvm-config curl-config xml2-config':
    {
      ...packageReads,
      tier: 'read',
      examples: { 'pkg-config --cflags openssl': [] },
    },
  'llvm-dwarfdump': {
    tier: 'read',
    options: { '-o FILE --out-file=FILE': 'write', '--name=NAME --find=NAME --arch=NAME': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'llvm-dwarfdump -o a b.o': ['write a', 'read b.o'] },
  },
  'addr2line c++filt llvm-cxxfilt dyldinfo llvm-nm llvm-readelf llvm-size llvm-symbolizer eu-readelf pahole bloaty rustfilt':
    {
      tier: 'read',
      options: { '-e FILE --exe=FILE': 'read' },
      otherOptions: 'plain',
      operands: 'plain',
      examples: { 'addr2line -e app 0x1234': 'read app' },
    },
  'ctags etags gtags cscope': {
    tier: 'write',
    options: {
      '-f FILE -o FILE --output=FILE': { '-': 'plain', '*': 'write' },
      '-R[WHEN] --recurse[=WHEN] -e -a -n -x -u -V --append[=WHEN] --languages=LIST --exclude=PATTERN --kinds-all=LIST --fields=LIST --extras=LIST --tag-relative[=WHEN] --sort=WHEN -b -q -k --list-languages --list-kinds[=LANG]':
        'plain',
      '-L FILE -i FILE': 'read',
      '--options=FILE --filter-terminator=TEXT': 'opaque options from a file',
    },
    operands: 'read',
    examples: { 'ctags -R .': 'read /home/dev/project' },
  },
  // It keeps a history of directories; its output is not tracked.
  zoxide: {
    tier: 'write',
    commands: { query: packageReads },
    options: { '-V': 'plain' },
    examples: { 'zoxide query foo': [] },
  },
  m4: {
    ...m4,
    custom: call => {
      applyTable(m4, call)
      const { operands } = sortArguments(call.args, compileProgram(m4))
      if (operands.length === 0) runStdin(call, null)
    },
    examples: {
      'echo x | m4 -P': ['run m4 -P', 'opaque m4 code in an argument'],
      'm4 a.m4': 'read a.m4',
      'm4 /tmp/a': ['read /tmp/a', 'opaque code in `/tmp/a`'],
    },
  },
}
