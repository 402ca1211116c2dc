import type { CodeEffect, CodeLoad, Language } from '../../../core/code.ts'
import type { FileFacts } from '../../../core/facts.ts'
import { expandHome, isWithin, parentOf } from '../../../core/path.ts'
import { isKnown, mapPrefix, type Word } from '../../../core/word.ts'
import { locateAll } from '../../frame/touch.ts'
import { isIntroducedModule, isUnpacked } from '../../provenance/introduced-code.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { isNodeDependency, isPythonDependency, onlyComputes } from './project-packages.ts'

interface Modules {
  readonly effects: readonly CodeEffect[]
  readonly language: Language | null
  /** The directories that modules are loaded from first; the code's own comes before the others. */
  readonly bases: readonly string[]
  /** The code itself. */
  readonly code: string
}

/**
 * Modules that code loads. A module in the project is project code, like a script at the same path. This comes after all
 * other effects, when it is known which files the code itself wrote.
 */
export function loadModules({ effects, language, bases, code }: Modules, call: ProgramCall): void {
  const loads = effects.filter(effect => effect.kind === 'load')
  const searched = effects.flatMap(effect => (effect.kind === 'search' ? [atHome(effect.directory, call)] : []))
  const mayLookIn = searched.every(
    directory => isKnown(directory) && isOwnDirectory(directory, call) && !isBrought(directory, call),
  )
  if (!mayLookIn) call.opaque(`${call.name} code: changes where modules are found`)
  if (language !== 'python') {
    const base = bases[0] ?? '.'
    for (const load of loads)
      if (/^[./]/.test(load.path)) loadFile(load, base, call)
      else loadNodePackage(load, { directories: [base], code }, call)
    return
  }
  const directories = [...bases, ...searched.filter(isKnown), ...pathVariable(call)]
  // `import a.b` also names `a`, which is loaded with it.
  const whole = loads.filter(load => !loads.some(other => other.path.startsWith(`${load.path}/`)))
  for (const load of whole) loadPython(load, { directories, code }, call)
}

/** JavaScript names the file, relative to the importing one. */
function loadFile({ path, why }: CodeLoad, base: string, call: ProgramCall): void {
  const file = path.startsWith('/') ? path : `${base}/${path}`
  if (call.frame.where.at !== 'local' || isBrought(file, call)) return call.opaque(`${call.name} code: ${why}`)
  call.code(file, 'import')
}

/** A package that the project depends on. Node searches `node_modules` in each directory from the code's own upwards. */
function loadNodePackage({ path, uses, why }: CodeLoad, { directories, code }: Search, call: ProgramCall): void {
  const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path
  const isOwn = directories.every(directory => isOwnDirectory(directory, call))
  const places = directories.flatMap(directory => placesOf(directory, call)).map(place => projectAbove(place, call))
  const isNew = places.flat().some(place => isBrought(`${place}/node_modules/${name}`, call))
  // Bun downloads a package that is missing, so even a look at its version needs a dependency.
  const isDependency = places.every(above => isNodeDependency(name, above, call))
  if (isOwn && !isNew && isDependency && onlyComputes(uses, code)) call.project(null)
  else call.opaque(`${call.name} code: ${why}`)
}

interface Search {
  readonly directories: readonly string[]
  readonly code: string
}

/** Python searches one directory after the other. */
function loadPython({ path, uses, why }: CodeLoad, { directories, code }: Search, call: ProgramCall): void {
  const [root = ''] = path.split('/')
  const isOwn = directories.every(directory => {
    const place = `${directory}/${root}`
    const isOwnPlace = isOwnDirectory(directory, call) && isOwnDirectory(place, call)
    return (isOwnPlace || hasNone(directory, root, call)) && !isBrought(place, call)
  })
  if (!isOwn) return call.opaque(`${call.name} code: ${why}`)
  for (const directory of directories) {
    const files = new Set(placesOf(directory, call).map(place => moduleFile(place, path, call.frame.world.facts)))
    const [file = null] = files
    if (file !== null && files.size === 1) return call.code(`${directory}/${file}`, 'import')
    if (files.size > 1) return call.opaque(`${call.name} code: ${why}`)
  }
  const roots = sourceRoots(call)
  if (roots.some(directory => isBrought(`${directory}/${root}`, call))) return call.opaque(`${call.name} code: ${why}`)
  const own = ownPackage(path, roots, call)
  if (own !== null) return call.code(own, 'import')
  // An installed package may be loaded.
  const mayBeNew = directories.some(directory => placesOf(directory, call).some(place => isUnpacked(place, call.frame)))
  const computes = onlyComputes(uses, code) && isPythonDependency(root, workingProject(call), call)
  if (!mayBeNew && (uses.length === 0 || computes)) call.project(null)
  else call.opaque(`${call.name} code: ${why}`)
}

