import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { hookCommand, workIn } from './hook-command.ts'
import { dropEmptied, type EventList, isLast, withEntry, withoutOurs } from './hook-edit.ts'
import { commandsIn, type HookItem, othersIn } from './hook-item.ts'
import { type JsonReading, mistakeIn } from './json-reading.ts'
import { type JsonSettings, readJsonSettings } from './json-settings.ts'
import type { ClientSettings, InstallState, Wanted } from './settings.ts'

interface HookLists {
  readonly client: string
  /** How the client reads the file; left out if that is not known. */
  readonly reading?: JsonReading
  /** Our entry, and the events it is registered for; the first one gates calls. */
  readonly entry: (command: string) => HookItem
  readonly events: readonly [string, ...string[]]
  /** The event that carries tool results, if the hook can change them. */
  readonly resultsEvent?: string
  /** How the hook sees the end of commands that the shell tool ran; left out if the client cannot contain them. */
  readonly shell?: ShellEvents
  /** Whether the last hook of a list decides which input runs, so that one that gives a call a fence has to be the last. */
  readonly lastWins?: true
  /** Other keys that the file must contain. */
  readonly beside?: JsonObject
  /** Whether the file itself switches its hooks off. */
  readonly isOff?: (settings: JsonSettings) => boolean
}

interface ShellEvents {
  readonly events: readonly string[]
  /** Keys of our entry that limit it to the shell tool. */
  readonly matcher: JsonObject
  /** Whether another hook's entry concerns the shell tool. */
  readonly isMatched: (item: Json) => boolean
}

/** Whether a matcher, a regular expression as the clients use it, matches a tool; one that cannot be read might. */
export const matches =
  (tool: string) =>
  (item: Json): boolean => {
    const matcher = isObject(item) ? item['matcher'] : undefined
    if (typeof matcher !== 'string' || ['', '*'].includes(matcher)) return true
    try {
      return new RegExp(`^(?:${matcher})$`).test(tool)
    } catch {
      return true
    }
  }

/** Settings in JSON whose `hooks` have a list for each event, of hooks or of groups of hooks. */
export const hookLists = (lists: HookLists): Pick<ClientSettings, SettingsParts> => ({
  stopsOnMistake: lists.reading?.stopsClient ?? false,
  // An empty file is replaced, even if the client cannot read it.
  mistake: text => (lists.reading === undefined || text.trim() === '' ? null : mistakeIn(text, lists.reading)),
  add: (text, wanted) => addTo(text ?? '{}\n', wanted, lists),
  remove: (text, original) => {
    const read = readJsonSettings(text)
    if (!read.ok) return read
    const left = removeFrom(read.value, original, lists)
    if (left === read.value) return ok(text)
    return ok(original === null && left.text.trim() === '{}' ? null : left.text)
  },
  state: (text, wanted) => stateOf(text, wanted, lists),
  does: text => {
    const read = readJsonSettings(text)
    const list = read.ok ? read.value.value(['hooks', lists.resultsEvent ?? '']) : undefined
    const { results, contain } = workIn(commandsOf(text, lists))
    // A hook from an older version is in the list of results only to change them.
    return { contain, results: results ?? ours(list, lists).length > 0 }
  },
  canContain: lists.shell !== undefined,
  otherHooks: text => {
    const read = readJsonSettings(text)
    const list = read.ok ? read.value.value(['hooks', lists.events[0]]) : undefined
    const { isMatched } = lists.shell ?? { isMatched: () => false }
    return (Array.isArray(list) ? list : []).filter(isMatched).flatMap(item => othersIn(item, lists.client))
  },
  commands: text => commandsOf(text, lists),
})

type SettingsParts =
  | 'add'
  | 'remove'
  | 'state'
  | 'mistake'
  | 'stopsOnMistake'
  | 'does'
  | 'canContain'
  | 'otherHooks'
  | 'commands'

function commandsOf(text: string, lists: HookLists): readonly string[] {
  const read = readJsonSettings(text)
  const events = read.ok ? eventsOf(read.value).map(event => read.value.value(['hooks', event])) : []
  // The events of results have the same command; the hook recognises the event by its request.
  return [...new Set(events.flatMap(list => ours(list, lists)))]
}

/** Our entry for each event. */
function entriesFor({ program, does: wanted }: Wanted, lists: HookLists): ReadonlyMap<string, HookItem> {
  const { events, resultsEvent, shell } = lists
  const does = {
    results: wanted.results && resultsEvent !== undefined,
    contain: wanted.contain && shell !== undefined,
  }
  const entry = lists.entry(hookCommand(lists.client, program, does))
  return new Map([
    ...(does.contain ? (shell?.events ?? []) : []).map(event => [event, { ...entry, ...shell?.matcher }] as const),
    ...(does.results ? [[resultsEvent ?? '', entry] as const] : []),
    ...events.map(event => [event, entry] as const),
  ])
}

/** A correct entry keeps its text and its position: Codex trusts a hook by its position. */
function addTo(text: string, wanted: Wanted, lists: HookLists): Result<string> {
  const read = readJsonSettings(text)
  if (!read.ok) return read
  const entries = entriesFor(wanted, lists)
  const events = [...lists.events, ...[...entries.keys()].filter(event => !lists.events.includes(event))]
  const wrong = misshapen(read.value, ['hooks', ...events.map(event => `hooks.${event}`)])
  if (wrong !== null) return fail('validation', wrong)
  let settings = read.value
  for (const [key, value] of Object.entries(lists.beside ?? {}))
    if (settings.value([key]) === undefined) settings = settings.set([key], value)
  for (const event of eventsOf(settings).filter(one => !events.includes(one))) {
    const left = withoutOurs(settings, listOf(event, lists))
    settings = left === settings ? settings : dropEmptied(left, ['hooks', event])
  }
  const mustBeLast = (event: string) => lists.lastWins === true && wanted.does.contain && lists.events.includes(event)
  for (const event of events) {
    const [list, entry] = [listOf(event, lists), entries.get(event) ?? {}]
    const added = withEntry(settings, list, entry)
    settings = mustBeLast(event) && !isLast(added, list) ? withEntry(withoutOurs(added, list), list, entry) : added
  }
  return ok(settings === read.value ? text : settings.text)
}

/** Reports a value of the wrong type, which could not be extended without losing it. */
function misshapen(settings: JsonSettings, names: readonly string[]): string | null {
  for (const name of names) {
    const value = settings.value(name.split('.'))
    const isGood = value === undefined || (name === 'hooks' ? isObject(value) : Array.isArray(value))
    if (!isGood) return `\`${name}\` is not ${name === 'hooks' ? 'an object' : 'a list'}; fix it first`
  }
  return null
}

/** Removes our hooks. A list or object that was already empty before we added ours stays. */
function removeFrom(settings: JsonSettings, original: string | null | undefined, lists: HookLists): JsonSettings {
  const read = typeof original === 'string' ? readJsonSettings(original) : null
  const wasThere = (path: readonly string[]): boolean => read?.ok === true && read.value.value([...path]) !== undefined
  let left = settings
  for (const event of eventsOf(settings)) {
    const rest = withoutOurs(left, listOf(event, lists))
    left = rest === left || wasThere(['hooks', event]) ? rest : dropEmptied(rest, ['hooks', event])
  }
  if (left === settings) return settings
  if (!wasThere(['hooks'])) left = dropEmptied(left, ['hooks'])
  for (const [key, value] of Object.entries(lists.beside ?? {}))
    if (original !== undefined && !wasThere([key]) && left.value([key]) === value) left = left.drop([key])
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
