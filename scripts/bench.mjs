// Runs all benchmarks one after the other; each prints its own table. `npm run bench -- decisions` runs one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
const longestMs = 180_000
for (const name of names) {
  const fault = await run(name)
  if (fault !== null) {
    console.error(`bench/${name}.ts ${fault}`)
    process.exit(1)
  }
  console.log('')
}

/**
 * Runs one benchmark in a process group of its own. When it ends or takes too long, the whole group is killed, so that no server or
 * proxy that it started is left over. Returns what went wrong.
 */
async function run(name) {
  const script = [join(root, 'scripts/run.mjs'), `bench/${name}.ts`]
  const child = spawn(process.execPath, script, { stdio: 'inherit', cwd: root, detached: true })
  const killGroup = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Every process of the group has ended.
    }
  }
  process.on('exit', killGroup)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    killGroup()
  }, longestMs)
  const [status, signal] = await once(child, 'exit')
  clearTimeout(timer)
  killGroup()
  process.off('exit', killGroup)
  if (isLate) return `did not end within ${longestMs / 1_000} s`
  return status === 0 ? null : `failed: ${signal ?? `exit code ${status}`}`
}
