import { codexTrust } from './codex-trust.ts'
import { hookCommand } from './hook-command.ts'
import { hookLists } from './hook-lists.ts'
import type { ClientSettings, SettingsPlace } from './settings.ts'

const client = 'codex'

export const codexSettings: ClientSettings = {
  title: 'Codex',
  levels: ['project', 'user'],
  path: (level, place) =>
    level === 'project' ? `${place.project}/.codex/hooks.json` : `${codexHome(place)}/hooks.json`,
  ...hookLists({
    client,
    entries: ({ program, results }) => {
      const group = { matcher: '*', hooks: [{ type: 'command', command: hookCommand(client, program), timeout: 30 }] }
      return [['PreToolUse', group], ...(results ? [['PostToolUse', group] as const] : [])]
    },
  }),
  trust: {
    ...codexTrust,
    path: place => `${codexHome(place)}/config.toml`,
    how: 'Start `codex`, open `/hooks`, look at it and trust it',
  },
  gaps: level => [
    'it runs only while Codex trusts it: after every change of it, until you trust it again, calls run without it',
    ...(level === 'project' ? ['it runs only in projects that Codex trusts'] : []),
    'Codex cannot ask you on its behalf: what asks is blocked, with a word on how to approve it',
    'what is typed into a program that runs already (`write_stdin`) and hosted web searches pass no hook; starting a program that waits for commands asks for that reason',
    'a person or a script can switch it off: `[features] hooks = false`, another `CODEX_HOME`',
    'a hook that Codex itself stops, by its timeout of 30 seconds or a signal, blocks nothing',
  ],
}

const codexHome = ({ env, home }: SettingsPlace): string => env['CODEX_HOME'] || `${home}/.codex`
