import type { Options, Subcommand } from '../engine/table.ts'
import { merging } from './git-commands.ts'
import { plainSettings } from './git-settings.ts'

/** Remotes given by their address. */
const remotes = { '*://*': 'connect', '*@*:*': 'connect', '*': 'plain' } as const

const fetching: Options = {
  '--upload-pack=COMMAND': 'run',
  '-n, --dry-run': 'dry run',
  '--depth=N --deepen=N --shallow-since=DATE --shallow-exclude=REF --negotiation-tip=COMMIT --refmap=SPEC -j N --jobs=N --filter=SPEC --server-option=OPTION':
    'plain',
  '-a --all --append --atomic --multiple -f --force -k --keep -p --prune -P --prune-tags -t --tags --no-tags --unshallow --update-shallow --refetch --set-upstream -q --quiet -v --verbose --progress --no-progress -4 --ipv4 -6 --ipv6 --porcelain --recurse-submodules[=WHEN] --no-recurse-submodules --write-fetch-head --no-write-fetch-head --auto-maintenance --no-auto-maintenance --auto-gc --no-auto-gc --show-forced-updates --no-show-forced-updates':
    'plain',
}

const settingKeys: Subcommand['commands'] = {
  [plainSettings]: { tier: 'read', operands: ['change git/configure', 'plain...'] },
  '*': { tier: 'read', operands: ['opaque a setting that may run code or redirect connections', 'plain...'] },
}

