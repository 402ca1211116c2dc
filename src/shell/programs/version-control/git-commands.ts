import type { Options, Subcommand } from '../engine/table.ts'
import { printing } from './git-plumbing.ts'

export const merging: Options = {
  '-s STRATEGY --strategy=STRATEGY -X OPTION --strategy-option=OPTION -m MESSAGE --log[=N] --cleanup=MODE --into-name=BRANCH --message=MESSAGE':
    'plain',
  '-F FILE --file=FILE': 'read',
  '-e --edit --no-edit --commit --no-commit --ff --no-ff --ff-only --squash --no-squash --stat --no-stat --autostash --no-autostash --signoff -S[KEY] --gpg-sign[=KEY] --no-gpg-sign --allow-unrelated-histories --rerere-autoupdate --no-rerere-autoupdate -q --quiet -v --verbose --progress --no-progress --verify-signatures --no-verify-signatures --verify --summary --overwrite-ignore --reschedule-failed-exec':
    'plain',
  '--no-verify': 'change git/skip-hooks',
  '--continue --abort --quit --skip': 'plain',
}

/** The commands that people and agents type: work, branches, history. */
export const gitCommands: NonNullable<Subcommand['commands']> = {
  branch: {
    tier: 'read',
    options: {
      '-D': 'change git/delete-branch',
      '-M -C': 'change git/history',
      // `losesBranch` says whether the commits that it leaves are kept.
      '-f --force': 'change git/branch',
      '-d --delete -m --move -c --copy --unset-upstream': 'change git/branch',
      '-u UPSTREAM --set-upstream-to=UPSTREAM': 'change git/branch',
      '--edit-description': 'opaque an editor',
      '-l --list --contains[=COMMIT] --no-contains[=COMMIT] --with[=COMMIT] --without[=COMMIT] --merged[=COMMIT] --no-merged[=COMMIT] --points-at=OBJECT --show-current':
        'dry run',
      '--sort=KEY --format=FORMAT --abbrev=N --column[=OPTIONS] --color[=WHEN]': 'plain',
      '-a --all -r --remotes -v -vv --verbose -q --quiet -i --ignore-case --no-color --no-column --no-abbrev --omit-empty -t --track[=MODE] --no-track --create-reflog --recurse-submodules':
        'plain',
    },
    operands: 'change git/branch',
  },
  'add stage': {
    tier: 'write',
    does: ['change git/stage'],
    options: {
      '-n --dry-run': 'dry run',
      '-A --all --no-all -u --update -v --verbose -f --force -p --patch -i --interactive -N --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod=MODE --sparse --ignore-removal --no-ignore-removal --pathspec-file-nul --warn-embedded-repo':
        'plain',
      '--pathspec-from-file=FILE': 'read',
      '-e, --edit': 'opaque an editor',
    },
    operands: 'read',
  },
  commit: {
    tier: 'write',
    does: ['change git/commit'],
    options: {
      '-n, --no-verify': 'change git/skip-hooks',
      '--dry-run --short --porcelain --long -z --null': 'dry run',
      '-F FILE --file=FILE -t FILE --template=FILE --pathspec-from-file=FILE': 'read',
      '-m MESSAGE --message=MESSAGE --author=AUTHOR --date=DATE -C COMMIT --reuse-message=COMMIT -c COMMIT --reedit-message=COMMIT --fixup=COMMIT --squash=COMMIT --trailer=TRAILER --cleanup=MODE -u[MODE] --untracked-files[=MODE]':
        'plain',
      '-a --all -v --verbose -q --quiet --allow-empty --allow-empty-message -e --edit --no-edit -s --signoff --no-signoff -S[KEY] --gpg-sign[=KEY] --no-gpg-sign -p --patch --interactive -i --include -o --only --amend --reset-author --no-post-rewrite --status --no-status --verify --branch --no-verbose --ahead-behind --pathspec-file-nul --post-rewrite':
        'plain',
    },
    operands: 'plain',
  },
  switch: {
    tier: 'write',
    options: {
      '-f --force --discard-changes': 'change git/discard',
      '-C BRANCH --force-create=BRANCH': 'change git/branch',
      '-c BRANCH --create=BRANCH --orphan=BRANCH --conflict=STYLE': 'plain',
      '-d --detach -q --quiet -t --track[=MODE] --no-track --guess --no-guess -m --merge --progress --no-progress --ignore-other-worktrees --recurse-submodules --overwrite-ignore':
        'plain',
    },
    operands: 'plain',
  },
  checkout: {
    tier: 'write',
    options: {
      '-f --force -p --patch --pathspec-from-file=FILE': 'change git/discard',
      '--ours --theirs': 'plain',
      '-B BRANCH': 'change git/branch',
      '-b BRANCH --orphan=BRANCH --conflict=STYLE': 'plain',
      '-q --quiet -t --track[=MODE] --no-track -d --detach -l -m --merge --progress --no-progress --guess --no-guess --ignore-other-worktrees --recurse-submodules --overlay --no-overlay --overwrite-ignore --ignore-skip-worktree-bits --pathspec-file-nul':
        'plain',
    },
    operands: 'plain',
  },
  restore: {
    tier: 'write',
    options: {
      '-S --staged': 'plain',
      '-W --worktree': 'plain',
      '-s TREE --source=TREE --conflict=STYLE': 'plain',
      '--pathspec-from-file=FILE -p --patch': 'change git/discard',
      '-q --quiet --progress --no-progress --ours --theirs -m --merge --ignore-unmerged --overlay --no-overlay --recurse-submodules[=WHEN] --ignore-skip-worktree-bits --pathspec-file-nul':
        'plain',
    },
    operands: 'plain',
  },
  reset: {
    tier: 'write',
    options: {
      '--hard --merge': 'change git/discard',
      '--keep --soft --mixed -q --quiet --no-quiet -p --patch -N --intent-to-add --refresh --no-refresh --recurse-submodules[=WHEN] --pathspec-from-file=FILE --pathspec-file-nul':
        'plain',
    },
    operands: 'plain',
  },
  clean: {
    tier: 'write',
    does: ['change git/delete-untracked'],
    options: {
      '-n --dry-run': 'dry run',
      '-f --force -d -x -X -q --quiet -i --interactive -e PATTERN --exclude=PATTERN': 'plain',
    },
    operands: 'plain',
  },
  stash: {
    tier: 'write',
    does: ['change git/create'],
    options: {
      '-m MESSAGE --message=MESSAGE -p --patch -S --staged -k --keep-index --no-keep-index -u --include-untracked -q --quiet --index':
        'plain',
      // Ignored files leave the working tree too: `.env`, installed packages.
      '-a --all': 'change git/delete-untracked',
      '--pathspec-from-file=FILE': 'read',
    },
    commands: {
      list: { tier: 'read', options: { ...printing, '-a --all': 'plain' }, otherOptions: 'plain', operands: 'plain' },
      show: {
        tier: 'read',
        options: { ...printing, '-u, --include-untracked, --only-untracked': 'plain', '-a --text': 'plain' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      'drop clear': { tier: 'write', does: ['change git/delete-stash'], operands: 'plain' },
      'push save create store export import': { tier: 'write', does: ['change git/create'], operands: 'plain' },
      'pop apply branch': { tier: 'write', does: ['change git/merge'], operands: 'plain' },
    },
  },
  merge: { tier: 'write', does: ['change git/merge'], options: merging, operands: 'plain' },
  'cherry-pick revert': {
    tier: 'write',
    does: ['change git/merge'],
    options: {
      ...merging,
      '-m N --mainline=N --reference --empty=MODE --keep-redundant-commits --allow-empty --allow-empty-message -n --no-commit -x':
        'plain',
    },
    operands: 'plain',
  },
  am: {
    tier: 'write',
    does: ['change git/merge'],
    options: {
      '-s --signoff -k --keep --keep-cr -c --scissors --no-scissors -q --quiet -u --utf8 -3 --3way -i --interactive --ignore-whitespace --ignore-space-change --reject --allow-empty -S[KEY] --gpg-sign[=KEY] --committer-date-is-author-date --ignore-date --binary -b --keep-non-patch --message-id --rerere-autoupdate --rebasing':
        'plain',
      '--continue --skip --abort --quit -r --resolved --retry --show-current-patch[=HOW]': 'plain',
      '-p N -C N --directory=DIR --exclude=PATH --include=PATH --whitespace=ACTION --patch-format=FORMAT --quoted-cr=ACTION --empty=ACTION --resolvemsg=TEXT':
        'plain',
      '-n, --no-verify': 'change git/skip-hooks',
    },
    operands: 'read',
  },
  apply: {
    tier: 'write',
    options: {
      '--check --stat --numstat --summary': 'dry run',
      '--unsafe-paths': 'opaque files outside the working tree',
      '--build-fake-ancestor=FILE': 'write',
      '-R, --reverse': 'plain',
      '-p N -C N --directory=DIR --exclude=PATH --include=PATH --whitespace=ACTION': 'plain',
      '--cached --index -N --intent-to-add -3 --3way --reject -z --recount --unidiff-zero --inaccurate-eof -v --verbose -q --quiet --ignore-whitespace --ignore-space-change --allow-empty --allow-overlap --add --no-add --binary --allow-binary-replacement --ours --theirs --union':
        'plain',
    },
    operands: 'read',
  },
  rebase: {
    tier: 'write',
    does: ['change git/rebase'],
    options: {
      ...merging,
      '-x COMMAND --exec=COMMAND': 'run',
      '-i --interactive --autosquash --no-autosquash --root -r --rebase-merges[=MODE] -f --force-rebase --no-ff --fork-point --no-fork-point --keep-base --update-refs --no-update-refs --reapply-cherry-picks --no-reapply-cherry-picks --keep-empty --no-keep-empty --empty=MODE --edit-todo --show-current-patch --committer-date-is-author-date --reset-author-date --ignore-date --preserve-merges --allow-empty-message --ignore-whitespace --apply --merge -m -n --no-stat':
        'plain',
      '--onto=BASE -C N --whitespace=ACTION': 'plain',
    },
    operands: 'plain',
  },
  tag: {
    tier: 'read',
    options: {
      '-d --delete': 'change git/delete-tag',
      '-f --force': 'change git/history',
      '-l --list --contains[=COMMIT] --no-contains[=COMMIT] --with[=COMMIT] --without[=COMMIT] --merged[=COMMIT] --no-merged[=COMMIT] --points-at=OBJECT -n[N] -v --verify':
        'dry run',
      '-F FILE --file=FILE': 'read',
      '-m MESSAGE --message=MESSAGE -u KEY --local-user=KEY --sort=KEY --format=FORMAT --cleanup=MODE --trailer=TRAILER --column[=OPTIONS] --color[=WHEN]':
        'plain',
      '-a --annotate -s --sign --no-sign -e --edit --create-reflog -i --ignore-case --omit-empty --no-column': 'plain',
    },
    operands: 'change git/create',
  },
  // Git refuses to remove uncommitted content unless forced.
  rm: {
    tier: 'write',
    options: {
      '--cached': 'operands read',
      '-f --force': 'operands delete',
      '-r': 'recursive',
      '-n --dry-run': 'dry run',
      '-q --quiet --ignore-unmatch --sparse': 'plain',
    },
    operands: 'write',
  },
  mv: {
    tier: 'write',
    options: { '-n --dry-run': 'dry run', '-f --force -k -v --verbose --sparse': 'plain' },
    operands: ['move...', 'put'],
  },
  'init init-db': {
    tier: 'write',
    options: {
      '--template=DIR': 'opaque hooks from a template',
      '--separate-git-dir=DIR': 'write',
      '-b BRANCH --initial-branch=BRANCH --object-format=FORMAT --ref-format=FORMAT --shared[=WHO] -q --quiet --bare':
        'plain',
    },
    operands: 'write',
  },
}
