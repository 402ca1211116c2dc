import type { Subcommand } from '../engine/table.ts'

/** Git's extension for large files, also available as a separate program. */
export const lfs: Subcommand = {
  tier: 'read',
  commands: {
    'ls-files status env logs locks ext fsck version help pointer': {
      tier: 'read',
      otherOptions: 'plain',
      operands: 'plain',
    },
    'fetch pull clone': {
      tier: 'write',
      does: ['connect'],
      options: {
        '-I PATHS --include=PATHS -X PATHS --exclude=PATHS -a --all -r --recent -p --prune --refetch': 'plain',
        '--dry-run': 'dry run',
      },
      operands: 'plain',
    },
    'push lock unlock': {
      tier: 'write',
      does: ['connect sends'],
      options: { '-d --dry-run': 'dry run', '--all --object-id -f --force -i ID --id=ID': 'plain' },
      operands: 'plain',
    },
    'track untrack checkout dedup': {
      tier: 'write',
      options: {
        '-l --lockable --not-lockable --no-excluded --filename -v --verbose --no-modify-attrs': 'plain',
        '-d --dry-run': 'dry run',
      },
      operands: 'plain',
    },
    'install uninstall update': {
      tier: 'execute',
      does: ['change git/install'],
      options: { '-f --force -l --local -s --skip-smudge --skip-repo --system -w --worktree -m --manual': 'plain' },
    },
    prune: {
      tier: 'write',
      does: ['change git/delete-objects'],
      options: { '-d --dry-run': 'dry run', '-v --verbose --verify-remote -c': 'plain' },
    },
    migrate: {
      tier: 'write',
      commands: {
        info: { tier: 'read', otherOptions: 'plain', operands: 'plain' },
        'import export': {
          tier: 'write',
          does: ['change git/history'],
          options: { '--include=PATHS --exclude=PATHS --above=SIZE --everything --no-rewrite --yes --fixup': 'plain' },
          operands: 'plain',
        },
      },
    },
  },
}
