import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { isHookCommand } from './hook-command.ts'

/** One item of an event's list: a hook, or a group of hooks in clients that have groups. */
export type HookItem = JsonObject

/** The hooks of a group, or the hook itself in clients without groups. */
export function hooksOf(item: Json | undefined): readonly Json[] {
  const hooks = isObject(item) ? item['hooks'] : undefined
  if (Array.isArray(hooks)) return hooks
  return item === undefined ? [] : [item]
}

export const isOurs = (hook: unknown, client: string): boolean => commandOf(hook, client) !== undefined

export const commandsIn = (item: Json, client: string): readonly string[] =>
  hooksOf(item).flatMap(hook => commandOf(hook, client) ?? [])

/** The commands, or other names, of the hooks in an item that are not ours. */
export const othersIn = (item: Json, client: string): readonly string[] =>
  hooksOf(item).flatMap(hook => {
    if (!isObject(hook) || isOurs(hook, client)) return []
    const name = [hook['command'], hook['bash'], hook['url'], hook['name'], hook['type']].find(
      one => typeof one === 'string',
    )
    return [typeof name === 'string' ? name : 'a hook']
  })

/** Our command in a hook; undefined if the hook is not ours. */
const commandOf = (hook: unknown, client: string): string | undefined =>
  isObject(hook) ? [hook['command'], hook['bash']].find(command => isHookCommand(command, client)) : undefined
