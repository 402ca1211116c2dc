// Tests the hook with other versions of Node, because a snapshot depends on Node's internals.
// Installs them first, at pinned versions, into .clients/nodes. Versions that cannot be installed are skipped with a message.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const versions = ['22.23.3', '24.21.0', '26.10.0']
const tests = ['test/hooks/snapshot.slow.test.ts', 'test/hooks/failures.slow.test.ts']

function installNode(version) {
  const folder = join(root, '.clients/nodes', version)
  const name = `node-${process.platform}-${process.arch}`
  const node = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  const flags = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  try {
    execFileSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] })
    return node
  } catch {
    console.error(`SKIPPED: Node ${version} cannot be installed here`)
    return null
  }
}

const results = versions.map(version => {
  const node = installNode(version)
  if (node === null) return 'skipped'
  console.log(`testing the hook with Node ${version}`)
  const env = { ...process.env, SALLYPORT_NODE: node }
  return spawnSync('npx', ['vitest', 'run', '--project', 'slow', ...tests], { stdio: 'inherit', env }).status
})
console.error(
  `hook tests with other Node versions: ${versions.map((version, at) => `${version}: ${results[at]}`).join(', ')}`,
)
process.exit(results.every(result => result === 'skipped' || result === 0) ? 0 : 1)
