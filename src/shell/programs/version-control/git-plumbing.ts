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
  'log show whatchanged shortlog status describe rev-parse rev-list ls-tree diff-tree diff-index diff-files diff-pairs range-diff show-branch show-ref for-each-ref merge-base name-rev cherry count-objects check-ignore check-attr check-mailmap check-ref-format var version help column stripspace fsck verify-pack verify-commit verify-tag cat-file get-tar-commit-id patch-id fast-export request-pull merge-tree unpack-file show-index pack-redundant last-modified fsck-objects':
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
  'ls-files': {
    tier: 'read',
    options: { '-X FILE --exclude-from=FILE': 'read', '-x GLOB --exclude=GLOB': 'plain' },
    otherOptions: 'plain',
    operands: 'plain',
  },
  // It prints the lines that it cannot read as commits.
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
  'blame annotate pickaxe': {
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
      '--no-index --untracked': ['operands read', 'recursive', 'here'],
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
      '-m REASON -d --delete --no-deref --stdin -z --create-reflog -f --force --quiet --onto=COMMIT --deref --graft --convert-graft-file --raw --format=FORMAT':
        'plain',
      '-e --edit': 'opaque an editor',
    },
    operands: 'plain',
  },
  'hash-object': {
    tier: 'read',
    options: {
      '-w': 'tier write',
      '-t TYPE --path=FILE --stdin --stdin-paths --filters --no-filters --literally': 'plain',
    },
    operands: 'read',
  },
  'update-index read-tree write-tree commit-tree mktree mktag index-pack unpack-objects pack-objects rerere refs': {
    tier: 'write',
    does: ['change git/stage'],
    options: {
      '-o FILE': 'write',
      '--reset': 'change git/discard',
      '-F FILE': 'read',
      '--index-output=FILE': 'write',
      '-m MESSAGE -p PARENT --cacheinfo INFO --chmod=MODE --prefix=PREFIX': 'plain',
      '--add --remove --force-remove --refresh --really-refresh -q --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --again -g --stdin -z -u -i -n --missing-ok --missing --strict':
        'plain',
      '-S[KEY] --gpg-sign[=KEY] --batch --ignore-cache-tree --rerere-autoupdate -v --verbose --quiet': 'plain',
      '--ignore-submodules --replace --unmerged --ignore-skip-worktree-entries --info-only --index-info --unresolve --ignore-missing --clear-resolve-undo --index-version=N --split-index --untracked-cache --test-untracked-cache --force-untracked-cache --force-write-index --fsmonitor --fsmonitor-valid':
        'plain',
      '--empty --trivial --aggressive --exclude-per-directory=NAME --dry-run --debug-unpack --recurse-submodules[=WHEN] --sparse-checkout':
        'plain',
      '--progress --all-progress --all-progress-implied --max-pack-size=N --local --incremental --window=N --window-memory=N --depth=N --reuse-delta --reuse-object --delta-base-offset --threads=N --non-empty --revs --unpacked --all --reflog --indexed-objects --stdin-packs --stdout --include-tag --keep-unreachable --pack-loose-unreachable --unpack-unreachable[=TIME] --cruft --cruft-expiration[=TIME] --sparse --thin --shallow --honor-pack-keep --keep-pack=NAME --compression=N --keep-true-parents --use-bitmap-index --write-bitmap-index --write-bitmap-index-quiet --filter=SPEC --exclude-promisor-objects --delta-islands --uri-protocol=NAME':
        'plain',
    },
    operands: 'plain',
  },
  'checkout-index': {
    tier: 'write',
    options: {
      '-f --force': 'change git/discard',
      '-a --all --create -n --no-create --ignore-skip-worktree-bits -q --quiet -u --index --stdin -z --temp --stage=N':
        'plain',
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
      '--all -n --dry-run -v --verbose -q --quiet --thin --atomic --progress --signed[=WHEN] --stateless-rpc --helper-status --push-option=OPTION --remote=NAME':
        'plain',
      '--force-with-lease[=REF] --force-if-includes': 'change git/overwrite-remote-if-unchanged',
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
