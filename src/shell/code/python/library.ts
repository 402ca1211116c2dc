import type { Library } from '../library.ts'
import { compileTable, compileTables } from '../table.ts'
import { answers } from './answers.ts'
import { databases } from './databases.ts'
import { files } from './files.ts'
import { methods } from './methods.ts'
import { network } from './network.ts'
import { harmless, others, packages } from './packages.ts'
import { processes } from './processes.ts'

const tables = compileTables(files, processes, network, databases, packages)
const roots = new Set([...tables.keys()].map(name => name.split('.')[0] ?? ''))
const measures = 'type hasattr bool isinstance issubclass callable len'.split(' ')
const inspectors = ['print', 'dir', 'help', 'repr', 'id', ...measures]

/** Modules that are available under several names. */
const sameModules: ReadonlyMap<string, string> = new Map(
  Object.entries({
    posix: 'os',
    nt: 'os',
    posixpath: 'os.path',
    ntpath: 'os.path',
    __builtin__: 'builtins',
    cPickle: 'pickle',
    _pickle: 'pickle',
    _socket: 'socket',
    _io: 'io',
    _posixsubprocess: 'ctypes',
    _ctypes: 'ctypes',
    bltns: 'builtins',
  }),
)

/** Modules that many others import, so that code can reach them through those. */
const reexported = new Set(
  'os sys subprocess shutil builtins bltns socket io codecs importlib types ctypes pickle marshal runpy inspect operator gc'.split(
    ' ',
  ),
)

export const pythonLibrary: Library = {
  tables,
  methods: compileTable(methods),
  global: name => (isBuiltin(name) ? `builtins.${name}` : null),
  canonical,
  distrusts,
  ownPath: module => (/^\w+(\.\w+)*$/.test(module) && isStrange(module) ? module.replaceAll('.', '/') : null),
  isStrange,
  bears: file => file === 'conftest.py' || isOwnName(/^([a-z]\w*)(\.py[cd]?|\..*so)?$/i.exec(file)?.[1] ?? ''),
  dataFile: () => null,
  hatches: new Map([
    ['__class__', '__name__'],
    ...'__globals__ __builtins__ __subclasses__ __bases__ __base__ __mro__ __code__ __closure__ __self__ __import__ __getattribute__ __loader__ __spec__ f_globals f_locals f_builtins f_back tb_frame gi_frame gi_code cr_frame ag_frame func_globals im_func __reduce_ex__ __set_name__'
      .split(' ')
      .map(name => [name, null] as const),
  ]),
  guarded: new Set(['sys.path', 'sys.modules', 'sys.meta_path', 'sys.path_hooks', 'builtins', 'tempfile.tempdir']),
  inspectors: new Set(inspectors.map(name => `builtins.${name}`)),
  showing: new Set(),
  measures: new Set(measures.map(name => `builtins.${name}`)),
  sending: new Set(['send', 'sendall', 'sendto', 'sendfile', 'makefile', 'dup2', 'sendmsg', 'drain']),
  answers,
}

/** Maps `posix.system`, `random._os.system` and `sys.modules['os'].system` to `os.system`. */
function canonical(name: string): string {
  const parts = name.replace(/^sys\.modules\.(?=[a-z_]+(\.|$)(?!get$|keys$|items$|values$|pop$))/, '').split('.')
  const root = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (/^(Function|Lambda|Code)Type$/.test(last)) return `types.${last}`
  const through = parts.findLastIndex(
    (part, i) => i > 0 && !(i === 1 && part === root) && reexported.has(part.replace(/^_/, '')),
  )
  if (through > 0 && !(root === 'asyncio' && parts[through] === 'subprocess'))
    return canonical([(parts[through] ?? '').replace(/^_/, ''), ...parts.slice(through + 1)].join('.'))
  const same = sameModules.get(root)
  return same === undefined ? parts.join('.') : [same, ...parts.slice(1)].join('.')
}

function distrusts(module: string): string | null {
  const root = canonical(module).split('.')[0] ?? ''
  if (root === '') return `imports \`${module}\` of the project`
  return roots.has(root) || harmless.has(root) || harmless.has(module) ? null : `imports \`${root}\``
}

/** An unknown module. Python finds its own modules before a project directory of the same name. */
function isStrange(name: string): boolean {
  const root = name.split('.')[0] ?? ''
  const isKnown = roots.has(root) || harmless.has(root) || sameModules.has(root) || others.has(root)
  return !isKnown && /^[^_]/.test(root)
}

const isOwnName = (name: string): boolean => name !== '' && !isStrange(name)

function isBuiltin(name: string): boolean {
  return tables.get('builtins')?.has(name) === true || answers.has(`builtins.${name}()`) || inspectors.includes(name)
}
