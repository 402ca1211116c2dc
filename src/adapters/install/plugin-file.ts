import { fail, ok } from '../../core/fault.ts'
import { hookCommand } from './hook-command.ts'
import type { ClientSettings, Wanted } from './settings.ts'

/** A plugin in a file of its own: what this installation knows, and below it the plugin as it is shipped. */
export const pluginFile = (
  client: string,
): Pick<ClientSettings, 'add' | 'remove' | 'state' | 'results' | 'commands'> => ({
  add: (text, wanted) =>
    text === null || isOurs(text, client)
      ? ok(written(client, wanted))
      : fail('validation', 'somebody else wrote this file; move it away first'),
  remove: text => ok(isOurs(text, client) ? null : text),
  state: (text, wanted) => {
    if (text === null || !isOurs(text, client)) return 'absent'
    return text === written(client, wanted) ? 'present' : 'stale'
  },
  results: text => isOurs(text, client) && /^ {2}"results": true$/m.test(text),
  commands: text => (isOurs(text, client) ? commandsIn(text) : []),
})

const written = (client: string, { program, results, plugin }: Wanted): string =>
  `${mark(client)}
// Not to be changed by hand: \`sallyport install ${client}\` writes it, \`sallyport uninstall ${client}\` takes it away.
const installed = ${JSON.stringify({ command: hookCommand(client, program), results }, null, 2)}

${plugin(client)}`

const mark = (client: string): string => `// Sallyport stands here before every tool call of ${client}.`

const isOurs = (text: string, client: string): boolean => text.startsWith(`${mark(client)}\n`)

const commandsIn = (text: string): readonly string[] => {
  const command: unknown = JSON.parse(/^ {2}"command": (".*"),$/m.exec(text)?.[1] ?? 'null')
  return typeof command === 'string' ? [command] : []
}
