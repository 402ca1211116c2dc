import { ok, type Result } from '../../core/fault.ts'
import { isObject } from '../../core/json.ts'
import { hookCommand, isHookCommand } from './hook-command.ts'
import { type JsonSettings, readJsonSettings } from './json-settings.ts'
import type { ClientSettings, InstallState, Wanted } from './settings.ts'

const client = 'claude-code'
/** From this version on a hook that fails blocks, if its settings say so; older ones pass that over in silence. */
export const firstBlockingVersion = '2.1.295'

export const claudeCodeSettings: ClientSettings = {
  title: 'Claude Code',
  levels: ['project', 'user', 'managed'],
  path: (level, { home, project, platform }) => {
    if (level === 'project') return `${project}/.claude/settings.json`
    if (level === 'user') return `${home}/.claude/settings.json`
    return platform === 'darwin'
      ? '/Library/Application Support/ClaudeCode/managed-settings.json'
      : '/etc/claude-code/managed-settings.json'
  },
  add: (text, wanted) => {
    const cleaned = removeFrom(text ?? '{}\n')
    if (!cleaned.ok) return cleaned
    let settings = cleaned.value
    for (const [event, entry] of entriesOf(wanted)) {
      const groups = settings.value(['hooks', event])
      const end = Array.isArray(groups) ? groups.length : 0
      settings = Array.isArray(groups)
        ? settings.set(['hooks', event, end], entry)
        : settings.set(['hooks', event], [entry])
    }
    return ok(settings.text)
  },
  remove: text => {
    const cleaned = removeFrom(text)
    if (!cleaned.ok) return cleaned
    const rest = cleaned.value.value([])
    return ok(isObject(rest) && Object.keys(rest).length === 0 ? null : cleaned.value.text)
  },
  state: (text, wanted) => stateOf(text, wanted),
  gaps: level => [
    ...(level === 'managed'
      ? []
      : [
          'a person or a script can switch it off: `--bare`, `--safe-mode`, `--settings` with `disableAllHooks`' +
            (level === 'project' ? ', `--setting-sources user`' : ''),
          'only `--level managed` (as root) survives those',
        ]),
    'what a person types after `!`, and what an allowed program does once it runs, pass no hook',
  ],
}

/** Our groups, by event. */
const entriesOf = ({ program, results }: Wanted): readonly (readonly [event: string, entry: object])[] => {
  const hook = { type: 'command', command: hookCommand(client, program), timeout: 30, onFailure: 'block' }
  const group = { matcher: '*', hooks: [hook] }
  return [['PreToolUse', group], ...(results ? [['PostToolUse', group] as const] : [])]
}

function removeFrom(text: string): Result<JsonSettings> {
  const read = readJsonSettings(text)
  if (!read.ok) return read
  let settings = read.value
  for (const event of eventsOf(settings)) settings = removeEvent(settings, event)
  const hooks = settings.value(['hooks'])
  if (isObject(hooks) && Object.keys(hooks).length === 0) settings = settings.drop(['hooks'])
  return ok(settings)
}

function eventsOf(settings: JsonSettings): readonly string[] {
  const hooks = settings.value(['hooks'])
  return isObject(hooks) ? Object.keys(hooks) : []
}

/** From the end, so that the positions before stay what they are. */
function removeEvent(settings: JsonSettings, event: string): JsonSettings {
  let left = settings
  const groups = left.value(['hooks', event])
  if (!Array.isArray(groups)) return left
  for (let g = groups.length - 1; g >= 0; g -= 1) {
    const hooks: unknown = isObject(groups[g]) ? groups[g].hooks : undefined
    if (!Array.isArray(hooks)) continue
    const ours = hooks.map(isOurs)
    if (ours.every(Boolean) && ours.length > 0) left = left.drop(['hooks', event, g])
    else for (let h = hooks.length - 1; h >= 0; h -= 1) if (ours[h]) left = left.drop(['hooks', event, g, 'hooks', h])
  }
  const rest = left.value(['hooks', event])
  return Array.isArray(rest) && rest.length === 0 ? left.drop(['hooks', event]) : left
}

const isOurs = (hook: unknown): boolean => isObject(hook) && isHookCommand(hook['command'], client)

function stateOf(text: string | null, wanted: Wanted): InstallState {
  if (text === null) return 'absent'
  const read = readJsonSettings(text)
  if (!read.ok) return 'unreadable'
  const groups = (event: string): readonly unknown[] => {
    const found = read.value.value(['hooks', event])
    return Array.isArray(found) ? found : []
  }
  const hasOurs = (group: unknown): boolean =>
    isObject(group) && Array.isArray(group['hooks']) && group['hooks'].some(isOurs)
  if (!groups('PreToolUse').some(hasOurs)) return 'absent'
  if (read.value.value(['disableAllHooks']) === true) return 'stale'
  const isCurrent = entriesOf(wanted).every(([event, entry]) =>
    groups(event).some(group => JSON.stringify(group) === JSON.stringify(entry)),
  )
  return isCurrent ? 'present' : 'stale'
}
