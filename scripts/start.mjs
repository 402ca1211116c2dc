// `npm start`: builds, then starts the console's server. Without a terminal it reads lines for the playground instead.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const atTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true

const startedAt = Date.now()
const isDone = await build()
if (!isDone) process.exit(1)

const args = atTerminal ? ['serve', ...process.argv.slice(2)] : ['playground']
const ended = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], { stdio: 'inherit', env: startEnv() })
process.exit(ended.status ?? 1)

/** Builds with one line that says how long it takes, and shows the build's own output only if it fails. */
function build() {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = chunk => {
      output += chunk
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const say = text => atTerminal && process.stderr.write(`\r\u001b[K${text}`)
    const seconds = () => Math.round((Date.now() - startedAt) / 1_000)
    const timer = setInterval(() => say(`building… ${seconds()} s`), 200)
    child.on('close', code => {
      clearInterval(timer)
      say(code === 0 ? `built in ${seconds()} s\n` : 'the build failed\n')
      if (code !== 0) process.stderr.write(output)
      resolve(code === 0)
    })
  })
}

/**
 * Who has installed Sallyport sees their own journal and approvals. For anyone else, everything that is recorded stays below this
 * project, so that a try leaves nothing in their home.
 */
function startEnv() {
  const state = process.env.XDG_STATE_HOME ?? join(process.env.HOME ?? homedir(), '.local/state')
  if (existsSync(join(state, 'sallyport/installed.json'))) return process.env
  const own = join(root, '.start')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return { ...process.env, XDG_STATE_HOME: own }
}
