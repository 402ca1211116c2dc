import { canonicalJson, isObject, type Json } from '../../core/json.ts'
import { type HookItem, hooksOf, isOurs } from './hook-item.ts'
import type { JsonSettings } from './json-settings.ts'

type Path = readonly (string | number)[]

/** The list of an event's hooks in a client's settings. */
export interface EventList {
  readonly path: Path
  readonly client: string
}

/** The list with our entry exactly once: at its old position, or at the end. */
export function withEntry(settings: JsonSettings, list: EventList, entry: HookItem): JsonSettings {
  const { path, client } = list
  const items = itemsAt(settings, path)
  const at = items.findIndex(item => hasRoom(item, entry, client))
  if (at < 0) return withoutOurs(settings, list).append([...path], entry)
  const alone = withoutOurs(settings, list, at)
  // Dropping earlier items has moved it up.
  const now = at - items.slice(0, at).filter(item => isWhollyOurs(item, client)).length
  const item = itemsAt(alone, path)[now]
  if (isWhollyOurs(item, client)) return isSame(item, entry) ? alone : alone.set([...path, now], entry)
  const [wanted = entry] = hooksOf(entry)
  const [first = 0, ...others] = hooksOf(item).flatMap((hook, h) => (isOurs(hook, client) ? [h] : []))
  const once = others.reverse().reduce((left, h) => left.drop([...path, now, 'hooks', h]), alone)
  return isSame(hooksOf(item)[first], wanted) ? once : once.set([...path, now, 'hooks', first], wanted)
}

/** The list without our hooks, except in the item `but`. Works from the end, so that earlier positions stay valid. */
export function withoutOurs(settings: JsonSettings, list: EventList, but?: number): JsonSettings {
  const { path, client } = list
  let left = settings
  for (const [at, item] of [...itemsAt(settings, path).entries()].reverse()) {
    if (at === but) continue
    if (isWhollyOurs(item, client)) left = left.drop([...path, at])
    else
      for (const [h, hook] of [...hooksOf(item).entries()].reverse())
        if (isOurs(hook, client)) left = left.drop([...path, at, 'hooks', h])
  }
  return left
}

/** Whether our hook is the last one of its list. */
export function isLast(settings: JsonSettings, { path, client }: EventList): boolean {
  const last = itemsAt(settings, path).at(-1)
  return isOurs(hooksOf(last).at(-1), client)
}

/** Removes a list or an object that has become empty and contains no comment. */
export const dropEmptied = (settings: JsonSettings, path: Path): JsonSettings =>
  settings.isBare([...path]) ? settings.drop([...path]) : settings

/** Whether our entry can replace the hook in this item: the hook is alone in it, or in a group of the user's that matches the same calls. */
function hasRoom(item: Json | undefined, entry: HookItem, client: string): boolean {
  if (isWhollyOurs(item, client)) return true
  if (!isObject(item) || !hooksOf(item).some(hook => isOurs(hook, client))) return false
  return isSame({ ...item, hooks: [] }, { ...entry, hooks: [] })
}

const isWhollyOurs = (item: Json | undefined, client: string): boolean => {
  const hooks = hooksOf(item)
  return hooks.length > 0 && hooks.every(hook => isOurs(hook, client))
}

function itemsAt(settings: JsonSettings, path: Path): readonly Json[] {
  const items = settings.value([...path])
  return Array.isArray(items) ? items : []
}

/** Equal regardless of the order of keys. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)
