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
    headless: order => ['run', order],
  },
  gaps: () => [
    'OpenCode goes on without a plugin that it cannot load, and calls run: whoever can damage this file can open the gate, which no agent behind it may',
    'a person or a script can switch it off: `--pure`, `OPENCODE_PURE`, another `HOME` or `XDG_CONFIG_HOME`',
    'a plugin cannot ask you: what asks is blocked, with a word on how to approve it',
    'another plugin that runs after it can change a call that was judged',
    'what a person types after `!` or attaches with `@`, and what an allowed program does once it runs, pass no plugin',
  ],
}
