import { isObject } from '../../core/json.ts'
import { hookCommand, isHookCommand } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import { readJsonSettings } from './json-settings.ts'
import type { ClientSettings } from './settings.ts'

const client = 'claude-code'
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
  checkup: {
    program: 'claude',
    // Older ones pass over `onFailure` in silence.
    firstVersion: '2.1.295',
    otherFiles: ({ project }) => [`${project}/.claude/settings.local.json`],
    weakenings: text => {
      const read = readJsonSettings(text)
      if (!read.ok) return []
      const mode = read.value.value(['permissions', 'defaultMode'])
      return [
        ...(read.value.value(['disableAllHooks']) === true
          ? [{ says: '`disableAllHooks` switches every hook off', dropsHooks: true }]
          : []),
        ...(mode === 'bypassPermissions'
          ? [{ says: "`defaultMode: bypassPermissions` drops the client's own prompts", dropsHooks: false }]
          : []),
      ]
    },
    droppingVariables: ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CODE_PERSONAL_HOOKS_OFF'],
    commands: text => {
      const read = readJsonSettings(text)
      return read.ok ? commandsIn(read.value.value(['hooks', 'PreToolUse'])) : []
    },
    canary: (command, cwd) =>
      JSON.stringify({
        session_id: 'sallyport-doctor',
        cwd,
        hook_event_name: 'PreToolUse',
        permission_mode: 'default',
        tool_name: 'Bash',
        tool_input: { command, description: 'a question of sallyport doctor; nothing runs' },
        tool_use_id: 'sallyport-doctor',
      }),
    decision: stdout => {
      const read = readJsonSettings(stdout)
      const decision = read.ok ? read.value.value(['hookSpecificOutput', 'permissionDecision']) : undefined
      return typeof decision === 'string' ? decision : null
    },
    headless: order => ['-p', order, '--max-turns', '3'],
  },
}

function commandsIn(groups: unknown): readonly string[] {
  const hooks: readonly unknown[] = Array.isArray(groups)
    ? groups.flatMap(group => (isObject(group) ? group['hooks'] : []))
    : []
  return hooks.flatMap(hook => {
    const command = isObject(hook) ? hook['command'] : undefined
    return typeof command === 'string' && isHookCommand(command, client) ? [command] : []
  })
}
