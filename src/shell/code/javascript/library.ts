import type { Library } from '../library.ts'
import { compileTable, compileTables } from '../table.ts'
import { answers } from './answers.ts'
import { files } from './files.ts'
import { methods } from './methods.ts'
import { network } from './network.ts'
import { harmless } from './packages.ts'
import { processes } from './processes.ts'
import { runtimes } from './runtimes.ts'

const tables = compileTables(files, processes, network, runtimes)

/** Modules that are available under several names. */
const sameModules: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'fs/promises': 'fs',
    'fs-extra': 'fs',
    'graceful-fs': 'fs',
    https: 'http',
    'path/posix': 'path',
    'dns/promises': 'dns',
    bun: 'Bun',
    zx: 'zx',
    'zx/globals': 'zx',
    'cross-fetch': 'node-fetch',
    'isomorphic-fetch': 'node-fetch',
    'inspector/promises': 'inspector',
    tinyexec: 'execa',
    process: 'node',
  }),
)

/** Global objects that have rows or values under `globals`. */
const globalObjects = new Set('Object String Array Reflect URL Request structuredClone console JSON'.split(' '))
/** `node -e` exposes Node's own modules as globals. */
const globalModules = new Set(
  'process Bun Deno module fs child_process os path http https http2 net tls dgram dns vm v8 repl inspector worker_threads cluster util url'.split(
    ' ',
  ),
)
const wholeWorlds = new Set(['globalThis', 'global', 'window', 'self', 'root', 'frames'])
const twins = new Set(['fs', 'child_process', 'Deno', 'Bun'])

export const javascriptLibrary: Library = {
  tables,
  methods: compileTable(methods),
  global: globalName,
  canonical,
  distrusts,
  // A URL is decoded and normalised before it becomes a path, so only plain paths qualify.
  ownPath: module => (isPlainPath.test(module) || isPackage.test(module) ? module : null),
  isStrange,
  bears: file => file === 'node_modules',
  dataFile,
  hatches: new Map<string, string | null>([
    ['constructor', 'name'],
    ...'__proto__ mainModule _linkedBinding dlopen _load _compile caller callee __defineGetter__ __defineSetter__ __lookupGetter__'
      .split(' ')
      .map(name => [name, null] as const),
  ]),
  guarded: new Set([
    'globalThis',
    'globals.require',
    'globals.require.cache',
    'globals.require.extensions',
    'module.filename',
    'module.id',
    'module.path',
    'module.paths',
    'module.parent',
    // They name the file of the next report.
    'node.report',
  ]),
  inspectors: new Set(['globals.console.log', 'globals.Object.keys', 'globals.Boolean']),
  showing: new Set(['node', 'process', 'dotenv.loaded']),
  measures: new Set(['globals.Boolean']),
  sending: new Set(['pipe', 'write', 'send', 'end', 'sendto']),
  answers,
}

function globalName(name: string): string | null {
  if (wholeWorlds.has(name)) return 'globalThis'
  if (globalModules.has(name)) return name
  const isListed = tables.get('globals')?.has(name) === true && name !== '*'
  return isListed || globalObjects.has(name) ? `globals.${name}` : null
}

/** Maps `fs.promises.rm`, `require('node:fs').rmSync` and `globalThis.process.kill` to one spelling each. */
function canonical(name: string): string {
  const plain = name.replace(/^node:/, '')
  const module = [...sameModules.keys()].find(one => plain === one || plain.startsWith(`${one}.`))
  const [root = '', ...rest] =
    module === undefined
      ? plain.split('.')
      : [sameModules.get(module) ?? '', ...plain.slice(module.length + 1).split('.')]
  const members = rest.filter((part, i) => part !== '' && part !== 'default' && !(i === 0 && isPart(root, part)))
  if (root === 'globalThis' && members[0] !== undefined) {
    const global = globalName(members[0])
    return global === null ? members.join('.') : canonical([global, ...members.slice(1)].join('.'))
  }
  const shown = twins.has(root) ? members.map(member => member.replace(/(?<=.)Sync$/, '')) : members
  return [root, ...shown].join('.')
}

/** Namespaces that repeat the module's own functions. */
const isPart = (root: string, part: string): boolean =>
  (root === 'fs' && part === 'promises') ||
  (root === 'path' && (part === 'posix' || part === 'win32')) ||
  (root === 'dns' && part === 'promises')

const isPlainPath = /^(\.{1,2}|(\.{1,2})?\/(?!\/)[\w@.+/-]*)$/

/** `playwright`, `@scope/name/part`; not `npm:name`, `#internal` or an address. */
const isPackage = /^(@\w[\w.-]*\/)?\w[\w.-]*(\/\w[\w.-]*)*$/

const packageOf = (module: string): string => /^(@[^/]+\/[^/]+|[^/]+)/.exec(module)?.[0] ?? module

/** A file of the project, or a package without a table. */
function isStrange(name: string): boolean {
  if (/^[./]/.test(name)) return true
  const root = packageOf(name.split('.')[0] ?? '')
  return !roots.has(root) && !harmless.has(root) && root !== 'globalThis'
}

const roots: ReadonlySet<string> = new Set([...tables.keys()].map(name => name.split('.')[0] ?? ''))

/** `./data.json`, `next/package.json`. */
function dataFile(name: string): string | null {
  if (!name.endsWith('.json')) return null
  if (/^\.{0,2}\//.test(name)) return name
  return isPackage.test(name) && packageOf(name) !== name ? `node_modules/${name}` : null
}

function distrusts(module: string): string | null {
  const name = canonical(module.replace(/^(npm|jsr):/, ''))
  if (/^(\.|\/|file:|data:|https?:)/.test(module)) return `loads \`${module.slice(0, 60)}\``
  const root = packageOf(name)
  return tables.has(name) || harmless.has(root) || harmless.has(name) ? null : `loads \`${root}\``
}
