import { applySql } from '../databases/sql-run.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Does, Options, Program, Programs, Subcommand } from '../engine/table.ts'

/** A file with the text of a field; `-` is standard input. */
const textFile = { '-': 'plain', '*': 'read' } as const

/** Tokens of other services, and addresses that may hold a password. */
const secretNames = { '*token* *key* *password* *secret* *url*': 'change secrets/read', '*': 'plain' } as const

const filters: Options = {
  '-a NAME --assignee=NAME -l LABELS --label=LABELS --label-any=LABELS --label-exact=LABEL --label-pattern=GLOB --label-regex=RE --exclude-label=LABELS --exclude-type=TYPES -n N --limit=N --offset=N -p N --priority=N --priority-max=N --priority-min=N -s STATUS --status=STATUS -t TYPE --type=TYPE --sort=FIELD --id=IDS --parent=ID --mol=ID --mol-type=TYPE --wisp-type=TYPE --spec=TEXT --query=TEXT':
    'plain',
  '--closed-after=DATE --closed-before=DATE --created-after=DATE --created-before=DATE --updated-after=DATE --updated-before=DATE --defer-after=DATE --defer-before=DATE --due-after=DATE --due-before=DATE --title=TEXT --title-contains=TEXT --desc-contains=TEXT --notes-contains=TEXT --external-contains=TEXT --external-ref=TEXT --has-metadata-key=NAME --metadata-field=PAIR':
    'plain',
  '--all --deferred --empty-description --flat --include-gates --include-infra --include-templates --include-deferred --include-ephemeral --long --no-assignee --no-labels --no-pager --no-parent --no-pinned --overdue --pinned --pretty --plain --ready -r --reverse --skip-labels --tree -w --watch -u --unassigned --explain --gated --parse-only':
    'plain',
}

const reads = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })

/** Hooks of the project in `.beads/hooks` run whenever an issue changes. */
const changes = (options: Options = {}, does: Does = 'change issues/update'): Subcommand => ({
  tier: 'write',
  code: 'project',
  does: [does],
  options: { '--dry-run': 'dry run', ...options },
  operands: 'plain',
})

/** These only show what they would delete until they are told to delete it. */
const deletesIfForced = (options: Options = {}): Subcommand => ({
  tier: 'write',
  code: 'project',
  options: { '--dry-run': 'dry run', '-f --force': 'change issues/delete', ...options },
  operands: 'plain',
})

const deletes = (options: Options = {}): Subcommand => changes(options, 'change issues/delete')

const manages: Subcommand = {
  tier: 'execute',
  does: ['change issues/manage'],
  otherOptions: 'plain',
  operands: 'plain',
}

/** The same, for commands that have a dry run. */
const managesOrShows: Subcommand = { ...manages, options: { '--dry-run --inspect': 'dry run' } }

/** Issues go to another machine or service. */
const publishes = (options: Options = {}): Subcommand => ({
  tier: 'execute',
  does: ['connect sends', 'change issues/publish'],
  options: { '--dry-run': 'dry run', ...options },
  operands: 'plain',
})

const fetches = (options: Options = {}): Subcommand => ({
  tier: 'write',
  code: 'project',
  does: ['change issues/update'],
  options: { '--dry-run': 'dry run', ...options },
  operands: 'plain',
})

/** Another tracker that issues are copied from and to, with the token that the project has for it. */
const otherTracker: Subcommand = {
  commands: {
    'status teams repos projects': reads(),
    pull: fetches({ '--relations': 'plain' }),
    push: publishes(),
    sync: publishes({
      '--issues=IDS --parent=ID --state=STATE --project=KEYS --type=TYPES --exclude-type=TYPES --team=IDS --threshold=TIME --assignee=NAME --label=LABELS --milestone=NAME':
        'plain',
      '--create-only --pull --push --pull-only --push-only --pull-if-stale --prefer-local --prefer-newer --prefer-jira --prefer-linear --prefer-github --prefer-gitlab --prefer-notion --milestones --relations --include-ephemeral --no-ephemeral':
        'plain',
    }),
  },
}

