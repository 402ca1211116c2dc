// Builds the cold hook: one CommonJS bundle with what everyday calls need, its compiled form for this Node, and the rest in files
// beside it that load on first use and share its modules. Everything lies in dist/, where an agent cannot write.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parser as grammar } from '@lezer/javascript'
import { build } from 'esbuild'

const parser = grammar.configure({ dialect: 'ts' })

export async function buildHook(root, dist) {
  mkdirSync(join(dist, 'hook'))
  const hooks = join(root, 'src/adapters/hooks')
  copyFileSync(join(hooks, 'launch.cjs'), join(dist, 'hook.cjs'))
  copyFileSync(join(hooks, 'ask-server.cjs'), join(dist, 'hook/ask-server.cjs'))
  copyFileSync(join(root, 'src/io/contain/runner.sh'), join(dist, 'hook/runner.sh'))
  const tables = await tablePlugins(root, dist)
  const apart = new Map()
  const pureHash = takeInstead(root, 'io/node-hash.ts', 'adapters/hooks/hash-without-node.ts')
  const nodeHashes = takeInstead(root, 'core/digest.ts', 'adapters/hooks/digest-by-node.ts')
  const own = [setApart(apart, root), lazyModules(costly), pureHash]
  const bundle = (entry, plugins) => bundleOf(entry, [...tables, ...plugins])

  // What the bundle holds, the files that are set apart take from there.
  const { inputs } = await bundle(entryOf(hooks), own)
  const shared = new Set()
  for (const [name, entry] of apart) {
    const { text } = await bundle({ entryPoints: [entry] }, [takeShared(inputs, shared, root), lazyModules(costly)])
    writeFileSync(join(dist, 'hook', `${name}.cjs`), text)
  }
  const entry = entryOf(hooks, await sharing(shared, [...tables, ...own], root))
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
  checkAscii(text)
  return { text, inputs: new Set(Object.keys(metafile.inputs).map(file => resolve(file))) }
}

/** The launchers read bundles byte by byte, which is right for these characters only; others take twice the room in memory, too. */
export function checkAscii(text) {
  const [odd] = /[^\x00-\x7f].{0,40}/.exec(text) ?? []
  if (odd !== undefined) throw new Error(`a character beyond ASCII, which esbuild cannot escape: ${odd}`)
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

/** Program tables without their examples, each evaluated on first use. */
export const tablePlugins = async (root, dist) => [lazyTables(await familiesOf(root, dist)), noExamples]

/** The families with their programs' names, and the file of each: it is named after its export. */
async function familiesOf(root, dist) {
  const { programFamilies } = await import(pathToFileURL(join(dist, 'shell/programs/families.js')).href)
  const files = readdirSync(join(root, 'src/shell/programs'), { recursive: true, encoding: 'utf8' })
  return Object.entries(programFamilies).map(([family, programs]) => {
    const name = `${family.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.ts`
    const file = files.find(one => one.endsWith(`/${name}`))
    if (file === undefined) throw new Error(`the family ${family} needs a file ${name} in src/shell/programs`)
    return { family, file, names: ` ${Object.keys(programs).join(' ')} ` }
  })
}

/** A command names few programs: each family's table is evaluated when one of its programs is looked up. */
const lazyTables = families => ({
  name: 'lazy-tables',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shell\/programs\/programs-by-name\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      resolveDir: dirname(path),
      contents: `
import { lazyPrograms } from './engine/lazy.ts'
export const programsByName = lazyPrograms(
  ${JSON.stringify(families.map(({ names }) => names))},
  at => { switch (at) { ${families.map(({ family, file }, at) => `case ${at}: return require('./${file}').${family}`).join('\n')} } },
)`,
    }))
  },
})

/** The tests run a table's examples; the bundles leave them out. */
const noExamples = {
  name: 'no-examples',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shell\/programs\/[\w/-]+\.ts$/, namespace: 'file' }, ({ path }) => ({
      loader: 'ts',
      contents: withoutExamples(readFileSync(path, 'utf8')),
    }))
  },
}

/** The source without the `examples` of its tables, found by its syntax tree. */
function withoutExamples(source) {
  if (!source.includes('examples: {')) return source
  let kept = ''
  let from = 0
  parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name !== 'Property' || source.slice(node.from, node.from + 9) !== 'examples:') return true
      kept += source.slice(from, node.from)
      from = source[node.to] === ',' ? node.to + 1 : node.to
      return false
    },
  })
  return kept + source.slice(from)
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

/** Takes one file of `src` wherever another one is imported. */
const takeInstead = (root, original, replacement) => ({
  name: `instead-of-${original}`,
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^\.{1,2}\// }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === 'found' || importer === join(root, 'src', replacement)) return undefined
      const found = await resolve(path, { kind, resolveDir, pluginData: 'found' })
      return found.path === join(root, 'src', original) ? { path: join(root, 'src', replacement) } : undefined
    })
  },
})

/** Runs the bundle over everyday calls, so that what they need is compiled, and keeps that for this Node. */
export async function compileHook(root, dist) {
  const require = createRequire(import.meta.url)
  const { answerHook, compiled } = require(join(dist, 'hook.cjs')).loadBundle(dist)
  await require(join(root, 'src/adapters/hooks/everyday.cjs')).practise(answerHook)
  writeFileSync(join(dist, 'hook', `bundle.${process.version}-${process.arch}.cache`), compiled())
}
