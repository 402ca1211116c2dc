import { applyTable } from '../engine/apply.ts'
import type { Program, Programs, Subcommand } from '../engine/table.ts'
import { apiCommand, readingApiCommand, readsOnly } from '../shared/api-method.ts'

const reads: Subcommand = {
  tier: 'read',
  otherOptions: 'plain',
  operands: 'plain',
}

/** Visible to other people, so it asks first; but it can be undone. */
const applies: Subcommand = {
  tier: 'execute',
  does: ['change github/apply'],
  options: {
    '-F FILE --body-file=FILE --notes-file=FILE --env-file=FILE': 'read',
    '--dry-run': 'dry run',
    '-t TEXT --title=TEXT -b TEXT --body=TEXT -a LOGIN --assignee=LOGIN -r LOGIN --reviewer=LOGIN -l NAME --label=NAME -m NAME --milestone=NAME -p NAME --project=NAME -B BRANCH --base=BRANCH -H BRANCH --head=BRANCH -T NAME --template=NAME --add-label=NAME --remove-label=NAME --add-assignee=LOGIN --remove-assignee=LOGIN --add-reviewer=LOGIN --remove-reviewer=LOGIN -c TEXT --comment=TEXT --reason=REASON -d TEXT --description=TEXT --visibility=WHO --color=COLOR --name=NAME -n NAME --add-project=NAME --remove-project=NAME --org=ORG -u LOGIN --user=LOGIN -e NAME --env=NAME --ref=REF --field=FIELD --raw-field=FIELD --job=ID -j ID --owner=OWNER --format=FORMAT --id=ID --project-id=ID --field-id=ID --text=TEXT --single-select-option-id=ID --url=URL':
      'plain',
    '-f --fill --fill-first --fill-verbose --draft -w --web --editor --approve --request-changes --edit-last --undo --failed -y --yes --recover':
      'plain',
  },
  operands: 'plain',
}

const deletes: Subcommand = {
  tier: 'execute',
  does: ['change github/delete'],
  options: { '-y --yes -a --all --cleanup-tag --confirm': 'plain' },
  operands: 'plain',
}

const publishes: Subcommand = {
  tier: 'execute',
  does: ['change github/publish'],
  options: {
    '-F FILE --notes-file=FILE --body-file=FILE': 'read',
    '-t TEXT --title=TEXT -n TEXT --notes=TEXT --target=BRANCH -b TEXT --body=TEXT --subject=TEXT --tag=TAG --discussion-category=NAME --match-head-commit=SHA --notes-start-tag=TAG --desc=TEXT -f NAME --filename=NAME -A EMAIL --author-email=EMAIL':
      'plain',
    '-d --draft -p --prerelease --public --latest[=BOOL] --generate-notes --verify-tag --clobber -s --squash -m --merge -r --rebase --auto --disable-auto --delete-branch --admin -w --web':
      'plain',
  },
  operands: 'plain',
}

/** Uploads the files that it names. */
const uploads: Subcommand = { ...publishes, operands: 'read' }

const downloads: Subcommand = {
  tier: 'write',
  options: {
    '-D DIR --dir=DIR -O FILE --output=FILE': 'write',
    '-p GLOB --pattern=GLOB -A FORMAT --archive=FORMAT -n NAME --name=NAME -o OWNER --owner=OWNER -d DIGEST --digest-alg=ALG -L N --limit=N --predicate-type=TYPE':
      'plain',
    '--clobber --skip-existing': 'plain',
  },
  operands: 'plain',
}

const clones: Subcommand = {
  tier: 'write',
  does: ['connect'],
  options: { '-u NAME --upstream-remote-name=NAME --no-upstream': 'plain' },
  operands: { '-*': 'opaque an option passed to git', '*://*': 'connect', '/*': 'write', '..*': 'write', '*': 'plain' },
}

const branches: Subcommand = {
  tier: 'write',
  does: ['connect', 'change git/branch'],
  options: {
    '-f --force': 'change git/discard',
    '-b BRANCH --branch=BRANCH --detach --recurse-submodules': 'plain',
  },
  operands: 'plain',
}

