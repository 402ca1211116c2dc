import { wordText } from '../../core/word.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

/** Sallyport itself and other agents: an agent may ask what would happen, and may not switch its guard off. */
export const guards: Programs = {
  sallyport: {
    tier: 'read',
    custom: runSallyport,
    examples: { 'sallyport check ls': [], 'sallyport trust': 'change sallyport/control trust' },
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

const readOnly = new Set(['check', 'explain', 'help', 'version', '--version', '--help', 'run'])
const readOnlyPairs = new Set([
  'audit verify',
  'audit tail',
  'audit show',
  'audit report',
  'audit coverage',
  'policy lint',
  'policy test',
  'policy schema',
  'status',
  'doctor',
])

/** Options that answer for a person, and the one that starts an agent. */
const acting = new Set(['--yes', '-y', '--client'])

export function runSallyport(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const [command = '', sub = ''] = words
  const isReadOnly = readOnly.has(command) || readOnlyPairs.has(command) || readOnlyPairs.has(`${command} ${sub}`)
  if (isReadOnly && !words.some(word => acting.has(word))) return
  call.change('sallyport/control', words.join(' '))
}

/** Flags that drop an agent's hooks, permissions or sandbox; a pair is an option and its value. */
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

const dropsGuard = (words: readonly string[]): string | null =>
  unguarded.find(flag => {
    const [option = '', value] = flag.split(' ')
    const has = (i: number) => value === undefined || (words[i + 1] ?? '').replaceAll('"', '') === value
    return words.some(
      (word, i) => (word === option && has(i)) || (value !== undefined && word === `${option}=${value}`),
    )
  }) ?? null

/** What an agent's program tells about itself. */
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

function runAgent(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const flag = dropsGuard(words)
  if (flag !== null) call.change('agent/unguarded', flag)
  if (
    words.some(word => ['--version', '--help', '-h', '-V'].includes(word)) ||
    readOnlyWords.has(words.slice(0, 2).join(' ')) ||
    readOnlyWords.has(words[0] ?? '')
  ) {
    return call.amend({ tier: 'read' })
  }
  call.frame.recorder.add({
    kind: 'spawn',
    agent: call.name,
    depth: 1,
    tier: 'execute',
    span: call.span,
    chain: call.frame.chain,
    where: call.frame.where,
    by: null,
  })
}
