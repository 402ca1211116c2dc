// Tests the hook with other versions of Node, because a snapshot depends on Node's internals, and an agent with the newest AI SDK.
// Installs them first, at pinned versions, into .clients. Versions that cannot be installed are skipped with a message.
import { spawnSync } from 'node:child_process'
import { installNode } from './install-node.mjs'
import { testAiSdk } from './test-ai-sdk.mjs'

const versions = ['22.23.3', '24.21.0', '26.10.0']
const tests = ['test/hooks/snapshot.slow.test.ts', 'test/hooks/failures.slow.test.ts']

const results = versions.map(version => {
  const node = installNode(version)
  if (node === null) return 'skipped'
  console.log(`testing the hook with Node ${version}`)
  const env = { ...process.env, SALLYPORT_NODE: node }
  return spawnSync('npx', ['vitest', 'run', '--project', 'slow', ...tests], { stdio: 'inherit', env }).status
})
const agent = await testAiSdk()
console.error(
  `hook tests with other Node versions: ${versions.map((version, at) => `${version}: ${results[at]}`).join(', ')}; an agent with AI SDK 7: ${agent}`,
)
process.exit([...results, agent].every(result => result === 'skipped' || result === 0) ? 0 : 1)