const runs: Subcommand = { ...applies, does: ['change github/run'] }

const keys: Subcommand = {
  tier: 'read',
  commands: {
    list: reads,
    add: {
      tier: 'execute',
      does: ['change github/add-key'],
      options: { '-t TEXT --title=TEXT --type=TYPE': 'plain', '-w --allow-write': 'plain' },
      operands: 'read',
    },
    delete: deletes,
  },
}

const logins: Subcommand = {
  tier: 'execute',
  does: ['change github/login'],
  options: {
    '-h HOST --hostname=HOST -p PROTOCOL --git-protocol=PROTOCOL -s SCOPES --scopes=SCOPES -r SCOPES --remove-scopes=SCOPES -u LOGIN --user=LOGIN --with-token -w --web --skip-ssh-key --insecure-storage --reset-scopes -f --force -c --clipboard':
      'plain',
  },
}

const table: Program = {
  tier: 'read',
  options: { '-R REPO --repo=REPO': 'plain', '-h': 'dry run' },
  env: {
    GH_PATH: 'opaque another program instead of gh',
  },
  commands: {
    api: apiCommand('github'),
    'search status browse completion version help licenses accessibility': reads,
    pr: {
      tier: 'read',
      commands: {
        'list ls view diff checks status': reads,
        'checkout co': branches,
        'create new edit comment review ready close reopen lock unlock update-branch revert': applies,
        merge: publishes,
      },
    },
    issue: {
      tier: 'read',
      commands: {
        'list ls view status': reads,
        'create new edit comment close reopen lock unlock pin unpin develop': applies,
        transfer: publishes,
        delete: deletes,
      },
    },
    repo: {
      tier: 'read',
      commands: {
        'list ls view': reads,
        'gitignore license': { tier: 'read', commands: { 'list view': reads } },
        autolink: { tier: 'read', commands: { 'list view': reads, create: applies, delete: deletes } },
        'deploy-key': keys,
        clone: clones,
        'set-default': {
          tier: 'write',
          // Later commands act on another repository.
          does: ['change git/manage'],
          options: { '-v --view': 'dry run', '-u --unset': 'plain' },
          operands: 'plain',
        },
        'create new fork edit rename sync archive unarchive': { ...publishes, does: ['change github/publish'] },
        delete: deletes,
      },
    },
    run: {
      tier: 'read',
      commands: { 'list ls view watch': reads, download: downloads, 'rerun cancel': runs, delete: deletes },
    },
    workflow: { tier: 'read', commands: { 'list ls view': reads, 'run enable disable': runs } },
    release: {
      tier: 'read',
      commands: {
        'list ls view verify verify-asset': reads,
        download: downloads,
        edit: publishes,
        'create new upload': { ...publishes, operands: ['plain', 'read...'] },
        'delete delete-asset': deletes,
      },
    },
    gist: {
      tier: 'read',
      commands: {
        'list ls view': reads,
        clone: clones,
        'create new': uploads,
        'edit rename': publishes,
        delete: deletes,
      },
    },
    label: { tier: 'read', commands: { 'list ls': reads, 'create new edit clone': applies, delete: deletes } },
    cache: { tier: 'read', commands: { 'list ls': reads, delete: deletes } },
    secret: { tier: 'read', commands: { 'list ls': reads, set: applies, 'delete remove': deletes } },
    variable: { tier: 'read', commands: { 'list ls get': reads, set: applies, 'delete remove': deletes } },
    project: {
      tier: 'read',
      commands: {
        'list ls view field-list item-list': reads,
        'create copy edit close link unlink mark-template field-create item-add item-create item-edit item-archive':
          applies,
        'delete field-delete item-delete': deletes,
      },
    },
    org: { tier: 'read', commands: { 'list ls': reads } },
    'ruleset rs': { tier: 'read', commands: { 'list ls view check': reads } },
    'ssh-key gpg-key': keys,
    'attestation at': { tier: 'read', commands: { 'verify trusted-root inspect': reads, download: downloads } },
    auth: {
      tier: 'read',
      commands: {
        status: {
          tier: 'read',
          options: {
            '-t --show-token': 'change secrets/read',
            '-h HOST --hostname=HOST -a --active --json=FIELDS -q FILTER --jq=FILTER': 'plain',
          },
        },
        token: {
          tier: 'execute',
          does: ['change secrets/read'],
          options: { '-h HOST --hostname=HOST -u LOGIN --user=LOGIN': 'plain' },
        },
        'login logout refresh switch setup-git': logins,
      },
    },
    config: {
      tier: 'read',
      commands: {
        'get list ls': {
          tier: 'read',
          options: { '-h HOST --host=HOST': 'plain' },
          operands: { '*token*': 'change secrets/read', '*': 'plain' },
        },
        set: {
          tier: 'execute',
          options: { '-h HOST --host=HOST': 'plain' },
          operands: ['plain', 'opaque a setting that may run code'],
        },
        'clear-cache': { tier: 'write' },
      },
    },
    alias: {
      tier: 'read',
      commands: {
        'list ls': reads,
        'set import': { tier: 'execute', does: ['opaque an alias, which can run commands'], operands: 'plain' },
        delete: { tier: 'write', options: { '--all': 'plain' }, operands: 'plain' },
      },
    },
    'extension extensions ext': {
      tier: 'read',
      commands: {
        'list ls search': reads,
        'install upgrade': {
          tier: 'execute',
          does: ['change packages/install'],
          options: { '--pin=VERSION --force --all --dry-run': 'plain' },
          operands: 'plain',
        },
        remove: { tier: 'execute', does: ['change packages/remove'], operands: 'plain' },
        'exec browse': { tier: 'execute', operands: ['opaque a gh extension', 'plain...'] },
      },
    },
    'codespace cs': {
      tier: 'read',
      options: { '-c NAME --codespace=NAME': 'plain' },
      commands: {
        'list ls view logs': reads,
        ports: {
          tier: 'read',
          otherOptions: 'plain',
          commands: {
            visibility: applies,
            forward: { tier: 'execute', does: ['change codespace/network'], operands: 'plain' },
          },
        },
        'create edit': applies,
        'stop rebuild': runs,
        delete: deletes,
        'ssh cp jupyter code': {
          tier: 'execute',
          does: ['opaque an interactive session on another computer'],
          operands: 'plain',
        },
      },
    },
    'agent-task agent': { tier: 'read', commands: { 'list ls view': reads, create: applies } },
  },
}

