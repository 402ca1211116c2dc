// Builds dist/: typed library modules by tsc, bundles of the CLI and the hook, presets compiled to JSON.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build as buildPages } from 'vite'
import { buildCli, compileCli } from './build-cli.mjs'
import { buildHook, buildPlugins, compileHook } from './build-hook.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })

execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  { stdio: 'inherit' },
)

// The comments of the published types name no internal requirements.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const source = readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, name), withoutIds(source))
}

await buildCli(root, dist)

const { readChecked } = await import(pathToFileURL(join(dist, 'policy/read/read-checked.js')).href)
const { cacheName } = await import(pathToFileURL(join(dist, 'io/policies/compiled-cache.js')).href)
mkdirSync(join(dist, 'compiled'))
for (const file of readdirSync(join(root, 'presets'))) {
  const source = readFileSync(join(root, 'presets', file), 'utf8')
  const read = await readChecked(source, join('presets', file))
  if (!read.ok) throw new Error(`presets/${file}: ${JSON.stringify(read.faults)}`)
  const compiled = JSON.stringify(read.value)
  for (const name of [cacheName(source), file.replace(/\.yaml$/, '.json')])
    writeFileSync(join(dist, 'compiled', name), compiled, { mode: 0o644 })
}
await buildHook(root, dist)
await buildPlugins(root, dist)
await compileHook(root, dist)
compileCli(root, dist)
await buildPages({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' })
console.log('built dist/')

/** `every call has one outcome (R198).` without the number in brackets. */
function withoutIds(source) {
  return source.replaceAll(/\s*\((?:see )?[RC]\d+(?:(?:[-–]|, | and )[RC]?\d+)*\)/g, '')
}
