import { protocol } from '../hooks/plugin-protocol.ts'
import { canary, decisionAt } from './checkup.ts'
import { pluginFile } from './plugin-file.ts'
import type { ClientSettings } from './settings.ts'

const client = 'pi'

export const piSettings: ClientSettings = {
  title: 'Pi',
  levels: ['project', 'user'],
  path: (level, { home, project, env }) =>
    level === 'project'
      ? `${project}/.pi/extensions/sallyport.js`
      : `${env['PI_CODING_AGENT_DIR'] || `${home}/.pi/agent`}/extensions/sallyport.js`,
  ...pluginFile(client),
  checkup: {
    program: 'pi',
    triedVersion: '0.73.1',
    otherFiles: () => [],
    weakenings: () => [],
    droppingVariables: [],
    droppingFlags: /--no-extensions\b|\s-ne\b/,
    canary: (command, cwd) =>
      JSON.stringify({
        protocol,
        event: 'tool_call',
        toolName: 'bash',
        toolCallId: canary,
        input: { command },
        cwd,
        session: canary,
        hasUI: false,
      }),
    decision: decisionAt('decision'),
    fenced: decisionAt('input', 'command'),
    headless: order => ['-p', order],
  },
  gaps: level => [
    ...(level === 'project'
      ? ['the extension runs only in projects that Pi trusts; in other projects calls run unchecked']
      : []),
    'a person or a script can switch the extension off: `--no-extensions`, another `HOME` or `PI_CODING_AGENT_DIR`',
    'without a person (`pi -p`), a call that asks is blocked, with instructions for approving it',
    "another extension that runs later can change a call after it was judged, or replace one of Pi's tools with its own",
    'commands that a person types after `!`, and actions of an allowed program once it runs, do not pass the extension',
  ],
}
