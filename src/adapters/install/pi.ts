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
    headless: order => ['-p', order],
  },
  gaps: level => [
    ...(level === 'project' ? ['it runs only in projects that Pi trusts; in others calls run without it'] : []),
    'a person or a script can switch it off: `--no-extensions`, another `HOME` or `PI_CODING_AGENT_DIR`',
    'where nobody sits before it (`pi -p`), what asks is blocked, with a word on how to approve it',
    "another extension that runs after it can change a call that was judged, or put a tool of its own in the place of one of Pi's",
    'what a person types after `!`, and what an allowed program does once it runs, pass no extension',
  ],
}
