import { ok, type Result } from '../../core/fault.ts'
import { isObject } from '../../core/json.ts'
import { isHookCommand } from './hook-command.ts'
import { type JsonSettings, readJsonSettings } from './json-settings.ts'
import type { ClientSettings, InstallState, Wanted } from './settings.ts'

interface HookLists {
  readonly client: string
  /** Our entries, by event; the first is the one that gates. */
  readonly entries: (wanted: Wanted) => readonly (readonly [event: string, entry: object])[]
  /** What the file must say beside its hooks. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** Whether the file itself switches its hooks off. */
  readonly isOff?: (settings: JsonSettings) => boolean
}

/** Settings in JSON whose `hooks` have a list for each event, of hooks or of groups of hooks. */
export const hookLists = (lists: HookLists): Pick<ClientSettings, 'add' | 'remove' | 'state' | 'commands'> => ({
  add: (text, wanted) => {
    const cleaned = removeFrom(text ?? '{}\n', lists)
    if (!cleaned.ok) return cleaned
    let settings = cleaned.value
    for (const [key, value] of Object.entries(lists.beside ?? {}))
      if (settings.value([key]) === undefined) settings = settings.set([key], value)
    for (const [event, entry] of lists.entries(wanted)) {
      const list = settings.value(['hooks', event])
      settings = Array.isArray(list)
        ? settings.set(['hooks', event, list.length], entry)
        : settings.set(['hooks', event], [entry])
    }
    return ok(settings.text)
  },
  remove: text => {
    const cleaned = removeFrom(text, lists)
    if (!cleaned.ok) return cleaned
    const rest = cleaned.value.value([])
    const isEmpty = isObject(rest) && Object.keys(rest).every(key => Object.hasOwn(lists.beside ?? {}, key))
    return ok(isEmpty ? null : cleaned.value.text)
  },
  state: (text, wanted) => stateOf(text, wanted, lists),
  commands: text => {
    const read = readJsonSettings(text)
    const events = read.ok ? read.value.value(['hooks']) : undefined
    // What brings results gets the same command, and is told what it is by what it is sent.
    const found = Object.values(isObject(events) ? events : {}).flatMap(list =>
      (Array.isArray(list) ? list : []).flatMap(hooksOf).flatMap(hook => commandOf(hook, lists.client) ?? []),
    )
    return [...new Set(found)]
  },
})

function removeFrom(text: string, { client }: HookLists): Result<JsonSettings> {
  const read = readJsonSettings(text)
  if (!read.ok) return read
  let settings = read.value
  const before = settings.value(['hooks'])
  for (const event of isObject(before) ? Object.keys(before) : []) settings = removeEvent(settings, event, client)
  const hooks = settings.value(['hooks'])
  if (isObject(hooks) && Object.keys(hooks).length === 0) settings = settings.drop(['hooks'])
  return ok(settings)
}

/** From the end, so that the positions before stay what they are. */
function removeEvent(settings: JsonSettings, event: string, client: string): JsonSettings {
  let left = settings
  const list = left.value(['hooks', event])
  if (!Array.isArray(list)) return left
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const hooks = hooksOf(list[at])
    const ours = hooks.map(hook => isOurs(hook, client))
    if (ours.every(Boolean) && ours.length > 0) left = left.drop(['hooks', event, at])
    else for (let h = hooks.length - 1; h >= 0; h -= 1) if (ours[h]) left = left.drop(['hooks', event, at, 'hooks', h])
  }
  const rest = left.value(['hooks', event])
  return Array.isArray(rest) && rest.length === 0 ? left.drop(['hooks', event]) : left
}

/** A group's hooks, or the hook itself where a client has no groups. */
function hooksOf(item: unknown): readonly unknown[] {
  const hooks = isObject(item) ? item['hooks'] : undefined
  return Array.isArray(hooks) ? hooks : [item]
}

const isOurs = (hook: unknown, client: string): boolean => commandOf(hook, client) !== undefined

/** Our command in a hook; undefined if it is somebody else's. */
const commandOf = (hook: unknown, client: string): string | undefined =>
  isObject(hook) ? [hook['command'], hook['bash']].find(command => isHookCommand(command, client)) : undefined

function stateOf(text: string | null, wanted: Wanted, { client, entries, isOff }: HookLists): InstallState {
  if (text === null) return 'absent'
  const read = readJsonSettings(text)
  if (!read.ok) return 'unreadable'
  const listOf = (event: string): readonly unknown[] => {
    const found = read.value.value(['hooks', event])
    return Array.isArray(found) ? found : []
  }
  const [gating] = entries(wanted)
  const isThere = listOf(gating?.[0] ?? '').some(item => hooksOf(item).some(hook => isOurs(hook, client)))
  if (!isThere) return 'absent'
  if (isOff?.(read.value) === true) return 'stale'
  const isCurrent = entries(wanted).every(([event, entry]) =>
    listOf(event).some(item => JSON.stringify(item) === JSON.stringify(entry)),
  )
  return isCurrent ? 'present' : 'stale'
}
