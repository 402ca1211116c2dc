import type { Subcommand } from '../engine/table.ts'
import { printing } from './git-plumbing.ts'

/** Worktrees, submodules, bisecting, notes, bundles, large files, housekeeping. */
export const repositoryCommands: NonNullable<Subcommand['commands']> = {
  worktree: {
    tier: 'read',
    commands: {
      list: { tier: 'read', otherOptions: 'plain' },
      add: {
        tier: 'write',
        options: {
          '-B BRANCH': 'change git/branch',
          '-f --force': 'change git/history',
          '-b BRANCH --reason=TEXT --orphan -d --detach --checkout --no-checkout --lock -q --quiet --track --no-track --guess-remote':
            'plain',
        },
        operands: ['write', 'plain'],
      },
      // Git refuses to remove a tree with changes unless forced.
      remove: {
        tier: 'write',
        does: ['change git/branch'],
        options: { '-f --force': 'change git/discard' },
        operands: 'plain',
      },
      move: { tier: 'write', options: { '-f --force': 'plain' }, operands: 'write' },
      prune: {
        tier: 'write',
        options: { '-n --dry-run': 'dry run', '-v --verbose --expire=TIME': 'plain' },
      },
      'lock unlock repair': { tier: 'write', options: { '--reason=TEXT': 'plain' }, operands: 'plain' },
    },
  },
  submodule: {
    tier: 'read',
    options: { '-q --quiet --cached': 'plain' },
    commands: {
      'status summary': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      foreach: { tier: 'read', options: { '-r, --recursive': 'plain' }, operands: 'command' },
      add: {
        tier: 'write',
        options: {
          '-b BRANCH --branch=BRANCH --name=NAME --depth=N --reference=DIR -f --force --progress': 'plain',
        },
        operands: ['connect', 'write'],
      },
      update: {
        tier: 'write',
        does: ['connect', 'change git/fetch'],
        options: {
          '-f --force': 'change git/discard',
          '--init --remote -N --no-fetch --checkout --merge --rebase --recursive -r --single-branch --progress --depth=N -j N --jobs=N --reference=DIR --filter=SPEC --recommend-shallow --no-recommend-shallow':
            'plain',
        },
        operands: 'plain',
      },
      deinit: {
        tier: 'write',
        does: ['change git/configure'],
        options: { '-f --force': 'change git/discard', '--all': 'plain' },
        operands: 'plain',
      },
      'init sync absorbgitdirs set-branch': {
        tier: 'write',
        does: ['change git/configure'],
        options: { '--recursive -b BRANCH --branch=BRANCH -d --default': 'plain' },
        operands: 'plain',
      },
      'set-url': { tier: 'write', does: ['change git/manage'], operands: 'plain' },
    },
  },
  bisect: {
    tier: 'read',
    commands: {
      run: { tier: 'write', does: ['change git/branch'], operands: 'command' },
      'log terms view visualize help': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      'start good bad old new skip next reset': {
        tier: 'write',
        does: ['change git/branch'],
        options: {
          '--no-checkout --first-parent --term-new=TERM --term-old=TERM --term-good=TERM --term-bad=TERM': 'plain',
        },
        operands: 'plain',
      },
      replay: { tier: 'write', does: ['change git/branch'], operands: 'read' },
    },
  },
  notes: {
    tier: 'read',
    options: { '--ref=REF': 'plain' },
    commands: {
      'list show get-ref': { tier: 'read', operands: 'plain' },
      'add append edit copy merge': {
        tier: 'write',
        does: ['change git/commit'],
        options: {
          '-F FILE --file=FILE': 'read',
          '-m MESSAGE --message=MESSAGE -C OBJECT -c OBJECT -f --force --allow-empty -s STRATEGY --stdin': 'plain',
        },
        operands: 'plain',
      },
      'remove prune': {
        tier: 'write',
        does: ['change git/delete-notes'],
        options: { '-n --dry-run': 'dry run' },
        operands: 'plain',
      },
    },
  },
  'sparse-checkout': {
    tier: 'read',
    commands: {
      list: { tier: 'read' },
      'init set add reapply disable check-rules': {
        tier: 'write',
        does: ['change git/configure'],
        options: { '--cone --no-cone --sparse-index --no-sparse-index --stdin --skip-checks': 'plain' },
        operands: 'plain',
      },
    },
  },
  archive: {
    tier: 'read',
    options: {
      '-o FILE --output=FILE': 'write',
      '--remote=REPO': 'connect',
      '--exec=COMMAND': 'run',
      '--add-file=FILE': 'read',
      '--format=FORMAT --prefix=PREFIX --mtime=TIME --add-virtual-file=SPEC -v --verbose -l --list --worktree-attributes -NUMBER':
        'plain',
    },
    operands: 'plain',
  },
  bundle: {
    tier: 'read',
    options: { '-q --quiet --progress --version=N --all-progress': 'plain' },
    commands: {
      create: {
        tier: 'write',
        // Every branch with its history, in one portable file.
        does: ['change git/export'],
        options: { '--all --branches --tags --since=DATE --not': 'plain' },
        operands: ['write', 'plain...'],
      },
      'verify list-heads': { tier: 'read', operands: ['read', 'plain...'] },
      unbundle: { tier: 'write', does: ['change git/fetch'], operands: ['read', 'plain...'] },
    },
  },
  'format-patch': {
    tier: 'write',
    options: {
      '-o DIR --output-directory=DIR --output=FILE': 'write',
      '--stdout': 'dry run',
      '-n --numbered -N --no-numbered -s --signoff -k --keep-subject --cover-letter --thread[=STYLE] --no-thread --attach[=BOUNDARY] --inline --root -p --no-stat --stat -M[N] -q --quiet --zero-commit --no-signature --full-index --binary --ignore-if-in-upstream -NUMBER --numbered-files --rfc[=TEXT] --progress --force-in-body-from':
        'plain',
      '-v N --reroll-count=N --subject-prefix=PREFIX --start-number=N --suffix=SUFFIX --in-reply-to=ID --to=EMAIL --cc=EMAIL --from[=IDENT] --base=COMMIT --signature=TEXT --range-diff=PREVIOUS --interdiff=PREVIOUS --filename-max-length=N --cover-from-description=MODE --add-header=HEADER --creation-factor=N':
        'plain',
      '--signature-file=FILE': 'read',
    },
    operands: 'plain',
  },
  reflog: {
    tier: 'read',
    options: printing,
    otherOptions: 'plain',
    operands: 'plain',
    commands: {
      'show list exists': { tier: 'read', options: printing, otherOptions: 'plain', operands: 'plain' },
      'expire delete drop': {
        tier: 'write',
        does: ['change git/history'],
        options: {
          '-n --dry-run': 'dry run',
          '--all --expire=TIME --expire-unreachable=TIME --updateref --rewrite --stale-fix --single-worktree --verbose':
            'plain',
        },
        operands: 'plain',
      },
    },
  },
  gc: {
    tier: 'write',
    options: {
      '--prune[=TIME]': { '': 'plain', '*': 'change git/delete-objects' },
      '--auto --aggressive -q --quiet --no-prune --force --keep-largest-pack --cruft --detach --no-detach': 'plain',
    },
  },
  'repack pack-refs commit-graph multi-pack-index': {
    tier: 'write',
    options: {
      '-a -A -d -f -F -l -q --quiet -k --all --no-prune --prune --progress --no-progress --reachable --window=N --depth=N --threads=N --split[=HOW] --object-dir=DIR --cruft --local --write-bitmap-index --delta-islands --keep-unreachable --window-memory=N --max-pack-size=N --pack-kept-objects --keep-pack=NAME --geometric=N --write-midx':
        'plain',
      '--cruft-expiration=TIME --unpack-unreachable=TIME': 'change git/delete-objects',
      '--expire-to=DIR': 'write',
    },
    operands: 'plain',
  },
  'prune prune-packed': {
    tier: 'write',
    does: ['change git/delete-objects'],
    options: {
      '-n --dry-run': 'dry run',
      '-v --verbose -q --quiet --progress --exclude-promisor-objects --expire=TIME': 'plain',
    },
    operands: 'plain',
  },
  'update-server-info': { tier: 'write', options: { '-f --force': 'plain' } },
  maintenance: {
    tier: 'read',
    commands: {
      run: { tier: 'write', options: { '--auto --quiet --task=TASK --schedule[=WHEN] --detach --no-detach': 'plain' } },
      'start stop register unregister': {
        tier: 'write',
        does: ['change system/schedule'],
        options: { '--scheduler=NAME': 'plain' },
      },
    },
  },
  'bugreport diagnose': {
    tier: 'write',
    options: {
      '-o DIR --output-directory=DIR': 'write',
      '-s SUFFIX --suffix=SUFFIX --diagnose[=MODE] --mode=MODE --no-suffix': 'plain',
    },
  },
  'difftool mergetool': {
    tier: 'execute',
    does: ['opaque a program named in the git configuration'],
    options: {
      '-x COMMAND --extcmd=COMMAND': 'run',
      '-t TOOL --tool=TOOL --tool-help -g --gui --no-gui -y --no-prompt --prompt -d --dir-diff --cached --staged --symlinks --index --trust-exit-code':
        'plain',
    },
    operands: 'plain',
  },
  'filter-branch': {
    tier: 'execute',
    does: ['change git/history'],
    options: {
      '--setup COMMAND --env-filter COMMAND --tree-filter COMMAND --index-filter COMMAND --parent-filter COMMAND --msg-filter COMMAND --commit-filter COMMAND --tag-name-filter COMMAND':
        'run',
      '-d DIR': 'write',
      '--subdirectory-filter DIR --original NAMESPACE --state-branch BRANCH --prune-empty -f --force --all': 'plain',
    },
    operands: 'plain',
  },
  'filter-repo': {
    tier: 'execute',
    does: ['change git/history'],
    options: {
      '--blob-callback=CODE --commit-callback=CODE --tag-callback=CODE --reset-callback=CODE --message-callback=CODE --filename-callback=CODE --refname-callback=CODE --email-callback=CODE --name-callback=CODE':
        'opaque code that the program evaluates',
      '--paths-from-file=FILE --replace-text=FILE --replace-message=FILE --mailmap=FILE': 'read',
      '--analyze --dry-run': 'dry run',
      '--path=PATH --path-glob=GLOB --path-regex=REGEX --path-rename=PATHS --subdirectory-filter=DIR --to-subdirectory-filter=DIR --strip-blobs-bigger-than=SIZE --invert-paths --force --refs=REFS':
        'plain',
    },
    operands: 'plain',
  },
  credential: {
    tier: 'read',
    commands: {
      fill: { tier: 'execute', does: ['change secrets/read'] },
      'approve reject store erase capability': { tier: 'execute', does: ['change secrets/manage'] },
    },
  },
  'send-email imap-send': {
    tier: 'execute',
    does: ['connect sends'],
    options: {
      '--dry-run': 'dry run',
      '--sendmail-cmd=COMMAND --to-cmd=COMMAND --cc-cmd=COMMAND --header-cmd=COMMAND': 'run',
      '--to=EMAIL --cc=EMAIL --bcc=EMAIL --from=EMAIL --subject=TEXT --in-reply-to=ID --annotate --compose --smtp-server=HOST':
        'plain',
    },
    operands: 'read',
  },
}
