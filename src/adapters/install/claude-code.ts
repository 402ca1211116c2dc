import { hookCommand } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import type { ClientSettings } from './settings.ts'

const client = 'claude-code'
/** From this version on a hook that fails blocks, if its settings say so; older ones pass that over in silence. */
export const firstBlockingVersion = '2.1.295'

export const claudeCodeSettings: ClientSettings = {
  title: 'Claude Code',
  levels: ['project', 'user', 'managed'],
  path: (level, { home, project, platform }) => {
    if (level === 'project') return `${project}/.claude/settings.json`
    if (level === 'user') return `${home}/.claude/settings.json`
    return platform === 'darwin'
      ? '/Library/Application Support/ClaudeCode/managed-settings.json'
      : '/etc/claude-code/managed-settings.json'
  },
  ...hookLists({
    client,
    entries: ({ program, results }) => {
      const hook = { type: 'command', command: hookCommand(client, program), timeout: 30, onFailure: 'block' }
      const group = { matcher: '*', hooks: [hook] }
      return [['PreToolUse', group], ...(results ? [['PostToolUse', group] as const] : [])]
    },
    isOff: settings => settings.value(['disableAllHooks']) === true,
  }),
  gaps: level => [
    ...(level === 'managed'
      ? []
      : [
          'a person or a script can switch it off: `--bare`, `--safe-mode`, `--settings` with `disableAllHooks`' +
            (level === 'project' ? ', `--setting-sources user`' : ''),
          'only `--level managed` (as root) survives those',
        ]),
    'what a person types after `!`, and what an allowed program does once it runs, pass no hook',
  ],
}
