import type { Program, Programs } from '../engine/table.ts'
import { gitCommands } from './git-commands.ts'
import { lfs } from './git-lfs.ts'
import { plumbingCommands } from './git-plumbing.ts'
import { remoteCommands } from './git-remotes.ts'
import { repositoryCommands } from './git-repository.ts'
import { env, settings } from './git-settings.ts'
import { runGit } from './git-words.ts'

const table: Program = {
  tier: 'read',
  negatable: true,
  options: {
    '-C DIR': 'cwd',
    '-c SETTING': 'setting',
    '--config-env=SETTING': 'opaque a git setting taken from a variable',
    // A repository's settings can run code; those of a `.git` directory are guarded when they are written.
    '--git-dir=DIR': { '*.git': 'read', '*.git/': 'read', '*': 'code' },
    '--work-tree=DIR': ['read', 'may name code'],
    '--namespace=NAME --list-cmds=GROUP --attr-source=TREE': 'plain',
    '-v -p --paginate -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path':
      'plain',
    '--exec-path[=DIR]': { '': 'plain', '*': 'opaque programs from another directory' },
  },
  settings,
  env,
  commands: { ...gitCommands, ...remoteCommands, ...repositoryCommands, ...plumbingCommands, lfs },
}

/** Commands that hub adds to git. */
const hubTable: Program = {
  ...table,
  commands: {
    ...table.commands,
    issue: {
      tier: 'read',
      otherOptions: 'plain',
      commands: {
        'show labels': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
        'create update transfer': { tier: 'execute', does: ['change github/apply'], operands: 'plain' },
      },
    },
    'ci-status browse compare': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
    'pull-request fork create sync': {
      tier: 'execute',
      does: ['change github/apply'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    'release gist delete': {
      tier: 'execute',
      does: ['change github/publish'],
      otherOptions: 'plain',
      operands: 'plain',
    },
  },
}

/** Version control. */
export const git: Programs = {
  git: {
    ...table,
    custom: call => runGit(table, call),
    examples: {
      'git status -sb': [],
      'git -C sub log --oneline -5 -C -- src': [],
      'git push origin main -f': ['change git/overwrite-remote', 'connect … sends'],
      'git push --dry-run origin main': 'connect …',
      'git -c core.pager=./evil log': 'run ./evil',
      "git submodule foreach 'git status -s'": 'run git status -s',
      "git submodule foreach 'A=1 rm x'": ['run rm x', 'delete x'],
      'git submodule foreach rm x': ['run rm x', 'delete x'],
      'git -c core.pager=cat log': 'run cat',
      'git -c protocol.ext.allow=always status': 'opaque unknown setting `protocol.ext.allow` of `git`',
      'GIT_SSH_COMMAND=./evil git fetch': ['run ./evil', 'connect …'],
      'git --git-dir=/tmp/x status': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'GIT_DIR=/tmp/x git status': [
        'opaque `GIT_DIR` in the environment runs code: `/tmp/x`',
        'read /tmp/x',
        'opaque code in `/tmp/x`',
      ],
      'git log --output=x': 'write x',
      'git grep -Oevil x': 'run evil',
      'git ls-remote --upload-pack=./evil .': ['run ./evil', 'connect …'],
      'git fetch origin main': 'connect …',
      'git fetch origin main:main': ['connect …', 'change git/fetch'],
      'git fetch https://e.example/a': ['connect …', 'connect e.example', 'change git/fetch'],
      'git fetch --prune': ['connect …', 'change git/fetch'],
      'git credential fill': 'change secrets/read fill',
      'git for-each-repo': [],
      'git clone ext::sh': ['connect ext', 'opaque a transport that runs a command'],
      'git clone https://example.com/a.git ../a': ['connect example.com', 'write /home/dev/a'],
      'git show HEAD:.env': 'read .env',
      'git show HEAD:src/a.ts': [],
      'git add src/a.ts': ['change git/stage', 'read src/a.ts'],
      'git commit -m "rm -rf /"': 'change git/commit',
      'git commit -nm x': ['change git/commit', 'change git/skip-hooks'],
      'git branch --list "fix/*"': [],
      'git branch topic': 'change git/branch topic',
      'git branch -D topic': ['change git/branch topic', 'change git/delete-branch'],
      'git reset HEAD~3 --hard': 'change git/discard',
      'git checkout topic': [],
      'git checkout -- a.ts': 'change git/discard a.ts',
      'git checkout main a.ts': 'change git/discard a.ts',
      'git restore a.ts': 'change git/discard a.ts',
      'git restore --staged a.ts': [],
      'git rm a.ts': 'write a.ts',
      'git rm -rf src': 'delete src',
      'git clean -nfd': [],
      'git stash': 'change git/create',
      'git config rename-section user core': 'opaque settings moved to another name',
      'git config set core.pager x': 'opaque a setting that may run code or redirect connections: `x`',
      'git config unset user.name': 'change git/configure',
      'git checkout-index -a --prefix=/etc/x': 'write /etc/x*',
      'git ls-remote https://example.com/a': ['connect …', 'connect example.com'],
      'git ls-remote "https://example.com/$(id)"': [
        'run git ls-remote https://example.com/$(id)',
        'connect …',
        'connect example.com sends',
      ],
      'git config core.hooksPath': [],
      'git config core.hooksPath x': 'opaque a setting that may run code or redirect connections: `x`',
      'git config user.name x': 'change git/configure x',
      'git config --get core.pager': [],
      'git config --global user.name': [],
      'git config --global user.name x': ['change git/configure x', 'write /home/dev/.gitconfig'],
      'git log -i main': [],
      'git bisect run rm x': ['change git/branch', 'run rm x', 'delete x'],
      'git rebase -x "rm x" main': ['change git/history', 'run rm x', 'delete x'],
      'git archive -o x.tar HEAD': 'write x.tar',
      'git bundle create x.bundle --all': ['change git/export', 'write x.bundle'],
      'git clone --mirror https://example.com/a.git ../a': [
        'change git/export',
        'connect example.com',
        'write /home/dev/a',
      ],
      'git frobnicate': 'opaque unknown subcommand `frobnicate` of `git`',
    },
  },
  'git-lfs': { ...lfs, tier: 'read', examples: { 'git-lfs pull': 'connect …', 'git-lfs ls-files': [] } },
  hub: {
    ...hubTable,
    custom: call => runGit(hubTable, call),
    examples: { 'hub ci-status': [], 'hub push': 'connect … sends', 'hub create': 'change github/apply' },
  },
}
