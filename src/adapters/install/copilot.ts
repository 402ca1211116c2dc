import { allowIfSilent, canary, canaryDescription, decisionAt, equals, weakKeys } from './checkup.ts'
import { copilotReading } from './copilot-reading.ts'
import { patienceSeconds } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import type { ClientSettings, SettingsPlace } from './settings.ts'

const client = 'copilot'

export const copilotSettings: ClientSettings = {
  title: 'Copilot CLI',
  levels: ['project', 'user'],
  path: (level, place) =>
    level === 'project'
      ? `${place.project}/.github/hooks/sallyport.json`
      : `${copilotHome(place)}/hooks/sallyport.json`,
  ...hookLists({
    client,
    reading: copilotReading,
    beside: { version: 1 },
    events: ['preToolUse'],
    resultsEvent: 'postToolUse',
    shell: { events: ['postToolUse'], matcher: {}, isMatched: () => true },
    entry: bash => ({ type: 'command', bash, timeoutSec: patienceSeconds }),
    isOff: settings => settings.value(['disableAllHooks']) === true,
  }),
  checkup: {
    program: 'copilot',
    triedVersion: '1.0.102',
    otherFiles: place => ['settings', 'config'].map(name => `${copilotHome(place)}/${name}.json`),
    weakenings: weakKeys([
      {
        path: ['disableAllHooks'],
        isWeak: equals(true),
        says: '`disableAllHooks` switches every hook off',
        dropsHooks: true,
      },
    ]),
    droppingVariables: [],
    droppingFlags: null,
    canary: (command, cwd) =>
      JSON.stringify({
        sessionId: canary,
        timestamp: 0,
        cwd,
        toolName: 'bash',
        toolArgs: { command, description: canaryDescription },
      }),
    decision: allowIfSilent(decisionAt('permissionDecision')),
    fenced: decisionAt('modifiedArgs', 'command'),
    headless: order => ['-p', order, '--allow-tool', 'shell(echo)'],
  },
  gaps: level => [
    ...(level === 'project'
      ? ['the hook runs only in folders that Copilot CLI trusts; in other folders calls run unchecked']
      : []),
    'a person or a script can switch the hook off: `disableAllHooks` in the settings, another `COPILOT_HOME`',
    'if Copilot CLI itself stops the hook, by its timeout of ten minutes, the call runs',
    'commands that a person types after `!`, and actions of an allowed program once it runs, do not pass the hook',
  ],
}

const copilotHome = ({ env, home }: SettingsPlace): string => env['COPILOT_HOME'] || `${home}/.copilot`
