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
  'policy lint',
  'policy test',
  'policy schema',
  'status',
  'doctor',
])

function runSallyport(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const [command = '', sub = ''] = words
  const isReadOnly = readOnly.has(command) || readOnlyPairs.has(command) || readOnlyPairs.has(`${command} ${sub}`)
  if (isReadOnly && !words.includes('--yes') && !words.includes('-y')) return
  call.change('sallyport/control', words.join(' '))
}

const unguarded = [
  '--dangerously-skip-permissions',
  '--allow-dangerously-skip-permissions',
  '--dangerously-bypass-approvals-and-sandbox',
  '--dangerously-bypass-hook-trust',
  '--yolo',
  '-y',
  '--allow-all-tools',
  '--allow-all',
  '--approval-mode=yolo',
  '--force',
  '--bare',
  'bypassPermissions',
  '--permission-mode=bypassPermissions',
  '--no-extensions',
]

function runAgent(call: ProgramCall): void {
  const words = call.args.map(wordText)
  const flag = words.find(word => unguarded.includes(word))
  if (flag !== undefined) call.change('agent/unguarded', flag)
  if (words.some(word => word === '--version' || word === '--help')) return call.amend({ tier: 'read' })
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
