import type { Options, Programs, Subcommand } from '../engine/table.ts'

const looks = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })

/** Files of the home directory change, and templates and scripts of the source run. */
const appliesHome: Subcommand = {
  tier: 'execute',
  does: ['opaque templates and scripts for the home directory'],
  otherOptions: 'plain',
  operands: 'plain',
}

const stowOptions: Options = {
  '-n --no --simulate': 'dry run',
  '-d DIR --dir=DIR': 'read',
  '-t DIR --target=DIR': 'write below',
  '-S --stow -v --verbose[=N] --no-folding --dotfiles -p --compat -R --restow': 'plain',
  '-D --delete': 'plain',
  '--ignore=RE --defer=RE --override=RE': 'plain',
}

/** Programs that keep files of the home directory in a repository, or that watch files. */
export const dotfiles: Programs = {
  // Without a target, the links go into the directory above.
  stow: {
    tier: 'execute',
    options: stowOptions,
    operands: 'plain',
    examples: {
      'stow -n vim': [],
      'stow -t /home/dev vim': 'write /home/dev/*',
      // It moves files into the repository.
      'stow --adopt vim': 'opaque unknown option `--adopt` of `stow`',
    },
  },
  chezmoi: {
    tier: 'execute',
    options: {
      '-v --verbose -n, --dry-run --no-pager --no-tty --color=WHEN --progress=FLAG': 'plain',
      '-S DIR --source=DIR -D DIR --destination=DIR': 'opaque another directory of templates',
    },
    commands: {
      'managed unmanaged source-path target-path doctor ignored help completion': looks({
        '-i LIST --include=LIST -x LIST --exclude=LIST -p NAME --path-style=NAME --tree -0 --nul-path-separator --no-network':
          'plain',
      }),
      // Templates can run programs and show secrets.
      'diff status verify cat execute-template data dump': appliesHome,
      'apply update init add re-add edit merge merge-all forget destroy purge remove rm import chattr upgrade cd git generate state secret':
        appliesHome,
    },
    examples: {
      'chezmoi managed': [],
      'chezmoi apply': 'opaque templates and scripts for the home directory',
      'chezmoi -S /tmp/x managed': 'opaque another directory of templates: `/tmp/x`',
    },
  },
  watchman: {
    tier: 'read',
    options: { '--no-pretty --output-encoding=NAME --server-encoding=NAME -j --json-command -p --persistent': 'plain' },
    commands: {
      'version get-sockname watch-list list-capabilities get-config get-pid trigger-list log-level': looks(),
      'watch watch-project find since query clock debug-ageout': { tier: 'read', operands: ['read', 'plain...'] },
      'watch-del watch-del-all': { tier: 'write', operands: 'plain' },
      'shutdown-server': { tier: 'execute', does: ['change service/stop'] },
      // It runs a command whenever a file changes.
      'trigger trigger-del': {
        tier: 'execute',
        does: ['change system/schedule'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: {
      'watchman watch-list': [],
      'watchman watch-del-all': [],
      'watchman -- trigger . x *.js -- id': 'change system/schedule',
      'watchman trigger . x': 'change system/schedule',
    },
  },
}
