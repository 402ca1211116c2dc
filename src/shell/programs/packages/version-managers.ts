import type { Programs, Subcommand } from '../engine/table.ts'
import { installs, packageManages, packageReads, projectCode, removes, starts } from '../shared/package-commands.ts'

/** Selects the version for the project or this shell; the next command can undo it. */
const selects: Subcommand = { tier: 'write', otherOptions: 'plain', operands: 'plain' }

/** Version managers for languages and tools. */
export const versionManagers: Programs = {
  mise: {
    tier: 'read',
    options: {
      '-C DIR --cd=DIR': 'cwd',
      '-q --quiet -v --verbose -y --yes --silent -E NAME --env=NAME': 'plain',
    },
    commands: {
      'ls list ls-remote current where which env doctor dr outdated version bin-paths help completion activate deactivate hook-env search registry latest fmt':
        packageReads,
      'exec x': { ...starts, options: { '-c COMMAND --command=COMMAND': 'run', '-j N --jobs=N --raw': 'plain' } },
      'run r watch w': { ...projectCode, options: { '-s SHELL --shell=SHELL -t TOOL --tool=TOOL': 'plain' } },
      'tasks task': {
        tier: 'read',
        otherOptions: 'plain',
        commands: { 'ls deps info validate': packageReads, run: projectCode, 'add edit': selects },
      },
      'settings config plugins plugin alias cache backends': {
        ...packageReads,
        commands: {
          'ls list get ls-remote path': packageReads,
          'set add unset generate link update': packageManages,
          'install upgrade': installs,
          'clear prune uninstall remove': removes,
        },
        operands: ['plain', 'change packages/manage'],
      },
      'install i use u upgrade up self-update sync link reshim': installs,
      'uninstall remove rm prune unuse implode': removes,
      'set unset shell local global': selects,
      'trust generate': packageManages,
    },
    examples: {
      'mise ls': [],
      'mise exec -- git status': 'run git status',
      'mise run build': [],
      'mise use node@22': 'change packages/install',
      'mise trust': 'change packages/manage',
    },
  },
  asdf: {
    tier: 'read',
    commands: {
      'current where which info list latest help version shimversions': packageReads,
      // `env NAME [COMMAND]`: runs in that program's environment.
      env: { tier: 'read', operands: ['plain', 'command'] },
      'plugin plugin-add plugin-update': {
        ...packageReads,
        commands: { list: packageReads, 'add update': installs, remove: removes },
      },
      'install update reshim': installs,
      'uninstall plugin-remove': removes,
      'local set shell global': selects,
      exec: starts,
    },
    examples: {
      'asdf current': [],
      'asdf env node': [],
      'asdf env node rm x': ['run rm x', 'delete x'],
      'asdf plugin add x': 'change packages/install',
      'asdf exec rm x': ['run rm x', 'delete x'],
    },
  },
  'nvm fnm nodenv': {
    tier: 'read',
    commands: {
      'ls list ls-remote list-remote current which version version-remote help env cache versions root': packageReads,
      'use alias unalias default local global deactivate': selects,
      'install reinstall-packages install-latest-npm': installs,
      'uninstall rehash': removes,
      exec: {
        ...starts,
        options: { '--using=VERSION --silent --lts': 'plain' },
        commands: { '1* 2* v1* v2* lts/* stable default': starts },
      },
      run: { tier: 'execute', operands: ['plain', 'code', 'plain...'] },
    },
    examples: {
      'nvm ls': [],
      'nvm use 20': [],
      'nvm install 20': 'change packages/install',
      'nvm exec 20 npm test': 'run npm test',
    },
  },
  'pyenv rbenv goenv jenv plenv': {
    tier: 'read',
    commands: {
      'versions version which whence root prefix commands shims help init completions version-name version-file version-origin':
        packageReads,
      install: { ...installs, options: { '-l --list': 'dry run' } },
      'update rehash': installs,
      uninstall: removes,
      'global local shell virtualenv activate deactivate': selects,
      exec: starts,
    },
    examples: {
      'pyenv versions': [],
      'pyenv install --list': [],
      'pyenv exec pytest': 'run pytest',
      'rbenv local 3.3.0': [],
    },
  },
  volta: {
    tier: 'read',
    options: { '-v --verbose --quiet': 'plain' },
    commands: {
      'list which help completions': packageReads,
      'install fetch pin': installs,
      uninstall: removes,
      setup: packageManages,
      run: {
        ...starts,
        options: { '--node=VERSION --npm=VERSION --yarn=VERSION --pnpm=VERSION --env=PAIR --no-yarn': 'plain' },
      },
    },
    examples: { 'volta list': [], 'volta run --node 20 npm test': 'run npm test' },
  },
  sdk: {
    tier: 'read',
    commands: {
      'list ls current c version v home help h': packageReads,
      'use u default d env e': selects,
      'install i upgrade ug selfupdate update': installs,
      'uninstall rm flush': removes,
      'config offline': packageManages,
    },
    examples: { 'sdk list java': [], 'sdk install java 21': 'change packages/install' },
  },
}
