import { clientSettings } from '../../adapters/install/clients.ts'
import { type Level, levels } from '../../adapters/install/settings.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/wording/nearest.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** The options that choose the settings to change. */
export const clientOptions = {
  all: { type: 'boolean' },
  level: { type: 'string' },
  yes: { type: 'boolean' },
} as const satisfies OptionSpec

const clients = Object.keys(clientSettings)

/** The clients that the command line names, or all. */
export function chosenClients(options: ParsedOptions): Result<readonly string[]> {
  if (options.flag('all')) return ok(clients)
  return options.operands.length === 0
    ? fail('validation', `name a client or use --all; known clients: ${clients.join(', ')}`)
    : namedClients(options.operands)
}

/** The clients of these names, or a fault for an unknown name. */
export function namedClients(names: readonly string[]): Result<readonly string[]> {
  const unknown = names.find(name => !clients.includes(name))
  if (unknown === undefined) return ok(names)
  const near = nearest(unknown, otherNames.keys())
  const client = near === null ? undefined : otherNames.get(near)
  return fail(
    'validation',
    `unknown client \`${unknown}\`; ${client === undefined ? `known clients: ${clients.join(', ')}` : `did you mean \`${client}\`?`}`,
  )
}

/** Other names for a client, for suggestions: its program and its title. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries(clientSettings).flatMap(([client, { title, checkup }]) =>
    [client, checkup?.program ?? client, title.toLowerCase().replaceAll(' ', '-')].map(name => [name, client] as const),
  ),
)

export function chosenLevel(options: ParsedOptions): Result<Level | null> {
  const text = options.text('level')
  if (text === undefined) return ok(null)
  const level = levels.find(one => one === text)
  if (level !== undefined) return ok(level)
  const near = nearest(text, levels)
  return fail(
    'validation',
    `unknown level \`${text}\`; ${near === null ? `known levels: ${levels.join(', ')}` : `did you mean \`${near}\`?`}`,
  )
}
