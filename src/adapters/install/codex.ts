import { allowIfSilent, canaryOf, decisionAt } from './checkup.ts'
import { codexReading } from './codex-reading.ts'
import { codexTrust } from './codex-trust.ts'
import { patienceSeconds } from './hook-command.ts'
import { hookLists, matches } from './hook-lists.ts'
import type { ClientSettings, SettingsPlace } from './settings.ts'

const client = 'codex'

export const codexSettings: ClientSettings = {
  title: 'Codex',
  levels: ['project', 'user'],
  path: (level, place) =>
    level === 'project' ? `${place.project}/.codex/hooks.json` : `${codexHome(place)}/hooks.json`,
  ...hookLists({
    client,
    reading: codexReading,
    events: ['PreToolUse'],
    resultsEvent: 'PostToolUse',
    shell: { events: ['PostToolUse'], matcher: { matcher: 'Bash' }, isMatched: matches('Bash') },
    entry: command => ({ matcher: '*', hooks: [{ type: 'command', command, timeout: patienceSeconds }] }),
  }),
  trust: {
    ...codexTrust,
    path: place => `${codexHome(place)}/config.toml`,
    how: 'Start `codex`, open `/hooks`, review the hook and trust it',
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
        ? [{ says: "`sandbox_mode = danger-full-access` disables the client's own sandbox", dropsHooks: false }]
        : []),
    ],
    droppingVariables: [],
    droppingFlags: /--disable[= ]hooks\b|features\.hooks\s*=\s*false\b/,
    canary: canaryOf('PreToolUse', 'Bash'),
    decision: allowIfSilent(decisionAt('hookSpecificOutput', 'permissionDecision')),
    fenced: decisionAt('hookSpecificOutput', 'updatedInput', 'command'),
    ownSandbox: text => {
      const [, mode] = /^\s*sandbox_mode\s*=\s*["'](read-only|workspace-write)["']/m.exec(text) ?? []
      return mode === undefined
        ? []
        : [
            `\`sandbox_mode = ${mode}\`: tickets cannot be claimed in Codex's own sandbox, so a contained call fails once and then asks`,
          ]
    },
    settingsFault: { says: /failed to parse hooks config [^"\n]*/ },
    headless: order => ['exec', '--skip-git-repo-check', order],
  },
  gaps: level => [
    'Codex silently skips this hook until you trust it, and again after every change of it; calls run unchecked',
    ...(level === 'project' ? ['the hook runs only in projects that Codex trusts'] : []),
    'Codex cannot show a prompt for the hook: a call that asks is blocked, with instructions for approving it',
    'input to a program that already runs (`write_stdin`) and hosted web searches do not pass the hook; starting a program that waits for commands asks for that reason',
    'a person or a script can switch the hook off: `[features] hooks = false`, another `CODEX_HOME`',
    'if Codex itself stops the hook, by its timeout of ten minutes or a signal, the call runs',
  ],
}

const codexHome = ({ env, home }: SettingsPlace): string => env['CODEX_HOME'] || `${home}/.codex`
