import { clientSettings } from '../../adapters/install/clients.ts'
import { type Level, levels } from '../../adapters/install/settings.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/nearest.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** The options by which a command is told whose settings it is about. */
export const clientOptions = {
  all: { type: 'boolean' },
  level: { type: 'string' },
  yes: { type: 'boolean' },
} as const satisfies OptionSpec

const clients = Object.keys(clientSettings)

/** The clients that a command line names, or all. */
export function chosenClients(options: ParsedOptions): Result<readonly string[]> {
  if (options.flag('all')) return ok(clients)
  return options.operands.length === 0
    ? fail('validation', `name a client, or --all; clients: ${clients.join(', ')}`)
    : namedClients(options.operands)
}

/** The clients of those names, or what is wrong with one of them. */
export function namedClients(names: readonly string[]): Result<readonly string[]> {
  const unknown = names.find(name => !clients.includes(name))
  if (unknown === undefined) return ok(names)
  const near = nearest(unknown, otherNames.keys())
  const client = near === null ? undefined : otherNames.get(near)
  return fail(
    'validation',
    `unknown client \`${unknown}\`; ${client === undefined ? `clients: ${clients.join(', ')}` : `did you mean \`${client}\`?`}`,
  )
}

/** What people call a client: its name here, its program, its title. */
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
    `unknown level \`${text}\`; ${near === null ? `levels: ${levels.join(', ')}` : `did you mean \`${near}\`?`}`,
  )
}
