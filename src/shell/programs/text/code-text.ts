import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'

/** In place, unless they print to standard output. */
const layout: Program = { tier: 'write', operands: 'write' }

const ugrepOptions: Options = {
  '-e PATTERN --regexp=PATTERN': 'first operand',
  '-f FILE --file=FILE': 'read',
  '-A N --after-context=N -B N --before-context=N -C N --context=N -m N --max-count=N -g GLOB --glob=GLOB --iglob=GLOB -t TYPES --file-type=TYPES -O EXT --file-extension=EXT --include=GLOB --exclude=GLOB --include-dir=GLOB --exclude-dir=GLOB --ignore-files=GLOB -J N --jobs=N -D HOW --devices=HOW -d HOW --directories=HOW --depth=N -K RANGE --range=RANGE --sort=KEY --format=TEXT --replace=TEXT --color=WHEN --colour=WHEN --colors=TEXT --encoding=NAME --tabs=N --width=N --max-files=N --min-depth=N --max-depth=N -Z[N] --fuzzy[=N] --label=TEXT --separator=TEXT -M MAGIC --file-magic=MAGIC --binary-files=HOW --zmax=N --hexdump=HOW --stats=WHAT':
    'plain',
  '-a --text -b --byte-offset -c --count -E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -H --with-filename -h --no-filename -I --ignore-binary -i --ignore-case -j --smart-case -k --column-number -L --files-without-match -l --files-with-matches -N -n --line-number -o --only-matching -q --quiet -s --no-messages -T --initial-tab -U --ascii -u --ungroup -V -v --invert-match -W --with-hex -w --word-regexp -X --hex -x --line-regexp -Y --empty -y --any-line -z --decompress -0 --null -. --hidden -1 -2 -3 --bool --files --and --andnot --not --heading --no-heading --pretty --tree --csv --json --xml --cpp --dotall --line-buffered --mmap --no-ignore --stats --free-space --match --tag':
    'plain',
  '-R --dereference-recursive -r --recursive -S --dereference-files': 'recursive',
}

const xmlReads: Subcommand = {
  tier: 'read',
  options: {
    '-t --template -n --nl -T --text -C --comp -R --root -D --xml-decl -B --noblanks -I --indent -E NAME --encode=NAME -H --html -e NAME --elem=NAME -N BINDING -c XPATH --copy-of=XPATH -v XPATH --value-of=XPATH -m XPATH --match=XPATH -i XPATH --if=XPATH --elif=XPATH --else -s ORDER --sort=ORDER:ORDER -o TEXT --output=TEXT -a NAME --attr=NAME -b --break -f --inp-name --var NAME -w --well-formed -q --quiet -l --list-good -g --list-bad -u --unique -r --recover -d --dropdtd -Q --nocdata --nsclean --omit-decl --noindent --indent-tab --indent-spaces N':
      'plain',
  },
  operands: 'read',
}

