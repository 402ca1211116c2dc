import { parseArgs } from 'node:util'
import { whyNoBash } from '../test/oracle/sandbox.ts'
import { compareShell, type Shell, shells, whyNoShell } from '../test/oracle/unseen.ts'

/**
 * Looks for scripts that the gate allows although they start a program it did not see, by running them in a sandbox.
 * `npm run oracle -- --shell dash --count 20000 --seed 1` runs one shell; without options it runs all of them.
 */
const { values } = parseArgs({
  options: { shell: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name)
const wanted = values.shell === undefined ? shells : values.shell.split(',').filter(isShell)
const from = Number(values.seed)
const countOf = (shell: Shell): number => Number(values.count ?? (shell === 'bash' ? 100_000 : 20_000))

if (wanted.length === 0 || !Number.isInteger(from) || !Number.isInteger(countOf('bash'))) {
  console.error(`usage: npm run oracle -- [--shell ${shells.join('|')}] [--count N] [--seed N]`)
  process.exit(64)
}
for (const shell of wanted) {
  const missing = whyNoBash() ?? whyNoShell(shell)
  if (missing !== null) {
    console.error(`oracle: ${shell} skipped, ${missing}`)
    process.exitCode = 1
    continue
  }
  const { generated, allowed, misses } = await compareShell(shell, { from, count: countOf(shell) })
  const share = ((100 * allowed) / generated).toFixed(1)
  console.log(
    `oracle: ${generated} scripts for ${shell}, ${allowed} allowed and executed (${share} %), ${misses.length} misses`,
  )
  for (const miss of misses.slice(0, 40)) console.log(`${miss}\n`)
  if (misses.length > 0) process.exitCode = 1
}
