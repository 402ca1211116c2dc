import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { canonicalJson, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { isHookCommand } from './hook-command.ts'
import { readJsonSettings } from './json-settings.ts'
import type { HookTrust, SettingsFile, TrustedHooks } from './settings.ts'
import { type TomlTable, tablesIn, withoutTable, withTable } from './toml-tables.ts'

/**
 * Codex runs a hook only if its `config.toml` contains the hook's hash, under a key made of the hook's file and position. The
 * file is edited as text, so that everything else in it stays unchanged.
 *
 * INVARIANT: a person's trust decision about a hook that is not ours is neither replaced nor removed, even if that hook has moved.
 */
export const codexTrust: Pick<HookTrust, 'hashes' | 'isTrusted' | 'isMoving' | 'add' | 'remove'> = {
  hashes: hooks => trustsFor(hooks).map(({ hash }) => hash),
  isTrusted: (text, hooks) => {
    const trusts = trustsFor(hooks)
    const tables = tablesIn(text ?? '')
    return trusts.length > 0 && trusts.every(({ header, hash }) => isTrusting(tableOf(tables, header), hash))
  },
  isMoving: (before, after) => {
    const places = new Map(othersIn(before).map(({ key, hash }) => [key, hash]))
    return othersIn(after).some(({ key, hash }) => places.get(key) !== hash)
  },
  add: (text, hooks) => {
    const trusts = trustsFor(hooks)
    const headers = new Set(trusts.map(({ header }) => header))
    const start = withoutOurs(text ?? '', hooks, table => !headers.has(table.header))
    return trusts.reduce<Result<string>>(
      (left, trust) => (left.ok ? withTrust(left.value, trust, oursAmong(hooks)) : left),
      ok(start),
    )
  },
  remove: (text, hooks) => withoutOurs(text, hooks, () => true),
}

/** The entry that `config.toml` needs for one hook. */
interface Trust {
  readonly key: string
  readonly header: string
  readonly hash: string
}

function withTrust(text: string, { key, header, hash }: Trust, ours: ReadonlySet<string>): Result<string> {
  const table = tableOf(tablesIn(text), header)
  if (table === undefined) {
    // The entry may exist in another notation; adding it again would make the file invalid.
    if (/^\s*hooks\s*[.=]/m.test(text.split(/^\s*\[/m)[0] ?? '') || text.includes(key))
      return fail(
        'validation',
        '`hooks` in this file is written in a form that cannot be extended; trust the hook in Codex instead',
      )
    return ok(withTable(text, [header, `trusted_hash = "${hash}"`]))
  }
  const oldHash = hashIn(table)
  if (oldHash === null || !ours.has(oldHash))
    return fail('validation', `\`${header}\` belongs to another hook; review both hooks in Codex and trust ours there`)
  if (isOff(table)) return fail('validation', `\`${header}\` switches the hook off; switch it on in Codex`)
  const lines = text.split('\n')
  const at = table.at + table.lines.findIndex(line => hashLine.test(line))
  return ok(lines.with(at, (lines[at] ?? '').replace(oldHash, hash)).join('\n'))
}

/** Removes the entries for our hooks in the same file, at any position. */
function withoutOurs(text: string, hooks: TrustedHooks, isGone: (table: TomlTable) => boolean): string {
  const ours = oursAmong(hooks)
  const gone = tablesIn(text).filter(
    table => keyOf(table)?.startsWith(`${hooks.path}:`) && ours.has(hashIn(table) ?? '') && isGone(table),
  )
  // From the end, so that earlier line numbers stay valid.
  return gone.reduceRight((left, table) => withoutTable(left, table), text)
}

const oursAmong = (hooks: TrustedHooks): ReadonlySet<string> =>
  new Set([...hooks.known, ...trustsFor(hooks).map(({ hash }) => hash)])

const tableOf = (tables: readonly TomlTable[], header: string): TomlTable | undefined =>
  tables.find(table => table.header === header)

const isTrusting = (table: TomlTable | undefined, hash: string): boolean =>
  table !== undefined && hashIn(table) === hash && !isOff(table)

const isOff = ({ lines }: TomlTable): boolean => lines.some(line => /^enabled\s*=\s*false\b/.test(line))

const hashLine = /^trusted_hash\s*=\s*"([^"]*)"/

const hashIn = ({ lines }: TomlTable): string | null =>
  lines.flatMap(line => hashLine.exec(line)?.[1] ?? []).at(0) ?? null

/** The key of a trust entry, if the table is one and has the notation that Codex writes. */
const keyOf = ({ header }: TomlTable): string | undefined =>
  /^\[hooks\.state\."(.*)"\]$/.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1')

const trustsFor = (hooks: SettingsFile): readonly Trust[] => trustsIn(hooks, command => isHookCommand(command, 'codex'))

const othersIn = (hooks: SettingsFile): readonly Trust[] => trustsIn(hooks, command => !isHookCommand(command, 'codex'))

function trustsIn({ path, text }: SettingsFile, isMeant: (command: unknown) => boolean): readonly Trust[] {
  const read = readJsonSettings(text)
  const events = read.ok ? read.value.value(['hooks']) : undefined
  if (!isObject(events)) return []
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, g) =>
      listOf(isObject(group) ? group['hooks'] : null).flatMap((hook, h) => {
        if (!isObject(group) || !isObject(hook) || !isMeant(hook['command'])) return []
        const name = event.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
        const key = `${path}:${name}:${g}:${h}`
        return [{ key, header: `[hooks.state.${JSON.stringify(key)}]`, hash: hashOf(name, group, hook) }]
      }),
    ),
  )
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Hashes the settings that decide how the hook runs, in Codex's own serialisation. */
function hashOf(event: string, group: JsonObject, hook: JsonObject): string {
  const { command = '', timeout = 600 } = hook
  const { matcher = '' } = group
  const run = { type: 'command', command, timeout, async: false }
  return `sha256:${sha256(canonicalJson({ event_name: event, matcher, hooks: [run] }))}`
}
