import { canary, decisionAt } from './checkup.ts'
import { patienceSeconds } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import type { ClientSettings } from './settings.ts'

const client = 'cursor'

export const cursorSettings: ClientSettings = {
  title: 'Cursor',
  levels: ['project', 'user'],
  path: (level, { home, project }) => `${level === 'project' ? project : home}/.cursor/hooks.json`,
  ...hookLists({
    client,
    beside: { version: 1 },
    events: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
    entry: command => ({ command, timeout: patienceSeconds, failClosed: true }),
  }),
  checkup: {
    program: 'cursor-agent',
    otherFiles: () => [],
    weakenings: () => [],
    droppingVariables: [],
    droppingFlags: null,
    canary: (command, cwd) =>
      JSON.stringify({
        conversation_id: canary,
        generation_id: canary,
        hook_event_name: 'beforeShellExecution',
        workspace_roots: [cwd],
        command,
        cwd,
      }),
    decision: decisionAt('permission'),
  },
  gaps: () => [
    "written from Cursor's documentation and never tested: Cursor is closed source, and no test here can drive it",
    "Cursor's own lists override an ask: a call that asks is blocked, with instructions for approving it",
    'tool results cannot be changed, so `--results` has no effect',
    'completions while you type pass no hook that can block',
    'a person can switch the hook off in the settings',
  ],
}
