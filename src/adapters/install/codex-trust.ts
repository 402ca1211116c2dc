import { sha256 } from '../../core/digest.ts'
import { fail, ok } from '../../core/fault.ts'
import { canonicalJson, isObject, type JsonObject } from '../../core/json.ts'
import { isHookCommand } from './hook-command.ts'
import { readJsonSettings } from './json-settings.ts'
import type { HookTrust, SettingsFile } from './settings.ts'

/**
 * Codex runs a hook if its `config.toml` holds the hash of what the hook is, under where it stands. The file is edited as
 * text: whatever else is in it stays as it is.
 */
export const codexTrust: Pick<HookTrust, 'isTrusted' | 'add' | 'remove'> = {
  isTrusted: (text, hooks) => {
    const tables = tablesFor(hooks)
    return tables.length > 0 && tables.every(({ header, hash }) => hashUnder(text ?? '', header) === hash)
  },
  add: (text, hooks) => {
    const tables = tablesFor(hooks)
    const rest = tables.reduce((left, { header }) => withoutTable(left, header), text ?? '')
    // Written another way, it would stand there twice, and the file would be invalid.
    if (/^\s*hooks\s*[.=]/m.test(beforeTables(rest)) || tables.some(({ key }) => rest.includes(key)))
      return fail('validation', 'its `hooks` are written in a way that cannot be added to; trust the hook in Codex')
    const added = tables.map(({ header, hash }) => `${header}\ntrusted_hash = "${hash}"\n`)
    return ok([...(rest.trim() === '' ? [] : [`${rest.trimEnd()}\n`]), ...added].join('\n'))
  },
  remove: (text, hooks) =>
    tablesFor(hooks).reduce(
      (left, { header, hash }) => (hashUnder(left, header) === hash ? withoutTable(left, header) : left),
      text,
    ),
}

interface TrustTable {
  readonly key: string
  readonly header: string
  readonly hash: string
}

/** What must stand in `config.toml` for our hooks in a hooks file. */
function tablesFor({ path, text }: SettingsFile): readonly TrustTable[] {
  const read = readJsonSettings(text)
  const events = read.ok ? read.value.value(['hooks']) : undefined
  if (!isObject(events)) return []
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, g) =>
      listOf(isObject(group) ? group['hooks'] : null).flatMap((hook, h) => {
        if (!isObject(group) || !isObject(hook) || !isHookCommand(hook['command'], 'codex')) return []
        const name = event.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
        const key = `${path}:${name}:${g}:${h}`
        return [{ key, header: `[hooks.state.${JSON.stringify(key)}]`, hash: hashOf(name, group, hook) }]
      }),
    ),
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Over what decides how the hook runs, as Codex itself writes it down. */
function hashOf(event: string, group: JsonObject, hook: JsonObject): string {
  const { command = '', timeout = 600 } = hook
  const { matcher = '' } = group
  const run = { type: 'command', command, timeout, async: false }
  return `sha256:${sha256(canonicalJson({ event_name: event, matcher, hooks: [run] }))}`
}

const beforeTables = (text: string): string => text.split(/^\s*\[/m)[0] ?? ''

function hashUnder(text: string, header: string): string | null {
  const table = tableOf(text, header)
  return table === null ? null : (/^trusted_hash\s*=\s*"([^"]*)"/m.exec(table)?.[1] ?? null)
}

function withoutTable(text: string, header: string): string {
  const table = tableOf(text, header)
  return table === null ? text : text.replace(table, () => '').replace(/\n+$/, '\n')
}

/** From the header to where the next one begins. */
function tableOf(text: string, header: string): string | null {
  const lines = text.split('\n')
  const start = lines.indexOf(header)
  if (start < 0) return null
  const next = lines.findIndex((line, at) => at > start && line.startsWith('['))
  return lines.slice(start, next < 0 ? undefined : next).join('\n')
}
