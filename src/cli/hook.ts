import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hookClients } from '../adapters/hooks/clients.ts'
import { packageRoot } from '../io/policies/presets.ts'
import type { CliCommand } from './command.ts'
import { print, usageError } from './terminal/outcome.ts'

const help = `usage: sallyport hook CLIENT < the client's JSON

Reads one call from stdin as the client sends it, and answers in the client's own format.
\`sallyport install\` writes a faster form of this command into the client's settings.

clients: ${Object.keys(hookClients).join(', ')}

exit codes: 0 answered, 2 blocked
`

export const clientHookCommand: CliCommand = { help, run }

async function run(args: readonly string[]): Promise<number> {
  const [client] = args
  if (client === '--help' || client === '-h') return print(help)
  if (client === undefined) return usageError('name the client that calls this hook; see --help')
  const launcher: { readonly launch: (client: string) => unknown } = createRequire(import.meta.url)(
    join(packageRoot(), 'dist', 'hook.cjs'),
  )
  launcher.launch(client)
  // The launcher ends the process.
  return new Promise(() => {})
}
