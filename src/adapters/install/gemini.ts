import { isObject } from '../../core/json.ts'
import { canaryOf, decisionAt, equals, weakKeys } from './checkup.ts'
import { patienceSeconds } from './hook-command.ts'
import { hookLists, matches } from './hook-lists.ts'
import type { JsonReading } from './json-reading.ts'
import { objectValue } from './setting-types.ts'
import type { ClientSettings } from './settings.ts'

const client = 'gemini'
const switchedOff = '`hooksConfig.enabled: false` switches every hook off'

/** Gemini CLI also looks for the name in a text. */
const isNaming = (disabled: unknown): boolean =>
  (Array.isArray(disabled) || typeof disabled === 'string') && disabled.includes('sallyport')

/** Gemini CLI drops a wrong setting or hook alone. It does not start with a file that is not JSON with comments. */
const reading: JsonReading = { comments: true, stopsClient: true, schema: objectValue({}) }

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
    reading,
    events: ['BeforeTool'],
    resultsEvent: 'AfterTool',
    shell: {
      events: ['AfterTool'],
      matcher: { matcher: 'run_shell_command' },
      isMatched: matches('run_shell_command'),
    },
    lastWins: true,
    entry: command => {
      // Milliseconds.
      const timeout = patienceSeconds * 1_000
      return { matcher: '*', hooks: [{ name: 'sallyport', type: 'command', command, timeout }] }
    },
    isOff: settings => {
      const disabled = settings.value(['hooksConfig', 'disabled'])
      return settings.value(['hooksConfig', 'enabled']) === false || isNaming(disabled)
    },
  }),
  checkup: {
    program: 'gemini',
    triedVersion: '0.61.0',
    otherFiles: () => [],
    weakenings: weakKeys([
      {
        path: ['hooks'],
        isWeak: value => value !== undefined && !isObject(value),
        says: '`hooks` is not an object and replaces the hooks of other settings files',
        dropsHooks: true,
      },
      { path: ['hooksConfig', 'enabled'], isWeak: equals(false), says: switchedOff, dropsHooks: true },
      {
        path: ['hooksConfig', 'disabled'],
        isWeak: isNaming,
        says: '`hooksConfig.disabled` names our hook',
        dropsHooks: true,
      },
    ]),
    droppingVariables: [],
    droppingFlags: null,
    canary: canaryOf('BeforeTool', 'run_shell_command'),
    decision: decisionAt('decision'),
    fenced: decisionAt('hookSpecificOutput', 'tool_input', 'command'),
    ownSandbox: text =>
      weakKeys([
        {
          path: ['security', 'toolSandboxing'],
          isWeak: equals(true),
          says: "`security.toolSandboxing`: for root the fence does not start in Gemini CLI's own sandbox",
          dropsHooks: false,
        },
      ])(text).map(({ says }) => says),
    // Without a person, Gemini CLI offers a shell tool only if everything is allowed in advance. It still calls the hook.
    headless: order => ['-p', order, '--yolo'],
  },
  gaps: level => [
    ...(level === 'project' ? ['the hook runs only in folders that Gemini CLI trusts'] : []),
    level === 'managed'
      ? 'the person or script that starts Gemini CLI can name other settings in `GEMINI_CLI_SYSTEM_SETTINGS_PATH`'
      : 'a person can switch the hook off in `/hooks`, with `hooksConfig` in other settings, or with another `GEMINI_CLI_HOME`',
    'the hook cannot tell whether a person is present: a call that asks is blocked, with instructions for approving it',
    'if Gemini CLI itself stops the hook, by its timeout of ten minutes or a signal, the call runs',
    'commands that a person types after `!`, and actions of an allowed program once it runs, do not pass the hook',
  ],
}