/** Commands for other repositories, and the settings that locate them. */
export const remoteCommands: NonNullable<Subcommand['commands']> = {
  push: {
    tier: 'write',
    does: ['connect sends'],
    options: {
      '-n --dry-run': 'dry run',
      '-f --force --mirror --prune': 'change git/overwrite-remote',
      '--force-with-lease[=REF] --force-if-includes': 'change git/overwrite-remote-if-unchanged',
      '-d --delete': 'change git/delete-remote',
      '--receive-pack=COMMAND --exec=COMMAND': 'run',
      '--no-verify': 'change git/skip-hooks',
      '-u --set-upstream --tags --follow-tags --no-follow-tags -v --verbose -q --quiet --all --branches --verify --progress --no-progress --atomic --porcelain --signed[=WHEN] --thin --no-thin -4 --ipv4 -6 --ipv6 --recurse-submodules[=WHEN] --no-recurse-submodules --no-force-with-lease':
        'plain',
      '-o OPTION --push-option=OPTION --repo=REPO': 'plain',
    },
    operands: {
      '+*': 'change git/overwrite-remote',
      ':*': 'change git/delete-remote',
      ...remotes,
      '*://*': 'connect sends',
    },
  },
  // Contacts a configured remote and only moves remote-tracking branches; `runGit` adds the effects of other uses.
  fetch: {
    tier: 'read',
    does: ['connect'],
    options: {
      ...fetching,
      '--upload-pack=COMMAND': ['run', 'change git/fetch'],
      '-f --force -p --prune -P --prune-tags --depth=N --deepen=N --shallow-since=DATE --shallow-exclude=REF --unshallow --update-shallow --refmap=SPEC --set-upstream -u --update-head-ok --recurse-submodules[=WHEN] --multiple --stdin':
        'change git/fetch',
      '--prefetch --submodule-prefix=PATH --recurse-submodules-default=WHEN --negotiate-only --write-commit-graph':
        'plain',
      '-m': 'plain',
      '-o OPTION': 'plain',
    },
    // `+main:main` overwrites a local branch.
    operands: { '+*:*': 'change git/history', ...remotes },
  },
  pull: {
    tier: 'write',
    does: ['connect', 'change git/merge'],
    options: { ...fetching, ...merging, '-r, --rebase[=MODE] --no-rebase -n --no-stat': 'plain' },
    operands: remotes,
  },
  subtree: {
    tier: 'write',
    does: ['change git/merge'],
    options: {
      '-P DIR --prefix=DIR': 'write',
      '-m TEXT --message=TEXT -b NAME --branch=NAME --onto=REF --squash -q --rejoin --ignore-joins --annotate=TEXT':
        'plain',
    },
    commands: {
      push: { tier: 'write', does: ['connect sends'], operands: 'plain' },
      'add pull': { tier: 'write', does: ['connect', 'change git/merge'], operands: remotes },
      'merge split': { tier: 'write', does: ['change git/merge'], operands: 'plain' },
    },
  },
  clone: {
    tier: 'write',
    options: {
      '-u COMMAND --upload-pack=COMMAND': 'run',
      '-c SETTING --config=SETTING': 'setting',
      '--template=DIR': 'opaque hooks from a template',
      '--separate-git-dir=DIR': 'write',
      // Includes every ref of the remote, even those that a normal clone leaves out.
      '--mirror': 'change git/export',
      '--reference=DIR --reference-if-able=DIR': 'read',
      '-b BRANCH --branch=BRANCH --depth=N -o NAME --origin=NAME -j N --jobs=N --filter=SPEC --shallow-since=DATE --shallow-exclude=REF --server-option=OPTION --bundle-uri=URI --ref-format=FORMAT --revision=COMMIT':
        'plain',
      '-l --local --no-local --no-hardlinks -s --shared -q --quiet -v --verbose --progress -n --no-checkout --bare --single-branch --no-single-branch --tags --no-tags --recursive --recurse-submodules[=SPEC] --shallow-submodules --no-shallow-submodules --remote-submodules --sparse --dissociate --reject-shallow -4 --ipv4 -6 --ipv6 --naked --also-filter-submodules --checkout --hardlinks':
        'plain',
    },
    operands: ['connect', 'write'],
  },
  remote: {
    tier: 'read',
    options: { '-v --verbose': 'plain' },
    commands: {
      'show get-url': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      add: {
        tier: 'write',
        options: { '-t BRANCH -m BRANCH --mirror[=WHICH]': 'plain', '-f --fetch --tags --no-tags': 'plain' },
        operands: ['change git/configure', 'plain'],
      },
      // A changed remote redirects the next push.
      'set-url': {
        tier: 'write',
        options: { '--push --add --delete': 'plain' },
        operands: ['change git/manage', 'plain', 'plain'],
      },
      'rename set-head set-branches update prune': {
        tier: 'write',
        does: ['change git/configure'],
        options: {
          '-a --auto -d --delete --add -p --prune --progress --no-progress': 'plain',
          '-n, --dry-run': 'dry run',
        },
        operands: 'plain',
      },
      'remove rm': { tier: 'write', does: ['change git/manage'], operands: 'plain' },
    },
  },
  config: {
    tier: 'read',
    options: {
      '-l --list --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool': 'dry run',
      '--unset --unset-all --remove-section': 'change git/configure',
      '--rename-section': 'opaque settings moved to another name',
      '-e --edit': 'opaque an editor',
      '-f FILE --file=FILE': ['read', 'write'],
      '--blob=BLOB --type=TYPE --default=VALUE --value=PATTERN --url=URL --comment=TEXT': 'plain',
      '--global': 'plain',
      '--system': 'plain',
      '--local --worktree --add --append --all --replace-all --regexp --fixed-value --bool --int --bool-or-int --bool-or-str --path --expiry-date -z --null --name-only --show-names --no-show-names --show-origin --show-scope --includes --no-includes':
        'plain',
    },
    commands: {
      'list get': { tier: 'read', does: ['dry run'], operands: 'plain' },
      set: { tier: 'read', commands: settingKeys },
      'unset remove-section': { tier: 'write', does: ['change git/configure'], operands: 'plain' },
      // A harmless value can become a program that git runs.
      'rename-section': { tier: 'write', does: ['opaque settings moved to another name'], operands: 'plain' },
      edit: { tier: 'execute', does: ['opaque an editor'] },
      ...settingKeys,
    },
  },
}
