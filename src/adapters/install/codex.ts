import { canaryOf, decisionAt } from './checkup.ts'
import { codexTrust } from './codex-trust.ts'
import { hookCommand, patienceSeconds } from './hook-command.ts'
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
    events: ['PreToolUse'],
    resultsEvent: 'PostToolUse',
    entry: program => ({
      matcher: '*',
      hooks: [{ type: 'command', command: hookCommand(client, program), timeout: patienceSeconds }],
    }),
  }),
  trust: {
    ...codexTrust,
    path: place => `${codexHome(place)}/config.toml`,
    how: 'Start `codex`, open `/hooks`, look at it and trust it',
  },
  checkup: {
    program: 'codex',
    triedVersion: '0.166.0',
    otherFiles: place => [`${codexHome(place)}/config.toml`],
    weakenings: text => [
      ...(/^\s*\[features\][^[]*^\s*hooks\s*=\s*false\b|^\s*features\.hooks\s*=\s*false\b/ms.test(text)
        ? [{ says: '`[features] hooks = false` switches every hook off', dropsHooks: true }]
        : []),
      ...(/^\s*sandbox_mode\s*=\s*["']danger-full-access["']/m.test(text)
        ? [{ says: "`sandbox_mode = danger-full-access` drops the client's own fence", dropsHooks: false }]
        : []),
    ],
    droppingVariables: [],
    droppingFlags: /--disable[= ]hooks\b|features\.hooks\s*=\s*false\b/,
    canary: canaryOf('PreToolUse', 'Bash'),
    // Silence is consent.
    decision: stdout => (stdout === '' ? 'allow' : decisionAt('hookSpecificOutput', 'permissionDecision')(stdout)),
    headless: order => ['exec', '--skip-git-repo-check', order],
  },
  gaps: level => [
    'it runs only while Codex trusts it: after every change of it, until you trust it again, calls run without it',
    ...(level === 'project' ? ['it runs only in projects that Codex trusts'] : []),
    'Codex cannot ask you on its behalf: what asks is blocked, with a word on how to approve it',
    'what is typed into a program that runs already (`write_stdin`) and hosted web searches pass no hook; starting a program that waits for commands asks for that reason',
    'a person or a script can switch it off: `[features] hooks = false`, another `CODEX_HOME`',
    'a hook that Codex itself stops, by its timeout of ten minutes or a signal, blocks nothing',
  ],
}

const codexHome = ({ env, home }: SettingsPlace): string => env['CODEX_HOME'] || `${home}/.codex`
