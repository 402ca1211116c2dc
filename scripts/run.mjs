// Bundles a TypeScript script of this repository and runs it with the remaining arguments.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [script, ...args] = process.argv.slice(2)
const out = mkdtempSync(join(root, 'node_modules', '.sallyport-run-'))
try {
  await build({
    entryPoints: [join(root, script)],
    outfile: join(out, 'script.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', join(out, 'script.mjs'), ...args], {
    stdio: 'inherit',
    cwd: root,
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
