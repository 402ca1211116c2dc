import { isKnown, joinWords, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { buildsPart } from '../shared/package-commands.ts'
import { isShellText } from '../shared/starts-command.ts'

/** As a read, but with servers that the project's configuration names. */
const uses = (options: Options = {}): Subcommand => ({ options, operands: 'plain' })

const looks = (options: Options = {}): Subcommand => ({ tier: 'read', options, operands: 'plain' })

/** The agent's settings and hooks. */
const instructs: Subcommand = { tier: 'execute', does: ['change agent/instruct'], otherOptions: 'plain' }

const rtk: Program = {
  tier: 'read',
  options: { '-u --ultra-compact -v --verbose -q --quiet --skip-env -V': 'plain' },
  commands: {
    'read smart json log': {
      tier: 'read',
      options: {
        '-l LEVEL --level=LEVEL -m N --max-lines=N --tail-lines=N -n --line-numbers --depth=N --schema': 'plain',
      },
      operands: 'read',
    },
    deps: { tier: 'read', operands: 'read' },
    gain: looks({
      '-g --graph -H --history -q --quota -d --daily -w --weekly -m --monthly -a --all -f FORMAT --format=FORMAT -p --project':
        'plain',
    }),
    'lint format': buildsPart,
    'init config': { ...instructs, options: { '--show': 'dry run', '--codex --opencode -g --global': 'plain' } },
  },
}

/** Commands of `rtk` itself; every other word is the program that it starts. */
const ownOfRtk: ReadonlySet<string> = new Set([
  ...'read smart json log deps gain lint format init config'.split(' '),
  // They read the conversations of agents.
  ...'discover session learn cc-economics hook-audit telemetry trust untrust rewrite hook'.split(' '),
])

/** Its own commands that start the words behind them. */
const startersOfRtk: ReadonlySet<string> = new Set(['test', 'err', 'summary', 'proxy', 'run'])

/** `rtk git status` is `git status` with a shorter output. */
function runRtk(call: ProgramCall): void {
  const at = call.args.findIndex(arg => !isKnown(arg) || !arg.startsWith('-'))
  const first = wordText(call.args[at] ?? '')
  if (at < 0 || ownOfRtk.has(first)) return applyTable(rtk, call)
  applyTable(rtk, { ...call, args: call.args.slice(0, at) })
  const words = call.args.slice(startersOfRtk.has(first) ? at + 1 : at)
  if (words.length === 0) return
  // Some of these words pass the rest to a shell, others start it directly: both readings count.
  if (startersOfRtk.has(first) && words.some(isShellText)) call.script(joinWords(words), 'rtk')
  // With a filter it prints the variables of one service.
  if (first === 'env' && words.length > 1) call.change('secrets/read', null)
  if (words.length > 1 || !words.some(isShellText)) call.start(first === 'env' ? ['printenv'] : words, 'rtk')
}

/** Programs that agents use in place of others, or that prepare text for them. */
export const agentTools: Programs = {
  rtk: {
    ...rtk,
    custom: runRtk,
    examples: {
      'rtk git status': 'run git status',
      'rtk -u rm -rf x': ['run rm -rf x', 'delete x'],
      'rtk read a.ts -l aggressive': 'read a.ts',
      'rtk test rm x': ['run rm x', 'delete x'],
      "rtk summary 'ls; rm x'": ['run ls', 'run rm x', 'delete x'],
      'rtk init -g': 'change agent/instruct',
      'rtk gain --history': [],
      'rtk discover': 'opaque unknown subcommand `discover` of `rtk`',
    },
  },
  // Both start the servers that the configuration names, as the agent does.
  'mcp-cli mcporter': {
    tier: 'execute',
    code: 'project',
    env: { 'MCP_CONFIG_PATH MCPORTER_CONFIG': 'may name code' },
    options: {
      '-d --with-descriptions -j --json -r --raw --no-color': 'plain',
      '-c FILE --config=FILE': 'code',
    },
    commands: {
      'servers tools info grep list': uses({ '-i --ignore-case --schema --all-parameters': 'plain' }),
      'call read': { tier: 'execute', does: ['change service/run'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: {
      'mcp-cli info docs/search': [],
      'mcp-cli call docs/search {}': 'change service/run',
      'mcp-cli -c /tmp/x.json tools': ['read /tmp/x.json', 'opaque code in `/tmp/x.json`'],
    },
  },
  // Its configuration can be a program.
  repomix: {
    tier: 'write',
    code: 'project',
    options: {
      '-o FILE --output=FILE': 'write',
      '-c FILE --config=FILE': 'code',
      '--style=NAME --include=GLOBS -i GLOBS --ignore=GLOBS --top-files-len=N --header-text=TEXT --token-count-encoding=NAME --split-output=SIZE --include-logs-count=N':
        'plain',
      '--instruction-file-path=FILE': 'read',
      '--stdout --compress --remove-comments --remove-empty-lines --truncate-base64 --output-show-line-numbers --no-file-summary --no-directory-structure --no-files --no-gitignore --no-default-patterns --include-empty-directories --include-diffs --include-logs --no-git-sort-by-changes --quiet --verbose --parsable-style --token-count-tree':
        'plain',
      '--copy': 'change clipboard/replace',
      // Another repository's configuration is code.
      '--remote=URL': ['connect', 'opaque the configuration of another repository'],
    },
    operands: 'read',
    examples: {
      'repomix --style xml -o out.xml src': ['write out.xml', 'read src'],
      'repomix --remote a/b': ['connect a', 'opaque the configuration of another repository: `a/b`'],
      // It leaves the check for secrets out.
      'repomix --no-security-check': 'opaque unknown option `--no-security-check` of `repomix`',
    },
  },
  ccusage: {
    tier: 'read',
    options: {
      '-s DATE --since=DATE -u DATE --until=DATE -m MODE --mode=MODE -o ORDER --order=ORDER -t N --token-limit=N -n N --session-length=N -p NAME --project=NAME -z ZONE --timezone=ZONE -l LOCALE --locale=LOCALE -w DAY --start-of-week=DAY --refresh-interval=N -i ID --id=ID':
        'plain',
      '-j --json -d --debug -b --breakdown -O --offline --no-offline --color --noColor --compact -a --active -r --recent --live --instances':
        'plain',
    },
    commands: { 'daily monthly weekly session blocks statusline': looks() },
    examples: {
      'ccusage daily --json': [],
      "ccusage -q '.x' daily": [
        'opaque unknown option `-q` of `ccusage`',
        'opaque unknown subcommand `.x` of `ccusage`',
      ],
    },
  },
  'task-master': {
    tier: 'read',
    options: { '-f FILE --file=FILE': 'write', '--tag=NAME --silent': 'plain' },
    commands: {
      'list show next validate-dependencies models tags complexity-report': looks({
        '-s STATUS --status=STATUS --with-subtasks -i ID --id=ID --json --compact': 'plain',
      }),
      'set-status add-dependency remove-dependency fix-dependencies generate move use-tag add-tag rename-tag copy-tag':
        {
          tier: 'write',
          options: {
            '-i ID --id=ID -s STATUS --status=STATUS -d IDS --depends-on=IDS --from=ID --to=ID --name=NAME --description=TEXT':
              'plain',
          },
          operands: 'plain',
        },
      'remove-task remove-subtask clear-subtasks delete-tag': {
        tier: 'execute',
        does: ['change issues/delete'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      // A model writes the tasks.
      'parse-prd expand update update-task update-subtask add-task add-subtask analyze-complexity research': {
        tier: 'execute',
        does: ['connect sends'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'init rules': instructs,
    },
    examples: {
      'task-master list --tag=dev': [],
      'task-master set-status --id=1 --status=done': [],
      'task-master remove-task --id=1': 'change issues/delete',
      'task-master add-task --prompt=x': 'connect … sends',
    },
  },
  // The prompt goes to the service behind the model.
  llm: {
    tier: 'execute',
    commands: {
      'models plugins templates aliases fragments schemas': {
        tier: 'read',
        options: { '--options --async --schemas --tools -q TEXT --query=TEXT --json --all': 'plain' },
        commands: { 'list path show': looks({ '-q TEXT --query=TEXT --options': 'plain' }) },
        operands: 'opaque a change of the settings of `llm`',
      },
      keys: { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' },
      logs: { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' },
      'install uninstall': { tier: 'execute', does: ['change packages/install'], otherOptions: 'plain' },
    },
    does: ['connect sends'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: {
      'llm models list': [],
      'llm keys get openai': 'change secrets/read',
      'llm hello': 'connect … sends',
    },
  },
}