/** Programs that search, lay out and rewrite source text, and that compute. */
export const codeText: Programs = {
  // `ug` would load a `.ugrep` file of the directory, which can name commands.
  ugrep: {
    tier: 'read',
    options: ugrepOptions,
    operands: ['plain', 'read...'],
    examples: {
      'ugrep -rn foo src': 'read src',
      // It runs a command on every file.
      "ugrep --filter='*:id' foo src": ['opaque unknown option `--filter` of `ugrep`', 'read src'],
      'ugrep --pager=id foo src': ['opaque unknown option `--pager` of `ugrep`', 'read src'],
    },
  },
  fastmod: {
    tier: 'write',
    options: {
      '-m --multiline -i --ignore-case -F --fixed-strings -p --print-changed-files --accept-all --hidden': 'plain',
      '-e LIST --extensions=LIST -g GLOB --glob=GLOB --iglob=GLOB': 'plain',
      '-d DIR --dir=DIR': 'write',
    },
    operands: ['plain', 'plain', 'write...'],
    examples: {
      'fastmod --accept-all -d src foo bar': 'write src',
      'fastmod foo bar ../other': 'write /home/dev/other',
    },
  },
  comby: {
    tier: 'read',
    options: {
      '-i --in-place': 'tier write',
      '-d DIR --directory=DIR': 'write',
      '-matcher NAME -m NAME -f LIST -rule TEXT -jobs N -exclude-dir LIST -extensions LIST -timeout N -max-depth N':
        'plain',
      '-match-only --match-only -stdin -stdout -diff -json-lines -count -sequential -newline-separated': 'plain',
      '-templates DIR': 'read',
    },
    operands: ['plain', 'plain', 'write...'],
    examples: {
      "comby 'a(:[1])' 'b(:[1])' a.go -i": 'write a.go',
      'comby x y -d /srv/x': 'write /srv/x',
    },
  },
  indent: {
    ...layout,
    options: {
      '-o FILE --output-file=FILE': 'write',
      '-st --standard-output': 'operands read',
      '-kr -gnu -orig -linux -nut -ut -bad -bap -bbb -bc -bl -br -brs -bls -cdb -ce -cs -hnl -lp -npcs -nprs -npsl -pcs -prs -psl -saf -sai -saw -sc -sob -ss -v -npro -as':
        'plain',
      '-i N -l N -ts N -ci N -cli N -c N -cd N -cp N -d N -di N -bli N -ip N -pi N -lc N -T NAME': 'plain',
    },
    examples: { 'indent -linux a.c': 'write a.c', 'indent -st a.c': 'read a.c' },
  },
  astyle: {
    ...layout,
    options: {
      '--style=NAME --indent=TEXT -s[N] -t[N] --max-code-length=N --mode=NAME --exclude=PATTERN --lineend=NAME --suffix=TEXT':
        'plain',
      '-A N -p -xg -H -U -c -k N -j -n -q -v -r --recursive -R --pad-oper --unpad-paren --pad-header --add-braces --break-blocks --convert-tabs --keep-one-line-statements --keep-one-line-blocks --align-pointer=NAME --indent-classes --indent-switches --indent-namespaces --formatted --quiet --verbose':
        'plain',
      '--dry-run': 'operands read',
      '--options=FILE': { none: 'plain', '*': 'read' },
      '--stdin=FILE': 'read',
      '--stdout=FILE': 'write',
    },
    examples: { 'astyle --style=kr -n a.c': 'write a.c', 'astyle --stdout=/etc/x a.c': ['write /etc/x', 'write a.c'] },
  },
  tidy: {
    tier: 'read',
    singleDash: true,
    options: {
      '-m -modify --modify': ['operands write', 'tier write'],
      '-o FILE -output FILE': ['write', 'tier write'],
      '-f FILE -file FILE': ['write', 'tier write'],
      '-config FILE': 'read',
      '-q -quiet -i -indent -c -clean -b -bare -g -gdoc -n -numeric -e -errors -u -upper -xml -asxml -asxhtml -ashtml -raw -ascii -latin1 -utf8 -utf16 -omit -access -show-errors -version -v -help-config -show-config':
        'plain',
      '-w N -wrap N -access N -language NAME': 'plain',
      '--indent WHEN --wrap N --show-warnings FLAG --drop-empty-elements FLAG --tidy-mark FLAG --doctype NAME --output-xhtml FLAG --show-body-only FLAG --indent-spaces N --new-blocklevel-tags LIST --new-inline-tags LIST':
        'plain',
    },
    operands: 'read',
    examples: {
      'tidy -q -e index.html': 'read index.html',
      'tidy -m index.html': 'write index.html',
      'tidy -o ~/.bashrc a.html': ['write /home/dev/.bashrc', 'read a.html'],
    },
  },
  'xmlstarlet xml': {
    tier: 'read',
    options: { '-q --quiet --no-doc-namespace --doc-namespace': 'plain' },
    commands: {
      'sel select val validate fo format el elements c14n canonic pyx xmln p2x depyx esc escape unesc unescape':
        xmlReads,
      'ed edit': {
        tier: 'read',
        options: {
          '-L --inplace': ['operands write', 'tier write'],
          '-P --pf -S --ps -O --omit-decl': 'plain',
          '-d XPATH --delete=XPATH -i XPATH --insert=XPATH -a XPATH --append=XPATH -s XPATH --subnode=XPATH -u XPATH --update=XPATH -r XPATH --rename=XPATH -m XPATH --move=XPATH -t TYPE --type=TYPE -n NAME -v TEXT --value=TEXT -x XPATH --expr=XPATH -N BINDING --var NAME':
            'plain',
        },
        operands: 'read',
      },
    },
    examples: {
      'xmlstarlet sel -t -v //a a.xml': 'read a.xml',
      'xmlstarlet ed -L -d //a a.xml': 'write a.xml',
      // A stylesheet can write files.
      'xmlstarlet tr x.xsl a.xml': 'opaque unknown subcommand `tr` of `xmlstarlet`',
    },
  },
  csvsql: {
    tier: 'read',
    options: {
      '-i NAME --dialect=NAME --query=SQL --tables=NAMES --delimiter=TEXT -d TEXT -t --tabs -q TEXT --quotechar=TEXT -e NAME --encoding=NAME --snifflimit=N -y N --no-constraints --no-inference -I --no-create --unique-constraint=NAMES -S --skipinitialspace -H --no-header-row --zero -v':
        'plain',
      '--db=URL': 'opaque a database that it may change',
    },
    operands: 'read',
    examples: {
      "csvsql --query 'select 1' a.csv": 'read a.csv',
      'csvsql --db postgresql:///x --insert a.csv': [
        'opaque a database that it may change: `postgresql:///x`',
        'opaque unknown option `--insert` of `csvsql`',
        'read a.csv',
      ],
    },
  },
  // `!` runs the rest of the line as a command.
  dc: {
    tier: 'read',
    options: {
      '-e CODE --expression=CODE': { '*!*': 'opaque a command inside dc', '*': 'plain' },
      '-f FILE --file=FILE': 'code',
    },
    operands: 'code',
    examples: {
      "dc -e '2 3 + p'": [],
      "dc -e '!id'": 'opaque a command inside dc: `!id`',
      'dc /tmp/x': ['read /tmp/x', 'opaque code in `/tmp/x`'],
    },
  },
  units: {
    tier: 'read',
    options: {
      '-f FILE --file=FILE': 'read',
      '-c --check --check-verbose -e --exponential -o FORMAT --output-format=FORMAT -q --quiet --silent -s --strict -t --terse -v --verbose -1 --one-line -d N --digits=N -r --round -S --show-factor -m --minus -p --product --compact -n --nolists -U --unitsfile -l NAME --locale=NAME -u NAME':
        'plain',
      '-H FILE --history=FILE -L FILE --log=FILE': ['write', 'tier write'],
    },
    operands: 'plain',
    examples: { "units '5 km' miles": [], 'units -L ~/.bashrc 1 2': 'write /home/dev/.bashrc' },
  },
  quilt: {
    tier: 'read',
    options: { '--quiltrc=FILE': { '-': 'plain', '*': 'code' } },
    commands: {
      'series applied unapplied top next previous files diff patches graph annotate header': {
        tier: 'read',
        options: { '-v -a -n -l -P NAME -p N -z -R --no-timestamps --no-index --color[=WHEN] --reverse': 'plain' },
        operands: 'plain',
      },
      'push pop refresh new fork rename import': {
        tier: 'write',
        options: {
          '-a -q -f -v -m --fuzz=N -p N -R --no-timestamps --no-index --strip-trailing-whitespace --refresh': 'plain',
        },
        operands: 'read',
      },
      'add revert': { tier: 'write', options: { '-P NAME': 'plain' }, operands: 'write' },
      delete: { tier: 'write', options: { '-n': 'plain', '-r --backup': 'change files/delete' }, operands: 'plain' },
    },
    examples: {
      'quilt series -v': [],
      'quilt push -a': [],
      'quilt --quiltrc=/tmp/x series': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'quilt mail --send': ['opaque unknown option `--send` of `quilt`', 'opaque unknown subcommand `mail` of `quilt`'],
    },
  },
  procs: {
    tier: 'read',
    options: {
      '-a --and -o --or -d --nand -r --nor -t --tree --thread -l --load -w --watch -W N --watch-interval=N -i NAME --insert=NAME --only=NAME --sortd=NAME --sorta=NAME -c WHEN --color=WHEN --theme=NAME -p WHEN --pager=WHEN --interval=N --no-header --json':
        'plain',
      '--load-config=FILE': 'read',
    },
    operands: 'plain',
    examples: {
      'procs --tree node': [],
      'procs --gen-completion bash': 'opaque unknown option `--gen-completion` of `procs`',
    },
  },
}
