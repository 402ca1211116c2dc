import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long a process takes that decides once, against a process that does nothing, in the same run and turn about. */
const rounds = 31
const home = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
// Node 20 reads extra certificates at every start, which would hide what is measured here.
const { NODE_EXTRA_CA_CERTS: _unused, ...rest } = process.env
const env = { ...rest, HOME: home }

const programs = {
  'node -e 0': ['-e', '0'],
  'sallyport check ls': ['dist/cli.js', 'check', 'ls'],
  'sallyport check (a pipeline)': ['dist/cli.js', 'check', 'cd src && rg -n TODO . | head -20 > out.txt'],
} as const

const times = new Map<string, number[]>(Object.keys(programs).map(name => [name, []]))
for (let round = 0; round <= rounds; round += 1) {
  const order = Object.entries(programs).sort(() => Math.random() - 0.5)
  for (const [name, args] of order) {
    const start = process.hrtime.bigint()
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    // The first round fills the caches of the file system.
    if (round > 0) times.get(name)?.push(Number(process.hrtime.bigint() - start) / 1e6)
  }
}
rmSync(home, { recursive: true, force: true })

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const base = median(times.get('node -e 0') ?? [])
console.log(`cold start, median of ${rounds}`)
for (const [name, list] of times)
  console.log(`${name.padEnd(30)} ${median(list).toFixed(1).padStart(7)} ms   ${(median(list) / base).toFixed(2)} ×`)
