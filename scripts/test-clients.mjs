// Tests with real coding agents, each with a fake model: `npm run test:clients`, or `npm run test:client -- claude-code`.
// Installs them first, at pinned versions. Clients that cannot be installed are skipped and listed at the end.
import { spawnSync } from 'node:child_process'
import { clients, installClient } from './install-clients.mjs'

// Fail quickly on a machine without a network.
process.env['npm_config_fetch_retries'] ??= '1'
process.env['npm_config_fetch_timeout'] ??= '60000'

const named = process.argv.slice(2)
const unknown = named.filter(name => !Object.hasOwn(clients, name))
if (unknown.length > 0) {
  console.error(`unknown client: ${unknown.join(', ')}; known clients: ${Object.keys(clients).join(', ')}`)
  process.exit(64)
}

/** The clients run in a network with only a loopback interface, so that none of them can reach its vendor. */
const sandbox = spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-net', 'true'], {
  encoding: 'utf8',
})
if (sandbox.status !== 0) {
  console.error(
    `ALL CLIENT TESTS ARE SKIPPED: bubblewrap cannot create a sandbox here: ${sandbox.error?.message ?? sandbox.stderr.trim()}`,
  )
  process.exit(0)
}

/** Far more than the tests need; ends a client that hangs. */
const longestMs = 20 * 60_000

const wanted = named.length === 0 ? Object.keys(clients) : named
const present = wanted.filter(installClient)
const files = present.map(name => `test/clients/${name}.clients.test.ts`)
const ran =
  files.length === 0
    ? { status: 0 }
    : spawnSync('npx', ['vitest', 'run', '--project', 'clients', ...files], { stdio: 'inherit', timeout: longestMs })
if (ran.error !== undefined) console.error(`the client tests were stopped: ${ran.error.message}`)
for (const name of wanted.filter(one => !present.includes(one)))
  console.error(`SKIPPED: ${name}: ${clients[name]} cannot be installed here, see above`)
console.error(`client tests: ${present.length} of ${wanted.length} clients tested: ${present.join(', ') || 'none'}`)
process.exit(ran.status ?? 1)
