import { wordText } from '../../../core/word.ts'
import { environment } from '../engine/given-options.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'
import { recordSpawn } from '../shared/record-spawn.ts'

/** Sallyport itself and other agents: an agent may ask for a decision, but not switch its guard off. */
export const agentClients: Programs = {
  sallyport: {
    tier: 'read',
    custom: runSallyport,
    examples: {
      'sallyport check ls': [],
      'sallyport fence plan -- npm test': [],
      'sallyport trust': 'change sallyport/control trust',
      'sallyport run -- rm a': ['run rm a', 'delete a'],
    },
  },
  'claude codex gemini copilot opencode cursor-agent pi': {
    tier: 'execute',
    custom: runAgent,
    examples: {
      'claude --dangerously-skip-permissions': [
        'change agent/unguarded --dangerously-skip-permissions',
        'spawn claude',
      ],
    },
  },
}

const readOnly = new Set(['check', 'explain', 'help', 'version', '--version', '--help'])
const readOnlyPairs = new Set([
  'audit verify',
  'audit tail',
  'audit show',
  'audit report',
  'audit coverage',
  'policy lint',
  'policy test',
  'policy schema',
  'fence plan',
  'fence probe',
  'status',
  'doctor',
])

/** Options that answer on a person's behalf, and the one that starts an agent. */
const acting = new Set(['--yes', '-y', '--client'])

export function runSallyport(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const [command = '', sub = ''] = words
  if (command === 'run') return runInFence(call, words)
  const isReadOnly = readOnly.has(command) || readOnlyPairs.has(command) || readOnlyPairs.has(`${command} ${sub}`)
  if (isReadOnly && !words.some(word => acting.has(word))) return
  call.change('sallyport/control', words.join(' '))
}

/**
 * `sallyport run` is a wrapper: the command that it starts is judged as the call's own. Options that widen its fence or
 * answer for a person are not for an agent; neither is a profile that may be laxer than the policy's.
 */
function runInFence(call: ProgramCall, words: readonly string[]): void {
  const isStrict = words[1] === '--profile=strict' || (words[1] === '--profile' && words[2] === 'strict')
  const options = isStrict ? (words[1] === '--profile' ? 3 : 2) : 1
  const start = words[options] === '--' ? options + 1 : options
  const first = words[start]
  if (first === undefined || ['--help', '-h'].includes(first)) return
  if (start === options && first.startsWith('-')) call.change('sallyport/control', words.join(' '))
  else call.start(call.args.slice(start), 'sallyport run')
}

/** Flags that disable an agent's hooks, permissions or sandbox; a pair is an option and its value. */
const unguarded = [
  '--dangerously-skip-permissions',
  '--allow-dangerously-skip-permissions',
  '--dangerously-bypass-approvals-and-sandbox',
  '--dangerously-bypass-hook-trust',
  '--yolo',
  '-y',
  '--allow-all-tools',
  '--allow-all',
  '--force',
  '--bare',
  '--safe-mode',
  '--disable hooks',
  '--no-extensions',
  '-ne',
  '--pure',
  '--auto',
  '--approval-mode yolo',
  '--permission-mode bypassPermissions',
  '--sandbox danger-full-access',
  '-s danger-full-access',
  '--ask-for-approval never',
  '-a never',
  '-c approval_policy=never',
  '--config approval_policy=never',
  '-c sandbox_mode=danger-full-access',
  '--config sandbox_mode=danger-full-access',
]

/** Variables that disable an agent's hooks, or move it to a home directory without them. */
const unguarding = new Set([
  'HOME',
  'XDG_CONFIG_HOME',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CODE_SAFE_MODE',
  'CLAUDE_CODE_PERSONAL_HOOKS_OFF',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
  'OPENCODE_PURE',
  'PI_CODING_AGENT_DIR',
])

/** Inline settings that disable hooks. */
const offInSettings = /\bdisableAllHooks\b|\bfeatures\.hooks\s*=\s*false\b/

const dropsGuard = ({ args, env, frame }: ProgramCall): string | null => {
  const words = args.map(wordText)
  return (
    environment(env, frame).find(({ name, value }) => unguarding.has(name) && value !== frame.world.place.home)?.name ??
    words.find(word => offInSettings.test(word)) ??
    (words.some((word, i) => leavesUserOut(word, words[i + 1] ?? '')) ? '--setting-sources' : null) ??
    droppingFlag(words)
  )
}

const leavesUserOut = (word: string, next: string): boolean =>
  /^--setting-sources(=|$)/.test(word) && !/\buser\b/.test(word.includes('=') ? word : next)

const droppingFlag = (words: readonly string[]): string | null =>
  unguarded.find(flag => {
    const [option = '', value] = flag.split(' ')
    const has = (i: number) => value === undefined || (words[i + 1] ?? '').replaceAll('"', '') === value
    return words.some(
      (word, i) => (word === option && has(i)) || (value !== undefined && word === `${option}=${value}`),
    )
  }) ?? null

/** Subcommands that only print information about the agent's program. */
const readOnlyWords = new Set([
  'help',
  'version',
  'completion',
  'doctor',
  'login status',
  'mcp list',
  'mcp get',
  'config list',
  'config get',
  'cloud status',
  'features list',
  'sandbox --help',
])

/** `claude --version`, `codex exec --help`: after other options such a word may be an option's value. */
function onlyTells(words: readonly string[]): boolean {
  const flag = words.findIndex(word => word.startsWith('-'))
  return (
    ['--version', '--help', '-h', '-V', '-v'].includes(words[flag] ?? '') ||
    readOnlyWords.has(words.slice(0, 2).join(' ')) ||
    readOnlyWords.has(words[0] ?? '')
  )
}

function runAgent(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const dropped = dropsGuard(call)
  if (dropped !== null) call.change('agent/unguarded', dropped)
  if (onlyTells(words)) return call.amend({ tier: 'read' })
  recordSpawn(call.name, call)
}
