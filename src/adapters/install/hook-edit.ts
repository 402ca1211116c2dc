import { canonicalJson, isObject, type Json } from '../../core/json.ts'
import { type HookItem, hooksOf, isOurs } from './hook-item.ts'
import type { JsonSettings } from './json-settings.ts'

type Path = readonly (string | number)[]

/** An event's list, and whose hooks in it are ours. */
export interface EventList {
  readonly path: Path
  readonly client: string
}

/** The list with our entry in it once: where it stood, or behind the others. */
export function withEntry(settings: JsonSettings, list: EventList, entry: HookItem): JsonSettings {
  const { path, client } = list
  const items = itemsAt(settings, path)
  const at = items.findIndex(item => hasRoom(item, entry, client))
  if (at < 0) return withoutOurs(settings, list).append([...path], entry)
  const alone = withoutOurs(settings, list, at)
  // What was dropped before it has moved it up.
  const now = at - items.slice(0, at).filter(item => isWhollyOurs(item, client)).length
  const item = itemsAt(alone, path)[now]
  if (isWhollyOurs(item, client)) return isSame(item, entry) ? alone : alone.set([...path, now], entry)
  const [wanted = entry] = hooksOf(entry)
  const [first = 0, ...others] = hooksOf(item).flatMap((hook, h) => (isOurs(hook, client) ? [h] : []))
  const once = others.reverse().reduce((left, h) => left.drop([...path, now, 'hooks', h]), alone)
  return isSame(hooksOf(item)[first], wanted) ? once : once.set([...path, now, 'hooks', first], wanted)
}

/** The list without anything of ours; the item `but` is left alone. From the end, so that the positions before stay what they are. */
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

/** A list or an object in which nothing is left, not even a comment, goes too. */
export const dropEmptied = (settings: JsonSettings, path: Path): JsonSettings =>
  settings.isBare([...path]) ? settings.drop([...path]) : settings

/** Whether an item holds our hook in such a way that the entry can stand there: alone, or in somebody's group for the same calls. */
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

/** The order of keys says nothing. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)
