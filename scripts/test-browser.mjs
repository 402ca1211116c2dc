// Tests the console in a real Chromium: `npm run test:browser`, with screenshots `npm run screenshots`.
// Installs playwright-core and axe-core in .clients/browser, and as root on Debian Chromium itself. Where that is impossible, it says so loudly.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = 'playwright-core@1.65.0 axe-core@4.14.0'
const longestMs = 15 * 60_000

// Fail quickly on a machine without a network.
process.env['npm_config_fetch_retries'] ??= '1'
process.env['npm_config_fetch_timeout'] ??= '60000'

const why = whyNoPackages() ?? whyNoChromium()
if (why !== null) {
  console.error(`ALL BROWSER TESTS ARE SKIPPED: ${why}`)
  process.exit(0)
}
const ran = spawnSync('npx', ['vitest', 'run', '--project', 'browser', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  timeout: longestMs,
})
if (ran.error !== undefined) console.error(`the browser tests were stopped: ${ran.error.message}`)
process.exit(ran.status ?? 1)

function whyNoPackages() {
  const folder = join(root, '.clients/browser')
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages) return null
  mkdirSync(folder, { recursive: true })
  try {
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...packages.split(' ')]
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    writeFileSync(stamp, packages)
    return null
  } catch {
    return `${packages} cannot be installed here`
  }
}

function whyNoChromium() {
  const has = program => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
  if (has('chromium')) return null
  if (process.getuid?.() !== 0 || !has('apt-get'))
    return 'Chromium is missing; install it, for example: sudo apt-get install chromium'
  const run = args =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  const isInstalled =
    run(['update']) && run(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'])
  return isInstalled ? null : 'Chromium cannot be installed here'
}
