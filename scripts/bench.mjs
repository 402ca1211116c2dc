// Runs all benchmarks one after the other; each prints its own table. `npm run bench -- decisions` runs one.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { howToInstall, installPrograms } from './install-programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = process.argv.slice(2)
const all = readdirSync(join(root, 'bench'))
  .filter(file => file.endsWith('.ts'))
  .map(file => file.slice(0, -3))
const names = all.filter(name => wanted.length === 0 || wanted.includes(name))
if (names.length === 0) {
  console.error(`unknown benchmark; known benchmarks: ${all.join(', ')}`)
  process.exit(64)
}
if (names.includes('fence')) {
  // The fence is compared with sandbox-runtime, which needs these.
  const missing = installPrograms([
    { program: 'socat', package: 'socat' },
    { program: 'rg', package: 'ripgrep' },
  ])
  if (missing.length > 0) console.error(`SANDBOX-RUNTIME CANNOT BE MEASURED: ${howToInstall(missing)}`)
}
for (const name of names) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), `bench/${name}.ts`], {
    stdio: 'inherit',
    cwd: root,
  })
  if (status !== 0) process.exit(status ?? 1)
  console.log('')
}
