// Builds the cold hook: one CommonJS bundle whose program tables and rarely used Node modules load on first use, and its
// compiled form for this Node. Everything lies in dist/, where an agent cannot write.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

export async function buildHook(root, dist) {
  mkdirSync(join(dist, 'hook'))
  copyFileSync(join(root, 'src/adapters/hooks/launch.cjs'), join(dist, 'hook.cjs'))
  await build({
    entryPoints: [join(root, 'src/adapters/hooks/answer-hook.ts')],
    outfile: join(dist, 'hook', 'bundle.cjs'),
    bundle: true,
    minify: !process.env.PLAIN,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: 'const __bundleUrl="file://"+encodeURI(__filename);' },
    plugins: [lazyTables(root, await familiesOf(dist)), lazyModules, pureHash],
  })
}

/** The plugins for clients that have no hooks: each one file that needs nothing else, so that nothing else can be missing. */
export const buildPlugins = (root, dist) =>
  build({
    entryPoints: ['opencode', 'pi'].map(name => join(root, 'src/adapters/plugins', `${name}.ts`)),
    outdir: join(dist, 'plugins'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })

const familiesOf = async dist => {
  const { families } = await import(pathToFileURL(join(dist, 'shell/programs/index.js')).href)
  return Object.entries(families).map(([family, programs]) => [family, Object.keys(programs).join(' ')])
}

/** A command names few programs: each family's table is evaluated when one of its programs is looked up. */
const lazyTables = (root, families) => ({
  name: 'lazy-tables',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shell\/programs\/index\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const files = new Map(
        [...source.matchAll(/^import \{ (\w+) \} from '(\.\/[\w-]+\.ts)'$/gm)].map(([, name, file]) => [name, file]),
      )
      const loaders = families.map(([family, names]) => {
        if (!files.has(family)) throw new Error(`no import of the family ${family} in ${path}`)
        return `[${JSON.stringify(names)}, () => require('${files.get(family)}').${family}]`
      })
      const lookUp = source.slice(source.indexOf('/** The table of a program'))
      return {
        loader: 'ts',
        resolveDir: join(root, 'src/shell/programs'),
        contents: `
import { lazyPrograms } from './lazy.ts'
const byName = lazyPrograms([${loaders.join(',')}])
${lookUp}`,
      }
    })
  },
})

/** Node modules that cost milliseconds and that most calls never need. */
const lazyModules = {
  name: 'lazy-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:(child_process|os|timers\/promises|url)$/ }, ({ path, namespace }) =>
      namespace === 'lazy' ? { path, external: true } : { path, namespace: 'lazy' },
    )
    onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter(name => name !== 'default' && /^[a-zA-Z]\w*$/.test(name))
      return {
        contents: names
          .map(name => `export const ${name} = (...given) => require('${path}').${name}(...given)`)
          .join('\n'),
      }
    })
  },
}

/** `node:crypto` takes longer to load than a few hashes take in JavaScript. */
const pureHash = {
  name: 'pure-hash',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/io\/journal-hash\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      resolveDir: join(path, '..'),
      contents: `export { sha256 as nodeHash } from '../core/digest.ts'`,
    }))
  },
}

/** Runs the bundle over everyday calls, so that what they need is compiled, and keeps that for this Node. */
export async function compileHook(dist) {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-build-'))
  try {
    const { loadBundle } = createRequire(import.meta.url)(join(dist, 'hook.cjs'))
    const { answerHook, compiled } = loadBundle()
    for (const [tool_name, tool_input] of everyday) {
      const sent = { hook_event_name: 'PreToolUse', session_id: 'build', cwd: home, tool_name, tool_input }
      const answer = await answerHook('claude-code', JSON.stringify(sent), { HOME: home })
      if (answer.exit !== 0) throw new Error(answer.stderr)
    }
    writeFileSync(join(dist, 'hook', `bundle.${process.version}-${process.arch}.cache`), compiled())
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const everyday = [
  ['Bash', { command: 'git status' }],
  ['Bash', { command: 'cd src && ls -la | head -5; npm test 2>&1 > out.txt' }],
  ['Read', { file_path: '/tmp/a.ts' }],
  ['Edit', { file_path: '/tmp/a.ts', old_string: 'a', new_string: 'b' }],
]
