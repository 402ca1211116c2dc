import type { Options, Subcommand } from '../engine/table.ts'

/** Options that redirect the output or run a program to print it; short options that differ from those of `git` itself. */
export const printing: Options = {
  '--output=FILE': 'write',
  '--ext-diff': 'opaque a program named in the git configuration',
  '--textconv': 'opaque a program named in the git configuration',
  // Options that print the changed content, not just the fact of a change.
  '-p, -u, --patch, -U N, --unified=N, -c, --cc, --dd, --remerge-diff, --diff-merges=HOW, --patch-with-raw, --patch-with-stat, --binary, --check, -L RANGE':
    'plain',
  '-C[N] -NUMBER -S TEXT -G TEXT': 'plain',
}

/** Commands that only read, and the low-level tools that other commands are built on. */
export const plumbingCommands: NonNullable<Subcommand['commands']> = {
  'log show whatchanged shortlog status describe rev-parse rev-list ls-files ls-tree diff-tree diff-index diff-files diff-pairs range-diff show-branch show-ref for-each-ref merge-base name-rev cherry count-objects check-ignore check-attr check-mailmap check-ref-format var version help column stripspace fsck verify-pack verify-commit verify-tag cat-file get-tar-commit-id patch-id fast-export request-pull merge-tree unpack-file show-index pack-redundant last-modified':
    {
      tier: 'read',
      options: {
        ...printing,
        '--export-marks=FILE': 'write',
        '--import-marks=FILE': 'read',
        '--author=WHO --committer=WHO --grep=TEXT --since=DATE --after=DATE --until=DATE --before=DATE': 'plain',
      },
      otherOptions: 'plain',
      operands: 'plain',
    },
  'fmt-merge-msg': {
    tier: 'read',
    options: { '-F FILE --file=FILE': 'read', '-m MESSAGE --message=MESSAGE --into-name=BRANCH': 'plain' },
    otherOptions: 'plain',
    operands: 'plain',
  },
  'interpret-trailers': {
    tier: 'read',
    options: {
      '--in-place': 'operands write',
      '--trailer=TRAILER --where=PLACE --if-exists=ACTION --if-missing=ACTION': 'plain',
    },
    otherOptions: 'plain',
    operands: 'read',
  },
  mailinfo: { tier: 'read', otherOptions: 'plain', operands: 'write' },
  diff: {
    tier: 'read',
    options: { ...printing, '--no-index': ['operands read', 'recursive'] },
    otherOptions: 'plain',
    operands: 'plain',
  },
  'blame annotate': {
    tier: 'read',
    options: {
      ...printing,
      '--contents=FILE -S FILE --ignore-revs-file=FILE': 'read',
      '-L RANGE --ignore-rev=REV': 'plain',
    },
    otherOptions: 'plain',
    operands: 'plain',
  },
  grep: {
    tier: 'read',
    options: {
      '-O[PAGER] --open-files-in-pager[=PAGER]': 'run',
      '--textconv': 'opaque a program named in the git configuration',
      '-f FILE': ['read', 'first operand'],
      '--no-index': ['operands read', 'recursive', 'here'],
      '-C N -A N -B N --context=N --after-context=N --before-context=N -m N --max-count=N --threads=N --max-depth=N':
        'plain',
      '-c --count': 'plain',
      '-e PATTERN': 'first operand',
    },
    otherOptions: 'plain',
    operands: ['plain', 'plain...'],
  },
  'ls-remote': {
    tier: 'read',
    does: ['connect'],
    options: { '--upload-pack=COMMAND --exec=COMMAND': 'run', '-o OPTION --server-option=OPTION --sort=KEY': 'plain' },
    otherOptions: 'plain',
    operands: { '*://*': 'connect', '*@*:*': 'connect', '*': 'plain' },
  },
  'symbolic-ref': {
    tier: 'read',
    options: {
      '-d --delete': 'change git/history',
      '-m REASON': 'plain',
      '-q --quiet --short --recurse --no-recurse': 'plain',
    },
    operands: ['plain', 'change git/branch'],
  },
  'update-ref replace fast-import replay': {
    tier: 'write',
    does: ['change git/history'],
    options: {
      '-l --list': 'dry run',
      '-m REASON -d --delete --no-deref --stdin -z --create-reflog -f --force --quiet --onto=COMMIT': 'plain',
    },
    operands: 'plain',
  },
  'hash-object': {
    tier: 'read',
    options: { '-w': 'tier write', '-t TYPE --path=FILE --stdin --stdin-paths --no-filters --literally': 'plain' },
    operands: 'read',
  },
  'update-index read-tree write-tree commit-tree mktree mktag index-pack unpack-objects pack-objects rerere refs': {
    tier: 'write',
    does: ['change git/stage'],
    options: {
      '-o FILE': 'write',
      '--reset': 'change git/discard',
      '-F FILE --index-output=FILE': 'read',
      '-m MESSAGE -p PARENT --cacheinfo INFO --chmod=MODE --prefix=PREFIX': 'plain',
      '--add --remove --force-remove --refresh --really-refresh -q --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --again -g --stdin -z -u -i -n --missing-ok --missing --strict':
        'plain',
    },
    operands: 'plain',
  },
  'checkout-index': {
    tier: 'write',
    options: {
      '-f --force': 'change git/discard',
      '-a --all -n --no-create -q --quiet -u --index --stdin -z --temp --stage=N': 'plain',
      '--prefix=PREFIX': 'write prefix',
    },
    operands: 'plain',
  },
  'merge-file': {
    tier: 'write',
    options: {
      '-p --stdout': 'operands read',
      '-L LABEL -q --quiet --diff3 --zdiff3 --ours --theirs --union --marker-size=N --object-id': 'plain',
    },
    operands: ['write', 'read', 'read'],
  },
  'for-each-repo': {
    tier: 'read',
    options: { '--config=NAME --keep-going': 'plain' },
    operands: 'opaque a git command in other repositories',
  },
  'credential credential-cache credential-store': {
    tier: 'read',
    options: { '--timeout=N --socket=PATH --file=FILE': 'plain' },
    operands: 'change secrets/read',
  },
  // Without a remote it only prints its usage.
  'send-pack': {
    tier: 'write',
    options: {
      '--receive-pack=COMMAND --exec=COMMAND': 'run',
      '-f --force --mirror': 'change git/overwrite-remote',
      '--all -n --dry-run -v --thin --atomic': 'plain',
    },
    operands: ['connect sends', 'plain...'],
  },
  'fetch-pack': {
    tier: 'write',
    does: ['connect'],
    options: {
      '--upload-pack=COMMAND --exec=COMMAND': 'run',
      '--all -q --quiet -k --keep --thin --depth=N -v': 'plain',
    },
    operands: 'plain',
  },
}
