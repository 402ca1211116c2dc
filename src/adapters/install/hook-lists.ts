import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import type { HookProgram } from './hook-command.ts'
import { dropEmptied, type EventList, withEntry, withoutOurs } from './hook-edit.ts'
import { commandsIn, type HookItem } from './hook-item.ts'
import { type JsonSettings, readJsonSettings } from './json-settings.ts'
import type { ClientSettings, InstallState, Wanted } from './settings.ts'

interface HookLists {
  readonly client: string
  /** Our entry, and the events that it stands under; the first is the one that gates. */
  readonly entry: (program: HookProgram) => HookItem
  readonly events: readonly [string, ...string[]]
  /** The event that brings what tools give back, if the hook can change it. */
  readonly resultsEvent?: string
  /** What the file must say beside its hooks. */
  readonly beside?: JsonObject
  /** Whether the file itself switches its hooks off. */
  readonly isOff?: (settings: JsonSettings) => boolean
}

/** Settings in JSON whose `hooks` have a list for each event, of hooks or of groups of hooks. */
export const hookLists = (
  lists: HookLists,
): Pick<ClientSettings, 'add' | 'remove' | 'state' | 'results' | 'commands'> => ({
  add: (text, wanted) => addTo(text ?? '{}\n', wanted, lists),
  remove: (text, original) => {
    const read = readJsonSettings(text)
    if (!read.ok) return read
    const left = removeFrom(read.value, original, lists)
    if (left === read.value) return ok(text)
    return ok(original === null && left.text.trim() === '{}' ? null : left.text)
  },
  state: (text, wanted) => stateOf(text, wanted, lists),
  results: text => {
    const read = readJsonSettings(text)
    const list = read.ok ? read.value.value(['hooks', lists.resultsEvent ?? '']) : undefined
    return ours(list, lists).length > 0
  },
  commands: text => {
    const read = readJsonSettings(text)
    const events = read.ok ? eventsOf(read.value).map(event => read.value.value(['hooks', event])) : []
    // What brings results gets the same command, and is told what it is by what it is sent.
    return [...new Set(events.flatMap(list => ours(list, lists)))]
  },
})

/** What is as it should be stays as it is written, and where it stands: in Codex a hook's place is part of its name. */
function addTo(text: string, wanted: Wanted, lists: HookLists): Result<string> {
  const read = readJsonSettings(text)
  if (!read.ok) return read
  const events = [...lists.events, ...(wanted.results ? [lists.resultsEvent ?? []].flat() : [])]
  const wrong = misshapen(read.value, ['hooks', ...events.map(event => `hooks.${event}`)])
  if (wrong !== null) return fail('validation', wrong)
  let settings = read.value
  for (const [key, value] of Object.entries(lists.beside ?? {}))
    if (settings.value([key]) === undefined) settings = settings.set([key], value)
  for (const event of eventsOf(settings).filter(one => !events.includes(one))) {
    const left = withoutOurs(settings, listOf(event, lists))
    settings = left === settings ? settings : dropEmptied(left, ['hooks', event])
  }
  const entry = lists.entry(wanted.program)
  for (const event of events) settings = withEntry(settings, listOf(event, lists), entry)
  return ok(settings === read.value ? text : settings.text)
}

/** What cannot be added to without losing what somebody wrote. */
function misshapen(settings: JsonSettings, names: readonly string[]): string | null {
  for (const name of names) {
    const value = settings.value(name.split('.'))
    const isGood = value === undefined || (name === 'hooks' ? isObject(value) : Array.isArray(value))
    if (!isGood) return `\`${name}\` is no ${name === 'hooks' ? 'object' : 'list'}; mend it first`
  }
  return null
}

/** What stood there empty before we came stands there empty again. */
function removeFrom(settings: JsonSettings, original: string | null | undefined, lists: HookLists): JsonSettings {
  const read = typeof original === 'string' ? readJsonSettings(original) : null
  const stood = (path: readonly string[]): boolean => read?.ok === true && read.value.value([...path]) !== undefined
  let left = settings
  for (const event of eventsOf(settings)) {
    const rest = withoutOurs(left, listOf(event, lists))
    left = rest === left || stood(['hooks', event]) ? rest : dropEmptied(rest, ['hooks', event])
  }
  if (left === settings) return settings
  if (!stood(['hooks'])) left = dropEmptied(left, ['hooks'])
  for (const [key, value] of Object.entries(lists.beside ?? {}))
    if (original !== undefined && !stood([key]) && left.value([key]) === value) left = left.drop([key])
  return left
}

function eventsOf(settings: JsonSettings): readonly string[] {
  const events = settings.value(['hooks'])
  return isObject(events) ? Object.keys(events) : []
}

const listOf = (event: string, { client }: HookLists): EventList => ({ path: ['hooks', event], client })

const ours = (list: Json | undefined, { client }: HookLists): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap(item => commandsIn(item, client))

function stateOf(text: string | null, wanted: Wanted, lists: HookLists): InstallState {
  if (text === null) return 'absent'
  const read = readJsonSettings(text)
  if (!read.ok) return 'unreadable'
  if (ours(read.value.value(['hooks', lists.events[0]]), lists).length === 0) return 'absent'
  if (lists.isOff?.(read.value) === true) return 'stale'
  const added = addTo(text, wanted, lists)
  if (!added.ok) return 'unreadable'
  return added.value === text ? 'present' : 'stale'
}
