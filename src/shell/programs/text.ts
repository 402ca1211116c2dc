import type { Programs } from './table.ts'

/** Searching and reshaping text. */
export const text: Programs = {
  'grep egrep fgrep zgrep': {
    tier: 'read',
    options: {
      '-e PATTERN --regexp=PATTERN': 'first operand',
      '-f FILE --file=FILE': ['read', 'first operand'],
      '-r -R --recursive --dereference-recursive': 'recursive',
      '-A N -B N -C N -m N --context=N --after-context=N --before-context=N --max-count=N --include=GLOB --exclude=GLOB --exclude-dir=GLOB --color[=WHEN] --colour[=WHEN] -d ACTION -D ACTION --label=LABEL --binary-files=TYPE':
        'plain',
    },
    otherOptions: 'plain',
    operands: ['plain', 'read...'],
    examples: { "grep 'sudo' README.md": 'read README.md', 'grep -e a -e b x': 'read x' },
  },
  'rg ripgrep ag ack': {
    tier: 'read',
    options: {
      '-e PATTERN --regexp=PATTERN': 'first operand',
      '-f FILE --file=FILE': ['read', 'first operand'],
      '--files -l --files-with-matches': 'plain',
      '-A N -B N -C N -m N -g GLOB -t TYPE -T TYPE -j N -M N -r TEXT --glob=GLOB --type=TYPE --context=N --max-count=N --max-depth=N --sort=KEY --color=WHEN --replace=TEXT --threads=N --iglob=GLOB --type-not=TYPE --max-columns=N --max-filesize=N':
        'plain',
      '--pre=COMMAND --hostname-bin=COMMAND --pager=COMMAND': 'run',
      '--pre-glob=GLOB': 'plain',
      '--ignore-file=FILE': 'read',
    },
    otherOptions: 'plain',
    operands: ['plain', 'read...'],
    examples: { 'rg --pre ./evil.sh foo': ['run ./evil.sh'] },
  },
  sort: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE': 'write',
      '--compress-program=COMMAND': 'run',
      '-k KEY --key=KEY -t SEP --field-separator=SEP -S SIZE --buffer-size=SIZE --parallel=N --sort=WORD --batch-size=N':
        'plain',
      '-T DIR --temporary-directory=DIR': 'write',
      '--files0-from=FILE --random-source=FILE': 'read',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'sort -o out in': ['write out', 'read in'] },
  },
  uniq: {
    tier: 'read',
    options: { '-f N -s N -w N --skip-fields=N --skip-chars=N --check-chars=N': 'plain' },
    otherOptions: 'plain',
    operands: ['read', 'write'],
  },
  'cut paste join tr fold fmt column expand unexpand rev shuf pr iconv base64 base32 jq yq xmllint less more': {
    tier: 'read',
    options: { '-d TEXT -f LIST -c LIST -b LIST -w N -n N -i -r -t SEP -s': 'plain', '-o FILE --output=FILE': 'write' },
    otherOptions: 'plain',
    operands: { '*': 'plain' },
  },
  sed: {
    tier: 'read',
    options: {
      '-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug':
        'plain',
      '-e SCRIPT --expression=SCRIPT': 'first operand',
      '-f FILE --file=FILE': ['read', 'first operand', 'opaque sed script'],
      '-i[SUFFIX] --in-place[=SUFFIX]': 'operands write',
      '-l N --line-length=N': 'plain',
    },
    operands: ['plain', 'read...'],
    examples: { "sed -i 's/a/b/' x.txt": 'write x.txt', 'sed -n 1,5p x.txt': 'read x.txt' },
  },
  'awk gawk mawk nawk': {
    tier: 'read',
    options: {
      '-F SEP --field-separator=SEP -v ASSIGNMENT --assign=ASSIGNMENT': 'plain',
      '-f FILE --file=FILE': ['first operand', 'code'],
    },
    operands: ['opaque awk program', 'read...'],
  },
}