const reading: Program = { ...table, commands: { ...table.commands, api: readingApiCommand } }

/** GitHub from the command line. */
export const github: Programs = {
  gh: {
    ...table,
    custom: call => applyTable(readsOnly(table, call) ? reading : table, call),
    examples: {
      'gh pr list --state open --json title': [],
      'gh -R a/b issue view 3': [],
      'gh pr create --title x --body-file b.md': ['change github/apply', 'read b.md'],
      'gh pr merge 3 --squash': 'change github/publish',
      'gh pr checkout 3': ['connect …', 'change git/branch'],
      'gh repo delete a/b --yes': 'change github/delete',
      'gh repo clone a/b -- --config=core.fsmonitor=x': [
        'connect …',
        'opaque an option passed to git: `--config=core.fsmonitor=x`',
      ],
      'gh api user': [],
      'gh api -X DELETE repos/a/b': 'change github/delete DELETE',
      'gh api repos/a/b/issues -f title=x': 'change github/apply title=x',
      'gh api --method GET search/issues -f q=x': [],
      'gh api -X GET -X PATCH repos/a/b': ['change github/apply PATCH'],
      "gh api graphql -f query='query { viewer { login } }'": [],
      "gh api graphql -f query='mutation { x }'": 'change github/apply query=mutation { x }',
      'gh api graphql -f query="$Q"': 'opaque a query only known at run time: `query=$Q`',
      'gh auth token': 'change secrets/read',
      'gh auth status': [],
      'gh gist create .env': ['change github/publish', 'read .env'],
      "gh alias set x '!rm -rf /'": 'opaque an alias, which can run commands',
      'gh release download v1 -D out': 'write out',
      'gh frobnicate': 'opaque unknown subcommand `frobnicate` of `gh`',
    },
  },
}
