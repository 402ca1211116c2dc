import { canary, decisionAt } from './checkup.ts'
import { hookCommand, patienceSeconds } from './hook-command.ts'
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
    entry: program => ({ command: hookCommand(client, program), timeout: patienceSeconds, failClosed: true }),
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
    'written after its documentation and never run: Cursor is closed, and no test here drives it',
    'it overrules an ask by its own lists: what asks is blocked, with a word on how to approve it',
    'what tools give back cannot be changed, so `--results` does nothing',
    'completions that it writes while you type pass no hook that can block',
    'a person can switch it off in the settings',
  ],
}
