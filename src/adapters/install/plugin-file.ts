import { fail, ok } from '../../core/fault.ts'
import { hookCommand, workIn } from './hook-command.ts'
import type { ClientSettings, Wanted } from './settings.ts'

/** A plugin file: this installation's settings, followed by the plugin as shipped. */
export const pluginFile = (
  client: string,
): Pick<
  ClientSettings,
  'add' | 'remove' | 'state' | 'mistake' | 'stopsOnMistake' | 'does' | 'canContain' | 'otherHooks' | 'commands'
> => ({
  add: (text, wanted) =>
    text === null || isOurs(text, client)
      ? ok(written(client, wanted))
      : fail('validation', 'this file was not written by Sallyport; move it away first'),
  remove: text => ok(isOurs(text, client) ? null : text),
  state: (text, wanted) => {
    if (text === null || !isOurs(text, client)) return 'absent'
    return text === written(client, wanted) ? 'present' : 'stale'
  },
  mistake: () => null,
  stopsOnMistake: false,
  does: text => {
    const { results, contain } = workIn(isOurs(text, client) ? commandsIn(text) : [])
    return { contain, results: results ?? (isOurs(text, client) && /^ {2}"results": true,?$/m.test(text)) }
  },
  canContain: true,
  // Other plugins are files of their own.
  otherHooks: () => [],
  commands: text => (isOurs(text, client) ? commandsIn(text) : []),
})

const written = (client: string, { program, does, plugin }: Wanted): string =>
  `${mark(client)}
// Do not edit: \`sallyport install ${client}\` writes this file, \`sallyport uninstall ${client}\` removes it.
const installed = ${JSON.stringify({ command: hookCommand(client, program, does), results: does.results }, null, 2)}

${plugin(client)}`

const mark = (client: string): string => `// Sallyport checks every tool call of ${client} here.`

const isOurs = (text: string, client: string): boolean => text.startsWith(`${mark(client)}\n`)

const commandsIn = (text: string): readonly string[] => {
  const command: unknown = JSON.parse(/^ {2}"command": (".*"),$/m.exec(text)?.[1] ?? 'null')
  return typeof command === 'string' ? [command] : []
}
