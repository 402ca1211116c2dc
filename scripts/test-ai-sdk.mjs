// Runs an agent of the packed library with AI SDK 7, which needs Node 22, against a scripted model over HTTP.
// `node scripts/test-ai-sdk.mjs` runs this alone.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { installNode, installPackages } from './install-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, '.clients/ai-sdk-7')
const modules = join(folder, 'node_modules')
const packages = ['ai@7.0.170', '@ai-sdk/openai-compatible@3.0.90', '@ai-sdk/anthropic@4.0.102']

/** The exit code of the scenario, or `skipped`. */
export async function testAiSdk() {
  const node = installNode('22.23.3')
  if (node === null) return 'skipped'
  if (!existsSync(join(modules, 'ai')) && !installPackages(folder, ...packages)) {
    console.error('SKIPPED: AI SDK 7 cannot be installed here')
    return 'skipped'
  }
  installSallyport()
  await build({
    entryPoints: [join(root, 'scripts/demo/model-server.ts')],
    outfile: join(folder, 'model-server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  cpSync(join(root, 'scripts/ai-sdk-scenario.mjs'), join(folder, 'scenario.mjs'))
  return spawnSync(node, ['scenario.mjs'], { stdio: 'inherit', cwd: folder }).status ?? 1
}

/** The package as it is published. Its dependencies are those of this repository. */
function installSallyport() {
  const target = join(modules, 'sallyport')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const tarball = join(folder, packed.trim().split('\n').at(-1))
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  rmSync(tarball)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(realpathSync(join(root, 'node_modules', name)), link)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await testAiSdk()) === 0 ? 0 : 1)