/** The project's directories and their `src`: a part of a project has its own. */
const sourceRoots = (call: ProgramCall): readonly string[] =>
  [...new Set([...workingProject(call), ...call.frame.world.place.workspace])].flatMap(root => [root, `${root}/src`])

/** The directories of the project, from the working directory upwards. */
const workingProject = (call: ProgramCall): readonly string[] => {
  const { cwd } = call.frame.scope
  return isKnown(cwd) ? projectAbove(cwd, call) : []
}

/** A directory and those above it, up to the root of the workspace. */
function projectAbove(directory: string, { frame: { where, world } }: ProgramCall): readonly string[] {
  const found: string[] = []
  if (where.at !== 'local') return found
  for (let at = directory; world.place.workspace.some(root => isWithin(at, root)); at = parentOf(at)) found.push(at)
  return found
}

/**
 * The project's own package, installed in place (`src/shop/__init__.py`, `shop/__init__.py`); or a directory with a name
 * that projects use for their own code and packages do not, even if the file does not exist.
 */
function ownPackage(path: string, roots: readonly string[], { frame }: ProgramCall): string | null {
  const { facts } = frame.world
  for (const root of roots) {
    const file = moduleFile(root, path, facts)
    if (file !== null) return `${root}/${file}`
  }
  const [name = ''] = path.split('/')
  const named = ownNames.has(name) ? roots.find(root => facts.kind(`${root}/${name}`) === 'directory') : undefined
  return named === undefined ? null : `${named}/${name}`
}

const ownNames = new Set(['src', 'app', 'apps', 'backend', 'server', 'tests', 'scripts'])

/**
 * The file of a module, relative to the directory; null if it does not exist. An installed package takes precedence over a
 * directory without `__init__.py`, so that one only counts if it contains the requested file.
 */
function moduleFile(directory: string, path: string, facts: FileFacts): string | null {
  const [first = '', ...rest] = path.split('/')
  const within = `${directory}/${first}`
  if (facts.kind(within) === 'directory') {
    const inner = rest.length === 0 ? null : moduleFile(within, rest.join('/'), facts)
    if (inner !== null) return `${first}/${inner}`
    if (facts.kind(`${within}/__init__.py`) === 'file') return `${first}/__init__.py`
  }
  return facts.kind(`${within}.py`) === 'file' ? `${first}.py` : null
}

/** All paths that a path may resolve to, as far as known. */
const placesOf = (path: Word, { frame }: ProgramCall): readonly string[] =>
  locateAll({ kind: 'read', path, how: 'import' }, frame).flatMap(touch => (isKnown(touch.path) ? [touch.path] : []))

function isOwnDirectory(directory: Word, { frame }: ProgramCall): boolean {
  if (!isKnown(directory) || frame.where.at !== 'local') return false
  const touches = locateAll({ kind: 'read', path: directory, how: 'import' }, frame)
  return touches.every(({ zone, path }) => zone === 'workspace' && isKnown(path))
}

/** Whether scratch space has no such module, so that the next directory is searched. */
function hasNone(directory: string, root: string, call: ProgramCall): boolean {
  const { frame } = call
  const touches = locateAll({ kind: 'read', path: directory, how: 'import' }, frame)
  return touches.every(({ zone, path }) => {
    const names =
      zone === 'scratch' && isKnown(path) && frame.where.at === 'local' ? frame.world.facts.names(path) : null
    return names !== null && !names.some(name => name === root || name.startsWith(`${root}.`))
  })
}

/** The file names in the directory that is searched first, if it is not in the project. */
export function namesBeside([base = '.']: readonly string[], call: ProgramCall): readonly string[] {
  if (call.frame.where.at !== 'local' || isOwnDirectory(base, call)) return []
  return placesOf(base, call).flatMap(place => call.frame.world.facts.names(place) ?? [])
}

const isBrought = (path: string, call: ProgramCall): boolean =>
  placesOf(path, call).some(place => isIntroducedModule(place, call.frame))

const atHome = (directory: Word, call: ProgramCall): Word =>
  mapPrefix(directory, path => expandHome(path, call.frame.world.place.home))

/** `PYTHONPATH=src`; values that are not allowed in it are already opaque. */
function pathVariable({ env, frame: { scope } }: ProgramCall): readonly string[] {
  const given = env.findLast(({ name }) => name === 'PYTHONPATH')?.value
  const value = given ?? (scope.exported.has('PYTHONPATH') ? scope.variables.get('PYTHONPATH') : undefined)
  return value !== undefined && isKnown(value) ? value.split(':').filter(directory => directory !== '') : []
}
