// Checks for the system programs that the tests need. As root on Debian it installs missing ones, otherwise it says how to.
import { spawnSync } from 'node:child_process'

const needed = [
  { program: 'git', package: 'git' },
  { program: 'bash', package: 'bash' },
  // Sandbox for the oracle tests, which compare the analysis with real bash.
  { program: 'bwrap', package: 'bubblewrap' },
  // The other shells that read `sh -c`. Without them the oracle says so and skips them.
  { program: 'dash', package: 'dash', optional: true },
  { program: 'busybox', package: 'busybox', optional: true },
  // Simulates a hanging disk.
  { program: 'strace', package: 'strace' },
]

const has = program => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Sallyport needs Node 20 or newer; this is ${process.version}`)
  process.exit(1)
}

const missing = needed.filter(({ program }) => !has(program))
if (missing.length > 0) {
  const packages = missing.map(one => one.package)
  const canInstall = process.getuid?.() === 0 && has('apt-get')
  if (!canInstall) {
    console.error(
      `missing: ${packages.join(', ')}. Install them first, for example: sudo apt-get install ${packages.join(' ')}`,
    )
    process.exit(missing.every(one => one.optional) ? 0 : 1)
  }
  const run = args =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  if (!run(['update']) || !run(['install', '-y', '--no-install-recommends', ...packages])) {
    console.error(`could not install ${packages.join(', ')}`)
    process.exit(1)
  }
}
