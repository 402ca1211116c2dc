import { canaryOf, decisionAt, equals, weakKeys } from './checkup.ts'
import { hookCommand, patienceSeconds } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import type { ClientSettings } from './settings.ts'

const client = 'gemini'
const switchedOff = '`hooksConfig.enabled: false` switches every hook off'

export const geminiSettings: ClientSettings = {
  title: 'Gemini CLI',
  levels: ['project', 'user', 'managed'],
  path: (level, { home, project, platform, env }) => {
    if (level === 'project') return `${project}/.gemini/settings.json`
    if (level === 'user') return `${env['GEMINI_CLI_HOME'] || home}/.gemini/settings.json`
    const named = env['GEMINI_CLI_SYSTEM_SETTINGS_PATH']
    if (named) return named
    return platform === 'darwin'
      ? '/Library/Application Support/GeminiCli/settings.json'
      : '/etc/gemini-cli/settings.json'
  },
  ...hookLists({
    client,
    events: ['BeforeTool'],
    resultsEvent: 'AfterTool',
    entry: program => {
      const command = hookCommand(client, program)
      // Milliseconds.
      const timeout = patienceSeconds * 1_000
      return { matcher: '*', hooks: [{ name: 'sallyport', type: 'command', command, timeout }] }
    },
    isOff: settings => {
      const disabled = settings.value(['hooksConfig', 'disabled'])
      return (
        settings.value(['hooksConfig', 'enabled']) === false ||
        (Array.isArray(disabled) && disabled.includes('sallyport'))
      )
    },
  }),
  checkup: {
    program: 'gemini',
    triedVersion: '0.61.0',
    otherFiles: () => [],
    weakenings: weakKeys([
      { path: ['hooksConfig', 'enabled'], isWeak: equals(false), says: switchedOff, dropsHooks: true },
      {
        path: ['hooksConfig', 'disabled'],
        isWeak: value => Array.isArray(value) && value.includes('sallyport'),
        says: '`hooksConfig.disabled` names our hook',
        dropsHooks: true,
      },
    ]),
    droppingVariables: [],
    droppingFlags: null,
    canary: canaryOf('BeforeTool', 'run_shell_command'),
    decision: decisionAt('decision'),
    // Without a person it has a shell tool only if everything is allowed beforehand; the hook is asked all the same.
    headless: order => ['-p', order, '--yolo'],
  },
  gaps: level => [
    ...(level === 'project' ? ['it runs only in folders that Gemini CLI trusts'] : []),
    level === 'managed'
      ? 'whoever starts it can name other settings in `GEMINI_CLI_SYSTEM_SETTINGS_PATH`'
      : 'a person can switch it off in `/hooks`, with `hooksConfig` in other settings, or by another `GEMINI_CLI_HOME`',
    'a hook cannot see whether a person sits before Gemini CLI: what asks is blocked, with a word on how to approve it',
    'a hook that Gemini CLI itself stops, by its timeout of ten minutes or a signal, blocks nothing',
    'what a person types after `!`, and what an allowed program does once it runs, pass no hook',
  ],
}
