// Builds the cold hook: one CommonJS bundle with what everyday calls need, its compiled form for this Node, and the rest in files
// beside it that load on first use and share its modules. Everything lies in dist/, where an agent cannot write.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

export async function buildHook(root, dist) {
  mkdirSync(join(dist, 'hook'))
  const hooks = join(root, 'src/adapters/hooks')
  copyFileSync(join(hooks, 'launch.cjs'), join(dist, 'hook.cjs'))
  const tables = lazyTables(root, await familiesOf(dist))
  const apart = new Map()
  const own = [setApart(apart, root), lazyModules(costly), pureHash]
  const bundle = (entry, plugins) => bundleOf(entry, [tables, noExamples, ...plugins])

  // What the bundle holds, the files that are set apart take from there.
  const { inputs } = await bundle(entryOf(hooks), own)
  const shared = new Set()
  for (const [name, entry] of apart) {
    const { text } = await bundle({ entryPoints: [entry] }, [takeShared(inputs, shared, root), lazyModules(costly)])
    writeFileSync(join(dist, 'hook', `${name}.cjs`), text)
  }
  const entry = entryOf(hooks, await sharing(shared, [tables, noExamples, ...own], root))
  writeFileSync(join(dist, 'hook/bundle.cjs'), (await bundle(entry, own)).text)

  // The script that `sallyport install` makes the snapshot with: the same hook, with hashes by Node, which a snapshot has loaded already.
  const hook = await bundle(entry, [setApart(new Map(), root), lazyModules(unfit), nodeHashes])
  const script = await build({ ...options, entryPoints: [join(hooks, 'snapshot.cjs')], write: false })
  writeFileSync(
    join(dist, 'hook/snapshot.cjs'),
    `let makeHook=function(module,exports,require,__filename){${hook.text}\n};\n${script.outputFiles[0].text}`,
  )
}

async function bundleOf(entry, plugins) {
  const { outputFiles, metafile } = await build({
    ...options,
    ...entry,
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: 'const __bundleUrl="file://"+encodeURI(__filename);' },
    plugins,
    write: false,
    metafile: true,
  })
  const [{ text }] = outputFiles
  // The launcher reads it byte by byte, which is right for these characters only; others take twice the room in memory, too.
  const [odd] = /[^\x00-\x7f].{0,40}/.exec(text) ?? []
  if (odd !== undefined) throw new Error(`a character beyond ASCII, which esbuild cannot escape: ${odd}`)
  return { text, inputs: new Set(Object.keys(metafile.inputs).map(file => resolve(file))) }
}

/** What the bundle gives to its launcher, and to the files that are set apart. */
const entryOf = (hooks, shared = '') => ({
  stdin: {
    resolveDir: hooks,
    loader: 'ts',
    contents: `
export { answerHook, openHook } from './answer-hook.ts'
export { prepareHook } from './prepare-hook.ts'
${shared}`,
  },
})

/** Modules by name for `require('shared:NAME')`: a function, so that nothing is made for files that are never loaded. */
async function sharing(modules, plugins, root) {
  const entryPoints = [...modules].sort()
  const { metafile } = await build({
    ...options,
    format: 'esm',
    entryPoints,
    plugins,
    outdir: root,
    write: false,
    metafile: true,
  })
  const imports = []
  const cases = []
  for (const [at, { entryPoint, exports }] of Object.values(metafile.outputs).entries()) {
    const file = resolve(entryPoint)
    imports.push(`import { ${exports.map(one => `${one} as ${one}_${at}`).join(', ')} } from '${file}'`)
    cases.push(`case '${nameOf(file, root)}': return { ${exports.map(one => `${one}: ${one}_${at}`).join(', ')} }`)
  }
  return `${imports.join('\n')}\nexport const shared = name => { switch (name) { ${cases.join('\n')} } }`
}

/** What a module is called across files. */
const nameOf = (file, root) => relative(join(root, 'src'), file).replace(/\.ts$/, '')

/** One copy of a module, the bundle's, so that what one part remembers the others know. */
const takeShared = (inputs, shared, root) => ({
  name: 'take-shared',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === 'found') return undefined
      const found = await resolve(path, { kind, resolveDir, pluginData: 'found' })
      if (!found.path.startsWith(join(root, 'src/')) || !inputs.has(found.path)) return undefined
      shared.add(found.path)
      return { path: `shared:${nameOf(found.path, root)}`, external: true }
    })
  },
})

const options = {
  bundle: true,
  minify: !process.env.PLAIN,
  minifyWhitespace: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'none',
  // What is imported on first use is required, like all else: the launcher gives no other way.
  supported: { 'dynamic-import': false },
}

