// Drives real coding agents, each against a fake model: `npm run test:clients`, or `npm run test:client -- claude-code`.
// Installs them first, pinned. What cannot be had is skipped, and said aloud at the end, where a person looks.
import { spawnSync } from 'node:child_process'
import { clients, installClient } from './install-clients.mjs'

// A machine without a network should hear about it soon.
process.env['npm_config_fetch_retries'] ??= '1'
process.env['npm_config_fetch_timeout'] ??= '60000'

const named = process.argv.slice(2)
const unknown = named.filter(name => !Object.hasOwn(clients, name))
if (unknown.length > 0) {
  console.error(`no such client: ${unknown.join(', ')}; there are ${Object.keys(clients).join(', ')}`)
  process.exit(64)
}

/** The clients run in a network that is nothing but loopback: none of them may reach its maker. */
const sandbox = spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-net', 'true'], {
  encoding: 'utf8',
})
if (sandbox.status !== 0) {
  console.error(
    `ALL CLIENT TESTS ARE SKIPPED: no sandbox can be made here: ${sandbox.error?.message ?? sandbox.stderr.trim()}`,
  )
  process.exit(0)
}

/** Far more than they need, so that a client which hangs in a new way ends some time. */
const longestMs = 20 * 60_000

const wanted = named.length === 0 ? Object.keys(clients) : named
const present = wanted.filter(installClient)
const files = present.map(name => `test/clients/${name}.clients.test.ts`)
const ran =
  files.length === 0
    ? { status: 0 }
    : spawnSync('npx', ['vitest', 'run', '--project', 'clients', ...files], { stdio: 'inherit', timeout: longestMs })
if (ran.error !== undefined) console.error(`the client tests did not end by themselves: ${ran.error.message}`)
for (const name of wanted.filter(one => !present.includes(one)))
  console.error(`SKIPPED: ${name}: ${clients[name]} cannot be installed here, see above`)
console.error(
  `client tests: ${present.length} of ${wanted.length} clients were driven: ${present.join(', ') || 'none'}`,
)
process.exit(ran.status ?? 1)
