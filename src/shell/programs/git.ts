import type { Programs } from './table.ts'

/** Version control. */
export const git: Programs = {
  git: {
    tier: 'write',
    options: {
      '-C DIR': 'cwd',
      '-c SETTING': 'setting',
      '--git-dir=DIR --work-tree=DIR': 'read',
      '-p -P --no-pager --paginate --no-replace-objects --bare --literal-pathspecs --no-optional-locks --version --help':
        'plain',
      '--exec-path=DIR': 'opaque programs of another directory',
    },
    settings: {
      'user.* color.* core.quotepath core.autocrlf init.defaultBranch advice.* commit.gpgsign': 'plain',
      'core.pager core.sshCommand core.fsmonitor core.hooksPath core.editor alias.* *.helper diff.external *.textconv *.command sequence.editor pager.*':
        'run',
    },
    env: {
      'GIT_SSH_COMMAND GIT_SSH GIT_PAGER GIT_EDITOR GIT_EXTERNAL_DIFF GIT_SEQUENCE_EDITOR GIT_ASKPASS PAGER EDITOR VISUAL':
        'run',
    },
    commands: {
      'log diff show status shortlog blame describe rev-parse rev-list ls-files ls-tree cat-file reflog whatchanged grep for-each-ref merge-base name-rev count-objects ls-remote var check-ignore version help diff-tree show-ref range-diff':
        {
          tier: 'read',
          options: {
            '--output=FILE': 'write',
            '--ext-diff --textconv': 'opaque a configured program',
            '-O[PAGER] --open-files-in-pager[=PAGER]': 'run',
            '--upload-pack=COMMAND': 'run',
          },
          otherOptions: 'plain',
        },
      branch: {
        tier: 'write',
        options: {
          '-D': 'change git/delete-branch',
          '-d --delete': 'change git/branch',
          '-f --force -M': 'change git/history',
          '-u UPSTREAM --set-upstream-to=UPSTREAM --sort=KEY --contains=COMMIT --format=FORMAT --merged[=C] --no-merged[=C]':
            'plain',
          '-a --all -r --remotes -v -vv --verbose --list --show-current -m --move -c --copy --color[=WHEN]': 'plain',
        },
        operands: 'plain',
      },
      'add stage': { tier: 'write', otherOptions: 'plain', operands: 'plain', does: ['change git/stage'] },
      commit: {
        tier: 'write',
        options: {
          '-m MESSAGE --message=MESSAGE --author=AUTHOR --date=DATE -C COMMIT -c COMMIT --fixup=COMMIT --squash=COMMIT --trailer=TRAILER -t FILE --cleanup=MODE':
            'plain',
          '-F FILE --file=FILE': 'read',
          '-a --all -v --verbose -q --quiet --allow-empty --no-edit -s --signoff -S[KEY] --gpg-sign[=KEY] -p --patch -i --include -o --only --dry-run -n --no-verify --amend -e --edit --allow-empty-message':
            'plain',
        },
        operands: 'plain',
        does: ['change git/commit'],
      },
      push: {
        tier: 'write',
        does: ['connect sends'],
        options: {
          '-f --force --mirror --prune': 'change git/overwrite-remote',
          '--force-with-lease[=REF] --force-if-includes': 'change git/overwrite-remote-if-unchanged',
          '-d --delete': 'change git/delete-remote',
          '--receive-pack=COMMAND --exec=COMMAND': 'run',
          '-u --set-upstream --tags --follow-tags -n --dry-run -v --verbose -q --quiet --all --branches --no-verify --progress --atomic --porcelain --signed[=WHEN] --recurse-submodules[=WHEN]':
            'plain',
          '-o OPTION --push-option=OPTION --repo=REPO': 'plain',
        },
        operands: { '+*': 'change git/overwrite-remote', ':*': 'change git/delete-remote', '*': 'plain' },
      },
      'fetch pull clone': {
        tier: 'write',
        does: ['connect'],
        options: {
          '--upload-pack=COMMAND -u COMMAND': 'run',
          '-c SETTING --config=SETTING': 'setting',
          '--template=DIR': 'opaque hooks of a template',
          '-b BRANCH --branch=BRANCH --depth=N -o NAME --origin=NAME -j N --jobs=N --filter=SPEC --reference=REPO -s STRATEGY -X OPTION --shallow-since=DATE --deepen=N':
            'plain',
          '-f --force -p --prune -t --tags -a --all -q --quiet -v --verbose --rebase[=MODE] -r --no-rebase --ff-only --ff --no-ff --single-branch --recursive --recurse-submodules[=SPEC] --bare --mirror --unshallow --autostash --no-tags -n --no-checkout --no-edit --squash --dry-run --progress':
            'plain',
        },
        operands: { 'ext::*': 'opaque a transport that runs a command', '*': 'plain' },
      },
      switch: {
        tier: 'write',
        options: {
          '-f --force --discard-changes': 'change git/discard',
          '-C BRANCH --force-create=BRANCH': 'change git/history',
          '-c BRANCH --create=BRANCH --orphan=BRANCH': 'plain',
          '-d --detach -q --quiet -t --track --guess --no-guess -m --merge': 'plain',
        },
        operands: 'plain',
      },
      checkout: {
        tier: 'write',
        options: {
          '-f --force': 'change git/discard',
          '-B BRANCH': 'change git/history',
          '-b BRANCH --orphan=BRANCH': 'plain',
          '-q --quiet -t --track -d --detach -m --merge --progress': 'plain',
          '-p --patch --ours --theirs': 'change git/discard',
        },
        operands: { '.': 'change git/discard', './*': 'change git/discard', '*': 'plain' },
      },
      restore: {
        tier: 'write',
        options: {
          '-S --staged': 'plain',
          '-W --worktree': 'plain',
          '-s TREE --source=TREE': 'plain',
          '-q --quiet -p --patch': 'plain',
        },
        operands: 'change git/discard',
      },
      reset: {
        tier: 'write',
        options: { '--hard --keep --merge': 'change git/discard', '--soft --mixed -q --quiet -p --patch -N': 'plain' },
        operands: 'plain',
      },
      clean: {
        tier: 'write',
        options: {
          '-n --dry-run': 'plain',
          '-f --force -d -x -X -q --quiet -i --interactive': 'change git/delete-untracked',
          '-e PATTERN --exclude=PATTERN': 'plain',
        },
        operands: 'plain',
        does: ['change git/delete-untracked'],
      },
      stash: {
        tier: 'write',
        commands: {
          'list show': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
          'drop clear': { tier: 'write', does: ['change git/delete-stash'], operands: 'plain' },
          'push pop apply save branch create store': { tier: 'write', otherOptions: 'plain', operands: 'plain' },
        },
      },
      'merge cherry-pick revert am apply': {
        tier: 'write',
        otherOptions: 'plain',
        operands: 'plain',
        does: ['change git/merge'],
      },
      rebase: {
        tier: 'write',
        options: {
          '-x COMMAND --exec=COMMAND': 'run',
          '-i --interactive --continue --abort --skip --quit --autosquash --autostash --root -r --rebase-merges[=MODE] --no-verify -q --quiet -v':
            'plain',
          '--onto=BASE -s STRATEGY -X OPTION': 'plain',
        },
        operands: 'plain',
        does: ['change git/history'],
      },
      tag: {
        tier: 'write',
        options: {
          '-d --delete': 'change git/delete-tag',
          '-f --force': 'change git/history',
          '-m MESSAGE --message=MESSAGE -u KEY --sort=KEY -n[N] --contains=COMMIT --format=FORMAT --points-at=OBJECT':
            'plain',
          '-F FILE --file=FILE': 'read',
          '-a --annotate -s --sign -l --list -v --verify': 'plain',
        },
        operands: 'plain',
      },
      remote: {
        tier: 'write',
        options: { '-v --verbose': 'plain' },
        operands: 'plain',
        commands: {
          'show get-url': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
          'add set-url rename': {
            tier: 'write',
            otherOptions: 'plain',
            operands: { 'ext::*': 'opaque a transport that runs a command', '*': 'plain' },
          },
          'remove rm prune': {
            tier: 'write',
            otherOptions: 'plain',
            operands: 'plain',
            does: ['change git/configure'],
          },
        },
      },
      config: {
        tier: 'write',
        options: {
          '-l --list --get --get-all --get-regexp --show-origin --show-scope --name-only': 'plain',
          '--global --local --system --worktree --add --unset --unset-all --replace-all --bool --int --path -z --null':
            'plain',
          '-f FILE --file=FILE': 'write',
        },
        operands: 'plain',
        does: ['change git/configure'],
      },
      rm: {
        tier: 'write',
        options: {
          '--cached': 'operands read',
          '-r': 'recursive',
          '-f --force -q --quiet -n --dry-run --ignore-unmatch': 'plain',
        },
        operands: 'delete',
      },
      mv: { tier: 'write', otherOptions: 'plain', operands: ['write...', 'write'] },
      'init worktree submodule bisect notes sparse-checkout archive bundle format-patch gc maintenance prune repack': {
        tier: 'execute',
        otherOptions: 'plain',
        operands: 'plain',
      },
      'update-ref filter-branch filter-repo': {
        tier: 'execute',
        does: ['change git/history'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: {
      'git push origin main -f': ['change git/overwrite-remote', 'connect … sends'],
      'git -c core.pager=./evil log': 'run ./evil',
      'git log --output=x': 'write x',
      'git reset HEAD~3 --hard': 'change git/discard',
      'git commit -m "rm -rf /"': 'change git/commit',
      'git frobnicate': 'opaque subcommand `frobnicate` of `git`',
    },
  },
}
