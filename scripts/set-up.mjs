// Checks for the system programs that the tests need. As root on Debian it installs missing ones, otherwise it says how to.
import { howToInstall, installPrograms } from './install-programs.mjs'

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
  // A real terminal for the prompt. Without it the test says so and is skipped.
  { program: 'tmux', package: 'tmux', optional: true },
]

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Sallyport needs Node 20 or newer; this is ${process.version}`)
  process.exit(1)
}

const missing = installPrograms(needed)
if (missing.length > 0) {
  console.error(howToInstall(missing))
  process.exit(missing.every(one => one.optional) ? 0 : 1)
}