/** What few calls need (most programs, other languages, regular expressions, policies that nobody has read yet) lies in files of its own. */
const setApart = (apart, root) => ({
  name: 'set-apart',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (!['dynamic-import', 'require-call'].includes(kind) || path.startsWith('node:') || pluginData === 'found')
        return undefined
      const found = await resolve(path, { kind, resolveDir, pluginData: 'found' })
      if (isEveryday(found.path, root)) return undefined
      const name = apartName(found.path, root)
      apart.set(name, found.path)
      return { path: `./hook/${name}.cjs`, external: true }
    })
  },
})

const apartName = (path, root) =>
  path.includes('/node_modules/')
    ? path.split('/node_modules/')[1].split('/')[0]
    : nameOf(path, root).replaceAll('/', '-')

/** The families whose programs most commands name. */
const everydayFamilies = [
  'files/coreutils',
  'files/find',
  'version-control/git',
  'packages/node-packages',
  'text/sed',
  'languages/shells',
  'text/text',
  'text/viewers',
]

const isEveryday = (path, root) =>
  everydayFamilies.some(family => path === join(root, 'src/shell/programs', `${family}.ts`))

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
  const { programFamilies } = await import(pathToFileURL(join(dist, 'shell/programs/index.js')).href)
  return Object.entries(programFamilies).map(([family, programs]) => [family, Object.keys(programs).join(' ')])
}

/** A command names few programs: each family's table is evaluated when one of its programs is looked up. */
const lazyTables = (root, families) => ({
  name: 'lazy-tables',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shell\/programs\/index\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const files = new Map(
        [...source.matchAll(/^import \{ (\w+) \} from '(\.\/[\w/-]+\.ts)'$/gm)].map(([, name, file]) => [name, file]),
      )
      const cases = families.map(([family], at) => {
        if (!files.has(family)) throw new Error(`no import of the family ${family} in ${path}`)
        return `case ${at}: return require('${files.get(family)}').${family}`
      })
      const lookUp = source.slice(source.indexOf('/** The table of a program'))
      return {
        loader: 'ts',
        resolveDir: join(root, 'src/shell/programs'),
        contents: `
import { lazyPrograms } from './engine/lazy.ts'
const byName = lazyPrograms(
  ${JSON.stringify(families.map(([, names]) => ` ${names} `))},
  family => { switch (family) { ${cases.join('\n')} } },
)
${lookUp}`,
      }
    })
  },
})

/** What a table's examples say is tested when it is built. The formatter sees to it that each ends where its own column ends. */
const noExamples = {
  name: 'no-examples',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shell\/programs\/[\w/-]+\.ts$/, namespace: 'file' }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replace(/^( +)examples: \{(?:\n[\s\S]*?^\1|.*)\},\n/gm, ''),
    }))
  },
}

/** Node modules that cost milliseconds and that most calls never need. */
const costly = /^node:(child_process|os|timers\/promises|url)$/
/** Those that a snapshot should not hold, or need not; the others cost nothing there. */
const unfit = /^node:(child_process|timers\/promises)$/

const lazyModules = filter => ({
  name: 'lazy-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter }, ({ path, namespace }) =>
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
})

/** `node:crypto` takes longer to load than a few hashes take in JavaScript. */
const pureHash = {
  name: 'pure-hash',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/io\/node-hash\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      resolveDir: join(path, '..'),
      contents: `export { sha256 as nodeHash, keyedHash as nodeKeyedHash } from '../core/digest.ts'`,
    }))
  },
}

/** In a snapshot Node's own hash costs nothing to load, and it is many times as fast. */
const nodeHashes = {
  name: 'node-hashes',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/core\/digest\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      resolveDir: join(path, '..'),
      contents: `
export { nodeHash as sha256, nodeKeyedHash as keyedHash } from '../io/node-hash.ts'
${utf8LengthIn(readFileSync(path, 'utf8'))}`,
    }))
  },
}

const utf8LengthIn = source => {
  const start = source.indexOf('export const utf8Length')
  if (start < 0) throw new Error('no utf8Length in core/digest.ts')
  return source.slice(start)
}

/** Runs the bundle over everyday calls, so that what they need is compiled, and keeps that for this Node. */
export async function compileHook(root, dist) {
  const require = createRequire(import.meta.url)
  const { answerHook, compiled } = require(join(dist, 'hook.cjs')).loadBundle(dist)
  await require(join(root, 'src/adapters/hooks/everyday.cjs')).practise(answerHook)
  writeFileSync(join(dist, 'hook', `bundle.${process.version}-${process.arch}.cache`), compiled())
}
