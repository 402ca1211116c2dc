import { protocol } from '../hooks/plugin-protocol.ts'
import { canary, canaryDescription, decisionAt } from './checkup.ts'
import { pluginFile } from './plugin-file.ts'
import type { ClientSettings } from './settings.ts'

const client = 'opencode'

export const opencodeSettings: ClientSettings = {
  title: 'OpenCode',
  levels: ['project', 'user'],
  path: (level, { home, project, env }) =>
    level === 'project'
      ? `${project}/.opencode/plugin/sallyport.js`
      : `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode/plugin/sallyport.js`,
  ...pluginFile(client),
  checkup: {
    program: 'opencode',
    triedVersion: '1.18.33',
    otherFiles: () => [],
    weakenings: () => [],
    droppingVariables: ['OPENCODE_PURE'],
    droppingFlags: /--pure\b/,
    canary: (command, cwd) =>
      JSON.stringify({
        protocol,
        event: 'tool.execute.before',
        tool: 'bash',
        sessionID: canary,
        callID: canary,
        args: { command, description: canaryDescription },
        directory: cwd,
        sessions: [{ id: canary }],
      }),
    decision: decisionAt('decision'),
    fenced: decisionAt('input', 'command'),
    headless: order => ['run', order],
  },
  gaps: () => [
    'OpenCode silently skips a plugin that it cannot load, and calls run unchecked: anyone who can damage this file disables the gate (agents behind the gate may not change it)',
    'a person or a script can switch the plugin off: `--pure`, `OPENCODE_PURE`, another `HOME` or `XDG_CONFIG_HOME`',
    'a plugin cannot show a prompt: a call that asks is blocked, with instructions for approving it',
    'another plugin that runs later can change a call after it was judged',
    'commands that a person types after `!`, files attached with `@`, and actions of an allowed program once it runs, do not pass the plugin',
  ],
}
