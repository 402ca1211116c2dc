import { allowIfSilent, canaryOf, decisionAt, equals, weakKeys } from './checkup.ts'
import { claudeCodeReading } from './claude-code-reading.ts'
import { patienceSeconds } from './hook-command.ts'
import { hookLists, matches } from './hook-lists.ts'
import type { ClientSettings } from './settings.ts'

const client = 'claude-code'
export const claudeCodeSettings: ClientSettings = {
  title: 'Claude Code',
  levels: ['project', 'user', 'managed'],
  path: (level, { home, project, platform, env }) => {
    if (level === 'project') return `${project}/.claude/settings.json`
    if (level === 'user') return `${env['CLAUDE_CONFIG_DIR'] || `${home}/.claude`}/settings.json`
    return platform === 'darwin'
      ? '/Library/Application Support/ClaudeCode/managed-settings.json'
      : '/etc/claude-code/managed-settings.json'
  },
  ...hookLists({
    client,
    reading: claudeCodeReading,
    events: ['PreToolUse'],
    resultsEvent: 'PostToolUse',
    shell: { events: ['PostToolUse', 'PostToolUseFailure'], matcher: { matcher: 'Bash' }, isMatched: matches('Bash') },
    entry: command => ({
      matcher: '*',
      hooks: [{ type: 'command', command, timeout: patienceSeconds, onFailure: 'block' }],
    }),
    isOff: settings => settings.value(['disableAllHooks']) === true,
  }),
  gaps: level => [
    ...(level === 'managed'
      ? []
      : [
          'a person or a script can switch the hook off: `--bare`, `--safe-mode`, `--settings` with `disableAllHooks`' +
            (level === 'project' ? ', `--setting-sources user`' : ', another `CLAUDE_CONFIG_DIR`'),
          'only `--level managed` (as root) withstands those',
        ]),
    'commands that a person types after `!`, and actions of an allowed program once it runs, do not pass the hook',
  ],
  checkup: {
    program: 'claude',
    // Older versions silently ignore `onFailure`.
    firstVersion: '2.1.295',
    triedVersion: '2.1.325',
    otherFiles: ({ project }) => [`${project}/.claude/settings.local.json`],
    weakenings: weakKeys([
      {
        path: ['disableAllHooks'],
        isWeak: equals(true),
        says: '`disableAllHooks` switches every hook off',
        dropsHooks: true,
      },
      {
        path: ['permissions', 'defaultMode'],
        isWeak: equals('bypassPermissions'),
        says: "`defaultMode: bypassPermissions` drops the client's own prompts",
        dropsHooks: false,
      },
    ]),
    droppingVariables: ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CODE_PERSONAL_HOOKS_OFF'],
    droppingFlags: /--(bare|safe-mode)\b|disableAllHooks/,
    canary: canaryOf('PreToolUse', 'Bash'),
    decision: allowIfSilent(decisionAt('hookSpecificOutput', 'permissionDecision')),
    fenced: decisionAt('hookSpecificOutput', 'updatedInput', 'command'),
    ownSandbox: text =>
      weakKeys([
        {
          path: ['sandbox', 'enabled'],
          isWeak: equals(true),
          says: "`sandbox.enabled`: the fence does not start in Claude Code's own sandbox, so a contained call fails once and then asks",
          dropsHooks: false,
        },
      ])(text).map(({ says }) => says),
    // A prompt says nothing about settings that did not load.
    settingsFault: { says: /^- .*settings\.json(?!.*was ignored).*/m, check: ['doctor'] },
    headless: order => ['-p', order, '--max-turns', '3'],
  },
}