const fields: Options = {
  '--acceptance=TEXT --append-notes=TEXT -a NAME --assignee=NAME --context=TEXT --defer=DATE -d TEXT --description=TEXT --design=TEXT --due=DATE -e N --estimate=N --external-ref=TEXT --notes=TEXT --parent=ID -p N --priority=N --spec-id=ID -s STATUS --status=STATUS --title=TEXT -t TYPE --type=TYPE':
    'plain',
  '--set-metadata=PAIR --unset-metadata=NAME': 'plain',
  '--ephemeral --stdin --no-history --allow-empty-description': 'plain',
  '--body-file=FILE --design-file=FILE': textFile,
  '--metadata=TEXT': { '@*': 'opaque metadata from a file', '*': 'plain' },
}

const vars = { '--var=PAIR': 'plain' } as const

const beads: Program = {
  tier: 'read',
  options: {
    '--actor=NAME --dolt-auto-commit=HOW --lock-timeout=TIME': 'plain',
    '--json --no-color -q --quiet -v --verbose --readonly --sandbox --ignore-schema-skew --profile --no-daemon --no-auto-flush --no-auto-import --allow-stale --no-db':
      'plain',
    '--db=FILE': 'write',
    '-C DIR, --directory=DIR': 'cwd',
  },
  // Its hooks run from there.
  env: { 'BEADS_DIR BEADS_DB BD_DB': 'may name code' },
  commands: {
    'list search query': reads(filters),
    count: reads({ ...filters, '--by-assignee --by-label --by-priority --by-status --by-type': 'plain' }),
    ready: {
      ...reads(filters),
      options: { ...filters, '-s HOW --sort=HOW': 'plain', '--claim': ['change issues/update', 'tier write'] },
    },
    'show view': reads({
      '--as-of=REF --id=ID': 'plain',
      '--children --current --include-comments --include-dependents --local-time --long --refs --short --thread -w --watch':
        'plain',
    }),
    'children blocked stale status stats statuses types history diff lint info where context ping version prime onboard quickstart memories recall init-safety':
      reads({
        '--pretty --all --assigned --no-activity --sections --events --schema --thanks --whats-new --details --export --full --hook-json --mcp --memories-only --no-memories --stealth':
          'plain',
        '-d N --days=N -n N --limit=N -s STATUS --status=STATUS -t TYPE --type=TYPE --max-memories=N --max-memory-chars=N --parent=ID -a NAME --assignee=NAME':
          'plain',
      }),
    'find-duplicates find-dups': reads({
      '-n N --limit=N -s STATUS --status=STATUS --threshold=N --model=NAME': 'plain',
      '--method=HOW': { mechanical: 'plain', '*': ['connect sends', 'change issues/publish'] },
    }),
    orphans: reads({
      '--details -l LABELS --label=LABELS --label-any=LABELS': 'plain',
      '-f --fix': ['change issues/update', 'tier write'],
    }),
    graph: {
      ...reads({ '--all --box --compact --dot --html --open': 'plain' }),
      commands: { check: reads() },
    },
    epic: { commands: { status: reads({ '--eligible-only': 'plain' }), 'close-eligible': changes() } },
    human: {
      ...reads(),
      commands: {
        'list stats': reads({ '-s STATUS --status=STATUS': 'plain' }),
        'respond dismiss': changes({ '-r TEXT --response=TEXT --reason=TEXT': 'plain' }),
      },
    },
    state: { ...reads(), commands: { list: reads() } },
    comments: {
      ...reads({ '--local-time': 'plain' }),
      commands: { add: changes({ '-a NAME --author=NAME': 'plain', '-f FILE --file=FILE': textFile }) },
    },
    'create new': changes({
      ...fields,
      '--deps=IDS --event-actor=TEXT --event-category=TEXT --event-payload=TEXT --event-target=TEXT --id=ID -l LABELS --labels=LABELS --label=LABELS --mol-type=TYPE --skills=TEXT --waits-for=ID --waits-for-gate=HOW --wisp-type=TYPE':
        'plain',
      '--force --no-inherit-labels --silent --validate': 'plain',
      '-f FILE --file=FILE --graph=FILE': textFile,
      // The issue goes to another repository.
      '--repo=DIR': 'write below',
    }),
    update: changes({
      ...fields,
      '--add-label=LABELS --remove-label=LABELS --set-labels=LABELS --await-id=ID --session=ID': 'plain',
      '--claim --history --persistent --force': 'plain',
    }),
    'close done reopen unclaim promote': changes({
      '-r TEXT --reason=TEXT --session=ID': 'plain',
      '--claim-next --continue -f --force --no-auto --suggest-next': 'plain',
      '--reason-file=FILE': textFile,
    }),
    'comment note': changes({ '--stdin': 'plain', '--file=FILE': textFile }),
    'assign priority tag heartbeat hb set-state defer undefer rename link unlink relate unrelate supersede duplicate q reclaim recompute-blocked ship batch branch create-form':
      changes({
        '-l LABELS --labels=LABELS --parent=ID -p N --priority=N -t TYPE --type=TYPE --reason=TEXT --with=ID --of=ID --until=DATE --older-than=TIME -m TEXT --message=TEXT':
          'plain',
        '--force': 'plain',
        '-f FILE --file=FILE': textFile,
      }),
    duplicates: { ...reads(), options: { '--dry-run': 'dry run', '--auto-merge': 'change issues/delete' } },
    label: { commands: { 'list list-all': reads(), 'add remove propagate': changes() } },
    dep: {
      ...changes({ '-b ID --blocks=ID --no-cycle-check': 'plain' }),
      commands: {
        'list tree cycles': reads({
          '--direction=HOW -t TYPE --type=TYPE --format=NAME -d N --max-depth=N --depth=N --reverse --show-all-paths --status=STATUS':
            'plain',
        }),
        'add remove rm relate unrelate': changes({
          '--blocked-by=ID --depends-on=ID -t TYPE --type=TYPE --no-cycle-check': 'plain',
          '--file=FILE': textFile,
        }),
      },
    },
    gate: {
      commands: {
        'list show': reads({ '-a --all -n N --limit=N': 'plain' }),
        // `check` and `discover` ask GitHub through `gh`.
        'check discover create resolve add-waiter': changes({
          '-b NAME --branch=NAME -l N --limit=N -a TIME --max-age=TIME -t TYPE --type=TYPE --await-id=ID --blocks=ID -r TEXT --reason=TEXT --timeout=TIME -e --escalate':
            'plain',
          '-n, --dry-run': 'dry run',
        }),
      },
    },
    'merge-slot': {
      commands: { check: reads(), 'create acquire release': changes({ '--holder=NAME --wait': 'plain' }) },
    },
    todo: {
      ...reads(),
      commands: {
        list: reads({ '--all': 'plain' }),
        'add done': changes({ '-d TEXT --description=TEXT -p N --priority=N --reason=TEXT': 'plain' }),
      },
    },
    swarm: {
      commands: {
        'list status validate': reads(),
        create: changes({ '--coordinator=NAME --force': 'plain' }),
      },
    },
    audit: {
      commands: {
        'record label': changes({
          '--kind=TEXT --model=TEXT --prompt=TEXT --response=TEXT --issue-id=ID --tool-name=TEXT --exit-code=N --error=TEXT --label=TEXT --reason=TEXT --stdin':
            'plain',
        }),
      },
    },
    formula: {
      commands: {
        'list show schema primitives': reads({ '--type=TYPE': 'plain' }),
        convert: { ...changes({ '--all': 'plain', '--stdout': 'dry run' }), operands: 'write' },
      },
    },
    'mol protomolecule': {
      commands: {
        'show current progress ready last-activity stale seed': reads({
          '-p --parallel --gated --all --blocking --unassigned --for=NAME --limit=N --range=RANGE': 'plain',
          ...vars,
        }),
        'pour bond': changes({
          ...vars,
          '--as=TEXT --ephemeral --pour --ref=TEXT --type=TYPE --assignee=NAME --attach=ID --attach-type=TYPE': 'plain',
        }),
        wisp: {
          ...changes({ ...vars, '--root-only': 'plain' }),
          commands: {
            list: reads({ '--all --type=TYPE': 'plain' }),
            create: changes({ ...vars, '--root-only': 'plain' }),
            gc: deletes({ '--age=TIME --all --closed --exclude-type=TYPES -f --force': 'plain' }),
          },
        },
        distill: changes({ ...vars, '--output=DIR': 'write below' }),
        burn: deletes({ '--force': 'plain' }),
        squash: deletes({ '--keep-children --summary=TEXT': 'plain' }),
      },
    },
    kv: { commands: { get: { tier: 'read', operands: secretNames }, list: reads(), set: changes(), clear: deletes() } },
    // `bd prime` puts these into the prompt of every later session.
    remember: { tier: 'write', options: { '--key=NAME': 'plain' }, does: ['change agent/instruct'] },
    delete: deletesIfForced({ '--cascade': 'plain', '--from-file=FILE': 'read' }),
    'prune purge': deletesIfForced({ '--older-than=TIME --pattern=GLOB --ignore-references': 'plain' }),
    'compact flatten': deletesIfForced({ '--days=N': 'plain' }),
    gc: deletes({ '--older-than=N --skip-decay --skip-dolt -f --force': 'plain' }),
    forget: deletes(),
    'rename-prefix': changes({ '--repair': 'plain' }, 'change issues/manage'),
    restore: { ...reads(), options: { '--apply': ['change issues/update', 'tier write'] } },
    export: {
      tier: 'read',
      options: {
        '-o FILE --output=FILE': ['write', 'tier write'],
        '--all --include-infra --include-memories --scrub --exclude-owner=NAME': 'plain',
      },
      operands: [],
    },
    import: {
      ...changes({ '-i FILE --input=FILE': textFile, '--dedup': 'plain', '--allow-stale': 'change issues/overwrite' }),
      operands: { '-': 'plain', '*': 'read' },
    },
    vc: {
      commands: {
        status: reads(),
        'commit merge': changes({ '-m TEXT --message=TEXT --stdin --strategy=HOW': 'plain' }),
      },
    },
    config: {
      commands: {
        get: {
          tier: 'read',
          operands: secretNames,
        },
        'validate drift': reads(),
        'list show': { tier: 'read', does: ['change secrets/read'], options: { '--source=NAME': 'plain' } },
        // Settings name remotes that receive every issue, and commands that run.
        'set set-many unset': manages,
        apply: managesOrShows,
      },
    },
    dolt: {
      commands: {
        'status show test': reads(),
        commit: changes({ '-m TEXT --message=TEXT': 'plain' }),
        pull: fetches({ '--remote=NAME': 'plain' }),
        push: publishes({ '--force': 'change issues/overwrite', '--remote=NAME': 'plain' }),
        remote: { commands: { list: reads(), 'add remove': manages } },
        start: { tier: 'write', does: ['change database/start'] },
        stop: { tier: 'execute', does: ['change database/stop'], options: { '--force': 'plain' } },
        killall: { tier: 'execute', does: ['change process/kill'] },
        'clean-databases': { tier: 'execute', does: ['change database/drop'], options: { '--dry-run': 'dry run' } },
        set: manages,
      },
    },
    sync: publishes({ '-m TEXT --message=TEXT --status --no-push --no-pull --import-only --flush-only': 'plain' }),
    'jira linear github gitlab ado notion': otherTracker,
    backup: {
      commands: {
        status: reads(),
        'init add sync': publishes(),
        restore: { ...deletes({ '--force': 'plain' }), operands: 'read' },
        'remove rm': manages,
      },
    },
    hooks: {
      commands: {
        list: reads(),
        'install uninstall': { tier: 'execute', does: ['change git/hooks'], otherOptions: 'plain' },
        run: { tier: 'execute', code: 'project', operands: 'plain' },
      },
    },
    repo: { commands: { list: reads(), 'add remove sync': manages } },
    worktree: {
      commands: {
        'list info': reads(),
        create: { tier: 'write', options: { '--branch=NAME': 'plain' }, operands: 'write' },
        remove: { tier: 'destructive', does: ['recursive'], options: { '--force': 'plain' }, operands: 'delete' },
      },
    },
    doctor: {
      tier: 'read',
      options: {
        '--agent --check-health --deep --orchestrator --perf --server -y --yes -i --interactive': 'plain',
        '--check=NAME --migration=WHEN --orchestrator-duplicates-threshold=N': 'plain',
        '--dry-run': 'dry run',
        '--fix --fix-child-parent --clean --force': ['change issues/manage', 'tier execute'],
        '-o FILE --output=FILE': ['write', 'tier write'],
      },
      operands: 'read',
    },
    preflight: { tier: 'execute', code: 'project', options: { '--check --fix --skip-lint': 'plain' } },
    rules: { commands: { audit: reads({ '--threshold=N': 'plain', '--path=DIR': 'read' }) } },
    upgrade: { commands: { 'status review': reads(), ack: changes() } },
    setup: {
      tier: 'execute',
      does: ['change agent/instruct'],
      options: { '--list --print --check': 'dry run' },
      operands: 'plain',
    },
    'init migrate-personal': manages,
    'bootstrap migrate': managesOrShows,
    admin: { commands: { 'cleanup compact': managesOrShows, reset: manages } },
    completion: reads({ '--no-descriptions': 'plain' }),
    help: { tier: 'read', options: { '--all --list': 'plain', '--doc=NAME': 'plain' }, operands: 'plain' },
    sql: { tier: 'read', options: { '--csv': 'plain' }, operands: ['plain'] },
    // It opens an editor, or starts the program that a setting names.
    'edit mail': { tier: 'execute', does: ['opaque a program that the settings of `bd` name'], otherOptions: 'plain' },
  },
}

