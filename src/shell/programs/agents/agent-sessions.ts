import type { Word } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { asksForHelp } from '../engine/asks-for-help.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { recordSpawn } from '../shared/record-spawn.ts'

const reads = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })

const asks = (what: `change ${string}/${string}`): Subcommand => ({
  tier: 'execute',
  does: [what],
  otherOptions: 'plain',
  operands: 'plain',
})

/** Conversations with agents hold what the agents read, secrets included. */
const transcripts: Subcommand = asks('change secrets/read')

const prompt: Options = {
  '-p TEXT --prompt=TEXT': 'plain',
  '-P FILE, --prompt-file=FILE': 'read',
  '-e, --prompt-editor --prompt-file-only': 'plain',
}

const workmux: Program = {
  tier: 'read',
  commands: {
    'list ls': reads({ '--pr --json': 'plain' }),
    'path docs changelog completions': reads(),
    status: reads({ '--json --git': 'plain' }),
    capture: reads({ '-n N, --lines=N': 'plain' }),
    wait: reads({ '--status=STATUS --timeout=N --any': 'plain' }),
    // They start an agent in a worktree, or give one a task.
    add: {
      tier: 'execute',
      options: {
        ...prompt,
        '-a COMMAND --agent=COMMAND': 'run',
        '--pr=N --base=REF --name=NAME -n N, --count=N --foreach=TEXT --branch-template=TEXT --max-concurrent=N':
          'plain',
        '-A --auto-name -H, --no-hooks -F, --no-file-ops -C, --no-pane-cmds -b --background -o --open-if-exists -S --sandbox --colors -w --with-changes --patch -u, --include-untracked -W --wait -s --session':
          'plain',
      },
      operands: 'plain',
    },
    open: {
      tier: 'execute',
      options: { ...prompt, '--run-hooks --force-files -n --new -c --continue': 'plain' },
      operands: 'plain',
    },
    send: { tier: 'execute', options: { '-f FILE --file=FILE': 'read' }, operands: 'plain' },
    run: { tier: 'read', options: { '-b --background --keep --timeout=N': 'plain' }, operands: 'plain' },
    close: asks('change process/stop'),
    merge: asks('change git/merge'),
    'remove rm': asks('change git/discard'),
    'set-base': { tier: 'write', does: ['change git/configure'], operands: 'plain' },
    init: { tier: 'write' },
    setup: asks('change agent/instruct'),
    update: asks('change packages/install'),
    'clipboard-read': asks('change clipboard/read'),
  },
}

const tasks: ReadonlySet<string> = new Set(['add', 'open', 'send'])

/** `workmux run NAME -- COMMAND`: the command runs in the directory of another worktree, which only `workmux` knows. */
function runWorkmux(call: ProgramCall): void {
  const sorted = sortArguments(call.args, compileProgram(workmux))
  applyTable(workmux, call, sorted)
  const { path, certain, operands } = sorted
  const [command = ''] = path
  if (asksForHelp(call.args, sorted)) return
  if (tasks.has(command)) recordSpawn('workmux', call)
  if (command === 'run' && operands.length > certain)
    call.start(operands.slice(certain), 'workmux run', { cwd: otherWorktree })
}

const otherWorktree: Word = { parts: [{ hole: 'another worktree', yields: 'text' }] }

