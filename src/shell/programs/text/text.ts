import { knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { credentialNames } from '../engine/credential-names.ts'
import { eitherDash } from '../engine/either-dash.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'
import { writesHere } from '../shared/writes-here.ts'

const astGrep: Program = {
  tier: 'read',
  options: { '-U --update-all': 'operands write' },
  commands: {
    'run scan': {
      tier: 'read',
      options: {
        '-p PATTERN --pattern=PATTERN -r TEXT --rewrite=TEXT -l LANG --lang=LANG --globs=GLOB --selector=KIND --strictness=LEVEL --inline-rules=TEXT --format=NAME -A N -B N -C N':
          'plain',
        '--rule=FILE -c FILE --config=FILE': 'read',
        '-U --update-all -i --interactive': ['operands write', 'tier write'],
      },
      otherOptions: 'plain',
      operands: 'read',
    },
  },
}

/** Patterns with which a search selects `.env` files. */
const pickedSecrets = {
  '.env.example* .env.sample* .env.template* .env.dist*': 'plain',
  '.env* */.env* *env .e? .en? .?': 'change secrets/search',
} as const

const uudecodeTable: Program = {
  tier: 'write',
  options: { '-o FILE --output-file=FILE': 'write' },
  operands: 'read',
}

/** A file whose name is only known at run time. */
const unnamedFile: Word = { parts: [{ hole: '…', yields: 'text' }] }

/** Searching and reshaping text. */
export const text: Programs = {
  'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep ggrep rgrep': {
    tier: 'read',
    options: {
      '-e PATTERN --regexp=PATTERN': 'first operand',
      '-f FILE --file=FILE': ['read', 'first operand'],
      '-r -R --recursive --dereference-recursive': ['recursive', 'here'],
      '--exclude-from=FILE': 'read',
      // A search restricted to certain files reads them, wherever it starts.
      '--include=GLOB': { ...pickedSecrets, '*': 'read' },
      '-A N -B N -C N -m N --context=N --after-context=N --before-context=N --max-count=N --exclude=GLOB --exclude-dir=GLOB --color[=WHEN] --colour[=WHEN] -d ACTION -D ACTION --directories=ACTION --devices=ACTION --label=LABEL --binary-files=TYPE --group-separator=SEP':
        'plain',
    },
    otherOptions: 'plain',
    operands: ['plain', 'read...'],
    examples: {
      "grep 'sudo' README.md": 'read README.md',
      'grep -e a -e b x': 'read x',
      'grep -r a': 'read /home/dev/project',
      'grep a': [],
    },
  },
  'rg ripgrep': {
    tier: 'read',
    does: ['recursive', 'here'],
    options: {
      '-e PATTERN --regexp=PATTERN': 'first operand',
      '-f FILE --file=FILE': ['read', 'first operand'],
      '--files --type-list': 'first operand',
      '-A N -B N -C N -m N -t TYPE -T TYPE -j N -M N -r TEXT -E NAME -d N --after-context=N --before-context=N --type=TYPE --context=N --max-count=N --max-depth=N --sort=KEY --sortr=KEY --color=WHEN --colors=SPEC --replace=TEXT --threads=N --type-not=TYPE --type-add=SPEC --type-clear=TYPE --max-columns=N --max-filesize=N --encoding=NAME --engine=NAME --context-separator=SEP --field-match-separator=SEP --field-context-separator=SEP --path-separator=SEP --dfa-size-limit=N --regex-size-limit=N --hyperlink-format=FORMAT --generate=KIND':
        'plain',
      '-g GLOB --glob=GLOB --iglob=GLOB': { '!*': 'plain', ...pickedSecrets, '*': 'plain' },
      '--pre=COMMAND': ['run', 'opaque a program started for each file'],
      '--hostname-bin=COMMAND': 'run',
      '--pre-glob=GLOB': 'plain',
      // Without this it skips hidden files.
      '--hidden -. -u -uu -uuu --unrestricted': 'recursive',
      '--ignore-file=FILE': 'read',
    },
    otherOptions: 'plain',
    env: { RIPGREP_CONFIG_PATH: 'opaque extra options for rg' },
    operands: ['plain', 'read...'],
    examples: {
      'rg --pre ./evil.sh foo': [
        'run ./evil.sh',
        'opaque a program started for each file: `./evil.sh`',
        'read /home/dev/project',
      ],
      "rg -n -g '*.ts' foo src": 'read src',
      'rg --files src': 'read src',
    },
  },
  'ag ack ack-grep': {
    tier: 'read',
    does: ['recursive', 'here'],
    options: {
      '-A N -B N -C N -m N -G PATTERN --after=N --before=N --context=N --max-count=N --depth=N --ignore=GLOB --ignore-dir=NAME --ignore-file=FILTER --type=TYPE --type-add=SPEC --type-set=SPEC --file-search-regex=PATTERN --output=FORMAT --include=GLOB --exclude=GLOB':
        'plain',
      '--pager=COMMAND --filter=COMMANDS --view=COMMAND': 'run',
      '-p FILE --path-to-ignore=FILE --files-from=FILE': 'read',
      '--ackrc=FILE --config=FILE': 'opaque options from a file',
      '--save-config[=FILE]': 'write',
    },
    otherOptions: 'plain',
    env: { 'ACKRC ACK_PAGER ACK_OPTIONS': 'opaque extra options for ack' },
    operands: ['plain', 'read...'],
    examples: { 'ag foo src': 'read src', 'ack --pager=id foo': ['run id', 'read /home/dev/project'] },
  },
  'ast-grep sg': {
    ...astGrep,
    custom: runAstGrep,
    examples: {
      "ast-grep run -p 'a($X)' -l ts src": 'read src',
      'sg run -p a -r b -U src': 'write src',
      "sg -p 'a($X)' src": 'read src',
      'sg -p a -r b -U src': 'write src',
      'sg docker -c "rm x"': ['opaque unknown option `-c` of `sg`', 'opaque unknown subcommand `docker` of `sg`'],
    },
  },
  'locate plocate mlocate slocate': {
    tier: 'read',
    options: { '-n N -l N --limit=N': 'plain', '-d FILE --database=FILE': 'read' },
    otherOptions: 'plain',
    operands: credentialNames,
    examples: { 'locate -n 5 a.txt': [], 'locate id_rsa': 'change secrets/search id_rsa' },
  },
  sort: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE': { '-': 'plain', '*': 'write' },
      '--compress-program=COMMAND': 'run',
      '-k KEY --key=KEY -t SEP --field-separator=SEP -S SIZE --buffer-size=SIZE --parallel=N --sort=WORD --batch-size=N':
        'plain',
      '-T DIR --temporary-directory=DIR': 'write',
      '--files0-from=FILE': 'read listed',
      '--random-source=FILE': 'read',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: {
      'sort -o out in': ['write out', 'read in'],
      'sort -t, -k2 in': 'read in',
      'sort --compress-program=./x in': ['run ./x', 'read in'],
    },
  },
  uniq: {
    tier: 'read',
    options: { '-f N -s N -w N --skip-fields=N --skip-chars=N --check-chars=N': 'plain' },
    otherOptions: 'plain',
    operands: ['read', 'write'],
    examples: { 'uniq -c in': 'read in', 'uniq in out': ['read in', 'write out'] },
  },
  'cut csvcut': {
    tier: 'read',
    options: {
      '-d TEXT --delimiter=TEXT -f LIST --fields=LIST -c LIST --characters=LIST --columns=LIST -b LIST --bytes=LIST --output-delimiter=TEXT':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'cut -d : -f 1 /etc/group': 'read /etc/group' },
  },
  'paste fold fmt': {
    tier: 'read',
    options: { '-d LIST --delimiters=LIST -w N --width=N': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'paste a b': ['read a', 'read b'], 'fold -b a': 'read a', 'fmt -w 80 a': 'read a' },
  },
  'expand unexpand': {
    tier: 'read',
    options: { '-t LIST --tabs=LIST': 'plain' },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'unexpand -a a': 'read a', 'expand -t 4 a': 'read a' },
  },
  'join datamash': {
    tier: 'read',
    options: {
      '-t SEP --field-separator=SEP': 'plain',
      '-a N -v N -e TEXT -j N -1 N -2 N -o LIST': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'join -t , -1 2 a b': ['read a', 'read b'] },
  },
  column: {
    tier: 'read',
    options: {
      '-s SEP --separator=SEP -c N --output-width=N -o SEP --output-separator=SEP -N LIST --table-columns=LIST -R LIST --table-right=LIST -T LIST --table-truncate=LIST -H LIST --table-hide=LIST -O LIST --table-order=LIST -W LIST --table-wrap=LIST -l N --table-columns-limit=N -n NAME --table-name=NAME':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'column -t -s , a.csv': 'read a.csv' },
  },
  ptx: {
    tier: 'read',
    options: {
      // The second operand is then the output file.
      '-G --traditional': 'operands write',
      '-b FILE --break-file=FILE -i FILE --ignore-file=FILE -o FILE --only-file=FILE': 'read',
      '-g N --gap-size=N -w N --width=N -S RE --sentence-regexp=RE -W RE --word-regexp=RE -F TEXT --flag-truncation=TEXT -M NAME --macro-name=NAME --format=FORMAT':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'ptx -w 80 a': 'read a', 'ptx -G a b': ['write a', 'write b'] },
  },
  pv: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE -P FILE --pidfile=FILE -U FILE --store-and-forward=FILE': 'write',
      '-L RATE --rate-limit=RATE -B SIZE --buffer-size=SIZE -i SEC --interval=SEC -w N --width=N -H N --height=N -N NAME --name=NAME -D SEC --delay-start=SEC -s SIZE --size=SIZE -F FORMAT --format=FORMAT -A N --last-written=N -m SEC --average-rate-window=SEC':
        'plain',
      '-d PID --watchfd=PID -R PID --remote=PID': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'pv -s 10m a': 'read a', 'pv -o b a': ['write b', 'read a'] },
  },
  'comm pr tsort look csvgrep csvlook csvstat csvjson in2csv ts': {
    tier: 'read',
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'comm -12 a b': ['read a', 'read b'], 'pr -t a': 'read a' },
  },
  'tr envsubst gettext': { tier: 'read', otherOptions: 'plain', examples: { 'tr a-z A-Z': [] } },
  shuf: {
    tier: 'read',
    options: {
      '-n N --head-count=N -i RANGE --input-range=RANGE': 'plain',
      '-o FILE --output=FILE': 'write',
      '--random-source=FILE': 'read',
      '-e --echo': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'shuf -n 1 words': 'read words' },
  },
  'iconv base64 base32 basenc uuencode': {
    tier: 'read',
    options: {
      '-f NAME -t NAME --from-code=NAME --to-code=NAME -w N --wrap=N -b N --break=N': 'plain',
      '-o FILE --output=FILE': 'write',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'base64 -d key.b64': 'read key.b64', 'iconv -f latin1 -t utf8 -o b a': ['write b', 'read a'] },
  },
  uudecode: {
    ...uudecodeTable,
    custom: call => {
      applyTable(uudecodeTable, call)
      // Without the option, the file itself says where its contents go.
      if (!call.args.some(arg => /^(-o|--output-file)/.test(wordText(arg))))
        call.touch('write', unnamedFile, 'name in the file')
    },
    examples: { 'uudecode -o out x.uu': ['write out', 'read x.uu'] },
  },
  'dos2unix unix2dos mac2unix': {
    tier: 'write',
    options: {
      '-k --keepdate -q --quiet -f --force -b --keep-bom -s --safe -v --verbose -o --oldfile': 'plain',
      '-n --newfile': 'operands write',
    },
    operands: 'write',
    examples: { 'dos2unix a.txt': 'write a.txt' },
  },
  sd: {
    tier: 'write',
    options: {
      '-p --preview': 'dry run',
      '-F --fixed-strings -s --string-mode -A --across': 'plain',
      '-f FLAGS --flags=FLAGS -n N --max-replacements=N': 'plain',
    },
    operands: ['plain', 'plain', 'write...'],
    examples: { 'sd a b x.txt': 'write x.txt', 'sd -p a b x.txt': [] },
  },
  // One dash works like two.
  xmllint: {
    tier: 'read',
    singleDash: true,
    options: eitherDash({
      '-o FILE -output FILE': 'write',
      '-xpath EXPRESSION -encode NAME -pretty N -maxmem N -dtdvalidfpi NAME -pattern PATTERN -max-ampl N': 'plain',
      '-schema FILE -relaxng FILE -schematron FILE -dtdvalid FILE -path DIR': 'read',
      '-shell': 'opaque an interactive XML shell',
    }),
    otherOptions: 'plain',
    operands: 'read',
    examples: {
      'xmllint --format a.xml': 'read a.xml',
      'xmllint --output b.xml a.xml': ['write b.xml', 'read a.xml'],
      'xmllint -output b.xml a.xml': ['write b.xml', 'read a.xml'],
    },
  },
  pandoc: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE --extract-media=DIR --log=FILE': 'write',
      '-F PROGRAM --filter=PROGRAM -L FILE --lua-filter=FILE --pdf-engine=PROGRAM -d FILE --defaults=FILE': 'code',
      '--pdf-engine-opt=TEXT': {
        '*shell-escape* *write18*': 'opaque programs that a document may start',
        '*': 'may name code',
      },
      '-f FORMAT --from=FORMAT --read=FORMAT -t FORMAT --to=FORMAT --write=FORMAT': { '*.lua': 'code', '*': 'plain' },
      '-M KEY --metadata=KEY -V KEY --variable=KEY --toc-depth=N --wrap=HOW --columns=N --highlight-style=NAME --syntax-highlighting=NAME --shift-heading-level-by=N --slide-level=N --top-level-division=NAME --markdown-headings=NAME --mathjax[=URL] --katex[=URL]':
        'plain',
      '--template=FILE -c FILE --css=FILE -H FILE --include-in-header=FILE -B FILE --include-before-body=FILE -A FILE --include-after-body=FILE --bibliography=FILE --csl=FILE --reference-doc=FILE --metadata-file=FILE --resource-path=PATH --data-dir=DIR':
        'read',
      '-s --standalone --toc --table-of-contents -N --number-sections --self-contained --embed-resources --no-highlight --citeproc -C --mathml --ascii --sandbox --quiet --verbose --list-input-formats --list-output-formats --section-divs -v --version':
        'plain',
    },
    commands: {
      lua: { tier: 'execute', options: { '-e CODE': 'opaque code in an argument' }, operands: ['code', 'plain...'] },
      server: { tier: 'execute', does: ['change network/listen'], otherOptions: 'plain' },
    },
    operands: { 'http*://*': 'connect', '*': 'read' },
    examples: {
      'pandoc lua /tmp/x.lua': ['read /tmp/x.lua', 'opaque code in `/tmp/x.lua`'],
      'pandoc --pdf-engine-opt=-shell-escape a.md': [
        'opaque programs that a document may start: `-shell-escape`',
        'read a.md',
      ],
      'pandoc -s a.md -o a.html': ['write a.html', 'read a.md'],
      'pandoc --lua-filter=/tmp/x.lua a.md': ['read /tmp/x.lua', 'opaque code in `/tmp/x.lua`', 'read a.md'],
    },
  },
  split: {
    ...writesHere(
      {
        tier: 'write',
        options: {
          '-b SIZE --bytes=SIZE -C SIZE --line-bytes=SIZE -l N --lines=N -n N --number=N -a N --suffix-length=N -t SEP --separator=SEP -p PATTERN --additional-suffix=TEXT':
            'plain',
          '-d --numeric-suffixes[=N] -x --hex-suffixes[=N] -e --elide-empty-files -u --unbuffered --verbose': 'plain',
          '--filter=COMMAND': 'run',
        },
        operands: ['read', 'write prefix'],
      },
      call => call.args.includes('--version'),
    ),
    examples: {
      'split -b 1m big part_': ['read big', 'write part_*', 'write /home/dev/project'],
      'split --filter=id big': ['run id', 'read big', 'write /home/dev/project'],
    },
  },
  csplit: {
    ...writesHere(
      {
        tier: 'write',
        options: {
          '-b FORMAT --suffix-format=FORMAT': { '*/*': 'opaque file names that lead elsewhere', '*': 'plain' },
          '-n N --digits=N': 'plain',
          '-f PREFIX --prefix=PREFIX': 'write prefix',
          '-k --keep-files -s -q --quiet --silent -z --elide-empty-files --suppress-matched': 'plain',
        },
        operands: ['read', 'plain...'],
      },
      call => call.args.includes('--version'),
    ),
    examples: {
      'csplit a.txt /x/': ['read a.txt', 'write /home/dev/project'],
      'csplit -b %02d.txt a.txt /x/': ['read a.txt', 'write /home/dev/project'],
      'csplit -b ../../%d a.txt /x/': [
        'opaque file names that lead elsewhere: `../../%d`',
        'read a.txt',
        'write /home/dev/project',
      ],
    },
  },
  tee: {
    tier: 'read',
    options: { '-a --append -i --ignore-interrupts -p --output-error[=MODE]': 'plain' },
    operands: 'write',
    examples: { 'tee -a log.txt': 'write log.txt' },
  },
  sponge: {
    tier: 'read',
    options: { '-a': 'plain' },
    operands: 'write',
    examples: { 'sponge a.txt': 'write a.txt' },
  },
}

/** A pattern without a subcommand means `run`; `sg GROUP -c COMMAND` is a different program with the same name. */
function runAstGrep(call: ProgramCall): void {
  const isPattern = /^(-p|--pattern(=|$))/.test(knownPrefix(call.args[0] ?? ''))
  applyTable(astGrep, isPattern ? { ...call, args: ['run', ...call.args] } : call)
}