/** `bd sql QUERY`: the query is what it does. */
function runBeads(call: ProgramCall): void {
  applyTable(beads, call)
  const { path, operands } = sortArguments(call.args, compileProgram(beads))
  const [query] = operands
  if (path[0] === 'sql' && query !== undefined) applySql(query, 'mysql', call)
}

/** Issues of a project in a database of its own (beads), which agents use as their list of work. */
export const issueTrackers: Programs = {
  bd: {
    ...beads,
    custom: runBeads,
    examples: {
      'bd ready --json': [],
      'bd list --status open --frob': 'opaque unknown option `--frob` of `bd list`',
      'bd frob': 'opaque unknown subcommand `frob` of `bd`',
      "bd create 'Fix it' -t bug -p 1 --json": 'change issues/update',
      'bd create x --body-file notes.md': ['read notes.md', 'change issues/update'],
      'bd create x --dry-run': [],
      'bd delete bd-1': [],
      'bd delete bd-1 --force': 'change issues/delete',
      'bd -C /tmp/x close bd-1': ['change issues/update', 'opaque project code in `/tmp/x`'],
      'bd dolt push': ['connect … sends', 'change issues/publish'],
      "bd sql 'SELECT 1'": [],
      "bd sql 'DROP TABLE issues'": 'change database/drop DROP TABLE issues',
      'bd config get jira.api_token': 'change secrets/read jira.api_token',
      'bd remember x': 'change agent/instruct',
    },
  },
}
