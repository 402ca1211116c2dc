import { sizes } from '../engine/sizes.ts'
import type { Programs } from '../engine/table.ts'

/** Programs that show files, directories and information about the machine. */
export const viewers: Programs = {
  // `ll` and `la` are common aliases of `ls`.
  'ls ll la dir vdir exa eza lsd': {
    tier: 'read',
    options: {
      '-I GLOB --ignore=GLOB --hide=GLOB --ignore-glob=GLOB --width=N --tabsize=N --sort=KEY --time=KIND --time-style=STYLE --color[=WHEN] --format=STYLE --block-size=SIZE --level=N':
        'plain',
      '-R --recursive --tree': 'recursive',
    },
    otherOptions: 'plain',
    operands: 'list',
    examples: { 'ls -la src': 'read src', "ls -I '*.o' src": 'read src' },
  },
  tree: {
    tier: 'read',
    options: {
      '-L N -P GLOB -I GLOB -H URL -T TITLE --filelimit=N --charset=NAME --sort[=KEY] --timefmt=FORMAT': 'plain',
      '-o FILE': 'write',
      '-R': 'plain',
      '--fromfile': 'operands read',
    },
    otherOptions: 'plain',
    operands: 'list',
    examples: { 'tree -L 2 src': 'read src', 'tree -o out.txt src': ['write out.txt', 'read src'] },
  },
  'cat tac zcat gzcat bzcat xzcat zstdcat lz4cat rev cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum':
    {
      tier: 'read',
      options: { '--separator=TEXT --length=N': 'plain' },
      otherOptions: 'plain',
      operands: 'read',
      examples: { 'cat -n .env': 'read .env', 'sha256sum -c SUMS': 'read SUMS' },
    },
  'readelf objdump nm size otool': {
    tier: 'read',
    options: {
      '--plugin=FILE': 'code',
      '--section=NAME --start-address=N --stop-address=N': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: {
      'nm -C a.o': 'read a.o',
      'nm --plugin=/tmp/x.so a.o': ['read /tmp/x.so', 'opaque code in `/tmp/x.so`', 'read a.o'],
    },
  },
  // It may start the program that it inspects.
  ldd: {
    tier: 'read',
    otherOptions: 'plain',
    operands: { '/usr/*': 'read', '/bin/*': 'read', '/lib/*': 'read', '*': 'code' },
    examples: { 'ldd /usr/bin/ls': 'read /usr/bin/ls', 'ldd /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'] },
  },
  'md5 shasum': {
    tier: 'read',
    options: { '-a N --algorithm=N': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'shasum -a 256 x.tgz': 'read x.tgz' },
  },
  'head tail': {
    tier: 'read',
    options: {
      '-c N --bytes=N': sizes,
      '-n N --lines=N --pid=N -s N --sleep-interval=N --max-unchanged-stats=N': 'plain',
    },
    otherOptions: 'plain',
    operands: { '+?': 'plain', '+??': 'plain', '+???': 'plain', '*': 'read' },
    examples: { 'head -n 5 a.txt': 'read a.txt', 'tail -f app.log': 'read app.log', 'head -20 a.txt': 'read a.txt' },
  },
  wc: {
    tier: 'read',
    options: { '--files0-from=FILE': 'read listed', '--total=WHEN': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'wc -c a.txt': 'read a.txt' },
  },
  od: {
    tier: 'read',
    options: {
      '-A RADIX --address-radix=RADIX -t TYPE --format=TYPE -N N --read-bytes=N -j N --skip-bytes=N -S N --strings[=N] -w[N] --width[=N]':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'od -c a.bin': 'read a.bin', 'od -b a.bin': 'read a.bin', 'od -t x1 -N 8 a.bin': 'read a.bin' },
  },
  'hexdump hd nl strings': {
    tier: 'read',
    options: { '-n N --length=N --bytes=N --encoding=NAME --radix=RADIX': 'plain', '-f FILE': 'read' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'hexdump -C -n 16 a.bin': 'read a.bin', 'strings -n 8 a.bin': 'read a.bin' },
  },
  xxd: {
    tier: 'read',
    singleDash: true,
    options: {
      '-c N -cols N -g N -groupsize N -l N -len N -n NAME -name NAME -o N -offset N -s N -seek N -R WHEN': 'plain',
      '-r -revert': 'tier write',
    },
    otherOptions: 'plain',
    operands: ['read', 'write'],
    examples: { 'xxd -l 16 a.bin': 'read a.bin', 'xxd -r a.hex a.bin': ['read a.hex', 'write a.bin'] },
  },
  'hexyl dust duf tokei cloc scc glow mdcat pygmentize': {
    tier: 'read',
    options: {
      '--length=N --skip=N --depth=N': 'plain',
      '--vcs=NAME': { 'git svn auto': 'plain', '*': 'run' },
      '--extract-with=COMMAND': 'run',
      '-x': 'opaque a custom lexer, which is code',
      '-o FILE --output=FILE --out=FILE --report-file=FILE': 'write',
      // Options of cloc.
      '--sql=FILE --ignored=FILE --counted=FILE --found=FILE --categorized=FILE --diff-alignment=FILE --write-lang-def=FILE --write-lang-def-incl-dup=FILE':
        'write',
      '--config=FILE --read-lang-def=FILE --force-lang-def=FILE --list-file=FILE': 'read',
      // Options of pygmentize that affect its output.
      '-O OPTIONS -P OPTIONS': { '*file=*': 'opaque a file to read or write', '*': 'plain' },
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: {
      'cloc --sql=/srv/x src': ['write /srv/x', 'read src'],
      'pygmentize -O full,cssfile=a.css a.py': ['opaque a file to read or write: `full,cssfile=a.css`', 'read a.py'],
      'pygmentize -O style=monokai a.py': 'read a.py',
      'cloc --out=report.txt src': ['write report.txt', 'read src'],
      'cloc --vcs=git': [],
      "cloc --vcs='rm x' src": ['run rm x', 'delete x', 'read src'],
    },
  },
  file: {
    tier: 'read',
    options: {
      '-f FILE --files-from=FILE -m FILE --magic-file=FILE': 'read',
      '-F TEXT --separator=TEXT -e NAME --exclude=NAME -P SETTING --parameter=SETTING': 'plain',
      '-C --compile': 'tier write',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'file -b a.bin': 'read a.bin' },
  },
  stat: {
    tier: 'read',
    options: { '-c FORMAT --format=FORMAT --printf=FORMAT --cached=MODE': 'plain' },
    otherOptions: 'plain',
    operands: 'list',
    examples: { 'stat -c %s a.txt': 'read a.txt' },
  },
  'du df ncdu': {
    tier: 'read',
    options: {
      '-d N --max-depth=N -B SIZE --block-size=SIZE --exclude=GLOB -t SIZE --threshold=SIZE --time[=KIND] --output[=FIELDS] --type=TYPE --exclude-type=TYPE':
        'plain',
      '-X FILE --exclude-from=FILE': 'read',
      '--files0-from=FILE': 'read listed',
      '-o FILE': 'write',
    },
    otherOptions: 'plain',
    operands: 'list',
    examples: { 'du -sh -d 1 src': 'read src' },
  },
  'more most zmore lv': {
    tier: 'read',
    otherOptions: 'plain',
    operands: { '+*': 'plain', '*': 'read' },
    examples: { 'more -p .env': 'read .env' },
  },
  'less zless': {
    tier: 'read',
    options: {
      '-b N -h N -j N -p PATTERN --pattern=PATTERN -P PROMPT -t TAG -x N -y N -z N --tabs=N -D COLOR': 'plain',
      '-o FILE -O FILE --log-file=FILE --LOG-FILE=FILE': 'write',
      '-k FILE --lesskey-file=FILE --lesskey-src=FILE --lesskey-content=TEXT --cmd=COMMAND': 'opaque pager commands',
    },
    otherOptions: 'plain',
    env: { LESS: 'more options' },
    operands: {
      '+*!*': 'opaque a pager command',
      '+*|*': 'opaque a pager command',
      '+*': 'plain',
      '*': 'read',
    },
    examples: {
      'less +G app.log': 'read app.log',
      "less '+!id' a": ['opaque a pager command: `+!id`', 'read a'],
      'less -o copy a': ['write copy', 'read a'],
      'LESS=-R less a': 'read a',
      "LESS='+!id' less a": [
        'opaque `LESS` in the environment runs code: `+!id`',
        'opaque a pager command: `+!id`',
        'read a',
      ],
    },
  },
  'bat batcat': {
    tier: 'read',
    options: {
      '-l LANG --language=LANG -r RANGE --line-range=RANGE -H RANGE --highlight-line=RANGE --style=STYLE --theme=THEME --color=WHEN --paging=WHEN --wrap=MODE --tabs=N --map-syntax=RULE --file-name=NAME --terminal-width=N --decorations=WHEN --italic-text=WHEN --diff-context=N':
        'plain',
      '--pager=COMMAND': 'run',
    },
    otherOptions: 'plain',
    env: { BAT_OPTS: 'more options' },
    operands: 'read',
    examples: {
      'bat --paging=never a.ts': 'read a.ts',
      "bat --pager 'sh x' a.ts": ['run sh x', 'read x', 'read a.ts'],
    },
  },
  info: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE --dribble=FILE': 'write',
      '-f FILE --file=FILE -d DIR --directory=DIR': 'read',
      '--restore=FILE --init-file=FILE': 'opaque keys from a file',
      '-n NODE --node=NODE -k TEXT --apropos=TEXT --index-search=TEXT -v NAME --variable=NAME': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'info ls': [], 'info -o a ls': 'write a' },
  },
  'man apropos whatis tldr cheat': {
    tier: 'read',
    options: {
      '-P COMMAND --pager=COMMAND -H[COMMAND] --html[=COMMAND]': 'run',
      '-C FILE --config-file=FILE -M PATH --manpath=PATH': 'opaque configuration that names programs',
      '-l --local-file': 'operands read',
      '-k -f -a -w -S LIST -s LIST -L LOCALE -m SYSTEM -E ENCODING -r PROMPT -R[ENCODING] -p STRING': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'man rm': [], 'man -P id ls': 'run id' },
  },
  'pwd whoami id groups uname uptime nproc printenv tty locale cal ncal free lsb_release getconf logname users w who hostid pinky dircolors':
    {
      tier: 'read',
      otherOptions: 'plain',
      examples: { 'uname -a': [] },
    },
  getent: {
    tier: 'read',
    otherOptions: 'plain',
    operands: { 'shadow gshadow': 'change secrets/read', '*': 'plain' },
    commands: { 'hosts ahosts ahostsv4 ahostsv6': { tier: 'read', otherOptions: 'plain', operands: 'connect' } },
    examples: {
      'getent passwd dev': [],
      'getent shadow': 'change secrets/read shadow',
      'getent hosts example.com': 'connect example.com',
    },
  },
  hostname: {
    tier: 'read',
    options: { '-F FILE --file=FILE': ['read', 'change system/manage'], '-b --boot': 'change system/manage' },
    otherOptions: 'plain',
    operands: 'change system/manage',
    examples: { 'hostname -f': [], 'hostname evil': 'change system/manage evil' },
  },
  date: {
    tier: 'read',
    options: {
      '-d TEXT --date=TEXT -I[FORMAT] --iso-8601[=FORMAT] --rfc-3339=FORMAT -v ADJUSTMENT -z ZONE': 'plain',
      '-r FILE --reference=FILE': 'plain',
      '-f FILE --file=FILE': 'read',
      '-s TEXT --set=TEXT': 'change system/manage',
    },
    otherOptions: 'plain',
    // `MMDDhhmm`, with a year in two or four digits behind it: sets the clock.
    operands: { '0??????? 1??????? 0????????? 0??????????? 1???????????': 'change system/manage', '*': 'plain' },
    examples: {
      'date +%s': [],
      'date -s 2020-01-01': 'change system/manage 2020-01-01',
      'date 010100001971': 'change system/manage 010100001971',
    },
  },
  'echo printf sleep true false seq yes basename dirname expr which whereis type realpath readlink test factor numfmt pathchk tput stty reset clear banner figlet':
    {
      tier: 'read',
      otherOptions: 'plain',
      examples: { 'echo rm -rf /': [], 'realpath ../x': [] },
    },
  'cowsay cowthink': {
    tier: 'read',
    // A cow file is Perl code.
    options: { '-f FILE': 'code', '-e EYES -T TONGUE -W N': 'plain' },
    otherOptions: 'plain',
    examples: { 'cowsay moo': [] },
  },
  'neofetch fastfetch': {
    tier: 'read',
    options: { '--config=FILE -c FILE': 'opaque configuration that is code' },
    otherOptions: 'plain',
    examples: { neofetch: [] },
  },
  'cmp diff3 zcmp': {
    tier: 'read',
    options: { '--diff-program=COMMAND': 'run' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'cmp -s a b': ['read a', 'read b'] },
  },
  sdiff: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE': 'write',
      '-w N --width=N -I PATTERN --ignore-matching-lines=PATTERN --tabsize=N': 'plain',
      '--diff-program=COMMAND': 'run',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'sdiff -o c a b': ['write c', 'read a', 'read b'], 'sdiff -W a b': ['read a', 'read b'] },
  },
  'diff colordiff icdiff difft zdiff': {
    tier: 'read',
    options: {
      '-U N -C N -W N -x GLOB -X FILE -I PATTERN -F PATTERN -L LABEL --unified[=N] --context[=N] --width=N --exclude=GLOB --exclude-from=FILE --ignore-matching-lines=PATTERN --label=LABEL --color[=WHEN] --show-function-line=PATTERN --bytes=N --display=MODE --tabsize=N --horizon-lines=N --line-format=FORMAT':
        'plain',
      '--to-file=FILE --from-file=FILE': 'read',
      '-o FILE --output=FILE': 'write',
      '--diff-program=COMMAND': 'run',
      '-l --paginate': 'plain',
      '-r --recursive': 'recursive',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'diff -u a b': ['read a', 'read b'] },
  },
  delta: {
    tier: 'read',
    options: { '--pager=COMMAND': 'run', '--config=FILE': 'read' },
    otherOptions: 'plain',
    operands: 'read',
  },
}
