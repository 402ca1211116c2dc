// Drives one real coding agent: `npm run test:client -- claude-code`. Installs it first, pinned.
import { spawnSync } from 'node:child_process'
import { installClient } from './install-clients.mjs'

const [name = 'claude-code'] = process.argv.slice(2)
installClient(name)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'clients', `test/clients/${name}.clients.test.ts`], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
