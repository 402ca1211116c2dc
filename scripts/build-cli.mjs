// Builds the CLI: one CommonJS bundle whose commands and tables are evaluated on first use, and its compiled form for this Node.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { checkAscii, tablePlugins } from './build-hook.mjs'

export async function buildCli(root, dist) {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/cli/run-command-line.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    define: { 'import.meta.url': '__bundleUrl' },
    // The launcher calls this function.
    banner: { js: `(function(module,require,__filename,importPackage){"use strict";${bundleUrl}` },
    footer: { js: '})' },
    // What is imported on first use is required, except for the packages of agents.
    supported: { 'dynamic-import': false },
    plugins: [...(await tablePlugins(root, dist)), optionalPackages],
    write: false,
  })
  const [{ text }] = outputFiles
  checkAscii(text)
  writeFileSync(join(dist, 'cli.cjs'), text)
  copyFileSync(join(root, 'src/cli/launch.mjs'), join(dist, 'cli.js'))
  chmodSync(join(dist, 'cli.js'), 0o755)
}

const bundleUrl = 'const __bundleUrl=require("node:url").pathToFileURL(__filename).href;'

/** Only agents need these packages, and people who want agents install them. Some of them cannot be required, so the launcher imports them. */
const optionalPackages = {
  name: 'optional-packages',
  setup: ({ onLoad, onResolve }) => {
    onLoad({ filter: /\/src\/(cli|runtime)\/agent\/[\w-]+\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(
        /await import\(('(?:ai|@ai-sdk\/[\w-]+)')\)/g,
        'await importPackage($1)',
      ),
    }))
    onResolve({ filter: /^(ai|@ai-sdk\/.*)$/ }, ({ path, importer }) => ({
      errors: [{ text: `${importer} imports \`${path}\` in a form that is not replaced` }],
    }))
  },
}

/** Runs everyday commands in a temporary home directory, so that what they need is compiled, and keeps that for this Node. */
export function compileCli(root, dist) {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-practice-'))
  const project = join(home, 'project')
  const bundle = join(dist, 'cli.cjs')
  const cache = `${bundle}.${process.version}-${process.arch}.cache`
  try {
    mkdirSync(project)
    const script = [join(root, 'scripts/compile-cli.mjs'), bundle, cache]
    const env = { PATH: process.env.PATH, HOME: home }
    const { stderr } = spawnSync(process.execPath, script, { cwd: project, env, encoding: 'utf8', timeout: 60_000 })
    if (!existsSync(cache)) throw new Error(`the CLI could not be compiled: ${stderr}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