/** Programs that manage the sessions of coding agents, and the records that agents leave in a repository. */
export const agentSessions: Programs = {
  workmux: {
    ...workmux,
    custom: runWorkmux,
    examples: {
      'workmux status --json': [],
      'workmux capture feature -n 50': [],
      'workmux send feature hello': 'spawn workmux',
      'workmux send --help': [],
      'workmux run feature -- rm x': ['run rm x', 'delete $PWD/x'],
      'workmux remove -f feature': 'change git/discard',
      'workmux frob': 'opaque unknown subcommand `frob` of `workmux`',
      "workmux add x -a 'claude --dangerously-skip-permissions'": [
        'run claude --dangerously-skip-permissions',
        'change agent/unguarded --dangerously-skip-permissions',
        'spawn claude',
        'spawn workmux',
      ],
    },
  },
  entire: {
    tier: 'read',
    commands: {
      status: reads({ '--detailed --json': 'plain' }),
      doctor: {
        ...reads({ '--force -f --yes': ['change git/discard', 'tier execute'] }),
        commands: { trace: reads(), 'logs bundle': transcripts },
      },
      'version labs agent-help': reads({ '--json': 'plain' }),
      'session sessions': {
        commands: {
          'list ls current tokens': reads({ '--json --all -n N, --limit=N': 'plain' }),
          info: reads({ '--json': 'plain', '--transcript --raw-transcript': 'change secrets/read' }),
          'stop attach adopt': asks('change git/configure'),
          resume: asks('change git/discard'),
        },
      },
      'checkpoint checkpoints cp': {
        commands: {
          'list ls tokens': reads({ '--json --all --no-pager --session=ID -n N, --limit=N': 'plain' }),
          explain: reads({
            '--json --short -s --no-pager -c ID --checkpoint=ID --commit=REF --session=ID': 'plain',
            '--full --transcript --raw-transcript': 'change secrets/read',
            // It gives the conversation to another agent.
            '--generate --force': ['connect sends', 'change agent/publish'],
          }),
          rewind: asks('change git/discard'),
        },
      },
      blame: { tier: 'read', options: { '--long --json': 'plain' }, operands: 'read' },
      'activity recap tokens experts': reads({ '--json --all --since=TIME --days=N -n N, --limit=N': 'plain' }),
      agent: { commands: { list: reads({ '--json': 'plain' }), 'add remove': asks('change agent/instruct') } },
      plugin: {
        commands: {
          'list search doctor': reads({ '--json': 'plain' }),
          'install upgrade': asks('change packages/install'),
          remove: asks('change packages/remove'),
        },
      },
      'enable disable configure': asks('change git/hooks'),
      'clean reset rewind': asks('change git/discard'),
      auth: {
        commands: {
          'status contexts': reads({ '--json': 'plain' }),
          token: transcripts,
          'use login logout': asks('change service/login'),
        },
      },
      'login logout': asks('change service/login'),
    },
    examples: {
      'entire status --json': [],
      'entire checkpoint list': [],
      'entire session info x --transcript': 'change secrets/read',
      'entire enable': 'change git/hooks',
      'entire frob': 'opaque unknown subcommand `frob` of `entire`',
    },
  },
  'git-ai': {
    tier: 'read',
    commands: {
      'stats status': reads({ '--json': 'plain', '--ignore PATTERN': 'plain' }),
      'show diff git-path version help': reads({ '--json --include-stats': 'plain' }),
      blame: { tier: 'read', options: { '-L RANGE -e -w -s -l -p --porcelain --json': 'plain' }, operands: 'read' },
      search: reads({
        '--commit=REF --file=FILE --lines=RANGE --pattern=TEXT --prompt-id=ID --tool=NAME --author=NAME --since=TIME --until=TIME':
          'plain',
        '--count': 'plain',
        '--json --verbose --porcelain': 'change secrets/read',
      }),
      'show-prompt prompts': transcripts,
      config: {
        ...transcripts,
        commands: { 'set unset': asks('change git/configure') },
      },
      share: { tier: 'execute', does: ['connect sends', 'change agent/publish'], otherOptions: 'plain' },
      'install install-hooks uninstall-hooks': asks('change git/hooks'),
      upgrade: asks('change packages/install'),
      'login logout': asks('change service/login'),
    },
    examples: {
      'git-ai stats --json': [],
      'git-ai blame a.ts': 'read a.ts',
      'git-ai show-prompt x': 'change secrets/read',
      'git-ai config set git_path /tmp/x': 'change git/configure',
      'git-ai config --add hooks x': 'change secrets/read',
    },
  },
}
