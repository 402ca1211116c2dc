import { targetsOf } from '../../core/address/read-address.ts'
import { assertNever } from '../../core/assert-never.ts'
import type { Effect, EnvEntry, Span } from '../../core/effect.ts'
import { isWithin, resolvePath } from '../../core/path.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { keepValue } from '../expansion/variables.ts'
import { credentialVariables, historyVariables } from '../frame/environment.ts'
import type { Frame } from '../frame/frame.ts'
import type { JudgedVariable } from '../frame/interpreter.ts'
import { spelledKey } from '../frame/scope.ts'
import { locateAll } from '../frame/touch.ts'
import { variableKind } from '../frame/variable-table.ts'
import { plainValues, riskyValues } from '../frame/variable-values.ts'
import { namesOutsideCode } from '../programs/engine/names-outside-code.ts'
import { repositoryRisk } from '../programs/version-control/foreign-repository.ts'
import { isInstalledForAll, isInstallPath, systemDirectories } from '../provenance/installed.ts'
import { introducedAt, isIntroducedModule } from '../provenance/introduced-code.ts'
import { namesTool } from './build-tool.ts'

/** Sets a shell variable. Some variables make bash, or every program started later, run code. */
export function setVariable(entry: EnvEntry, span: Span, frame: Frame): void {
  const { name } = entry
  keepValue(entry, span, frame)
  if (frame.scope.fixed.has(spelledKey(name))) frame.scope.fixed.delete(spelledKey(name))
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  const why = variableRisk(entry, span, frame)
  if (why !== null) frame.recorder.add({ kind: 'opaque', why, tier: 'execute', ...origin })
  if (historyVariables.has(name)) {
    frame.recorder.add({
      kind: 'change',
      system: 'shell',
      action: 'history',
      target: name,
      tier: 'destructive',
      ...origin,
    })
  }
}

/** Why a variable in a program's environment may make it run other code; null if it does not. */
export function variableRisk(variable: JudgedVariable, span: Span, frame: Frame): string | null {
  const { name, value } = variable
  const text = wordText(value)
  if (isKnown(value) && plainValues.get(name)?.test(withoutPackages(name, value, frame)) === true) return null
  if (isInstalledJava(name, value, frame) || (name === 'HOME' && value === frame.world.place.home)) return null
  if (credentialVariables.has(name)) return `\`${name}\` lends the keys of another session: \`${text}\``
  const runsCode = `\`${name}\` in the environment runs code: \`${text}\``
  if (riskyValues.some(([names, values]) => names.test(name) && values.test(text))) return runsCode
  if (isZshPath(name, value, frame)) return `zsh searches \`${text}\` for programs, since \`${name}\` is its PATH`
  const kind = variable.kind ?? variableKind(name)
  switch (kind) {
    case null:
      return null
    case 'executes':
      return runsCode
    case 'search':
      return isOwnGround(name, value, frame) ? null : runsCode
    case 'tool':
      if (!namesTool(value, path => isOwn(path, frame))) runNamed(name, withArgument(value), span, frame)
      return null
    case 'setting':
      if (namesOutsideCode(value, null, frame) && !isUsersOwn(value, frame)) return runsCode
      return repositoryRisk(variable, frame)
    case 'command':
      runNamed(name, value, span, frame)
      return null
    case 'write':
      writeNamed(name, value, span, frame)
      return null
    case 'server':
      showCredentials(value, span, frame)
      return null
    default:
      return assertNever(kind)
  }
}

/** `path=/tmp/x; ls`: zsh ties `path` to `PATH`. Only known values count, because bash scripts use the name for any path. */
export const isZshPath = (name: string, value: Word, frame: Frame): boolean =>
  (name === 'path' || name === 'fpath') && isKnown(value) && value.startsWith('/') && !isOwnGround('PATH', value, frame)

/** A command line in a build variable gets the arguments of the recipe: `PYTHON='python3 -X dev'` runs a file of the project. */
const withArgument = (value: Word): Word =>
  isKnown(value) && /^[^;&|<>`$(){}\n]*\S\s+[^;&|<>`$(){}\n]+$/.test(value) ? `${value} ./argument` : value

function runNamed(name: string, command: Word, span: Span, frame: Frame): void {
  frame.interpreter.runText(command, { link: `${name}=`, span, shell: { env: [] } }, frame)
}

function writeNamed(name: string, path: Word, span: Span, frame: Frame): void {
  if (path === '' || frame.where.at !== 'local') return
  // `TAPE=host:file`: tar starts a remote shell.
  if (name === 'TAPE' && /^[^/]+:/.test(knownPrefix(path))) return showCredentials(path, span, frame)
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  for (const touch of locateAll({ kind: 'write', path, how: `${name}=`, ...origin }, frame)) frame.recorder.add(touch)
}

/** Records a connection: the server receives the stored credentials. */
function showCredentials(server: Word, span: Span, frame: Frame): void {
  if (server === '') return
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  for (const { host, port } of targetsOf(server))
    frame.recorder.add({ kind: 'connect', host, port, sends: true, tier: 'write', ...origin })
}

/** `NODE_OPTIONS` without `--import tsx` and similar: Node loads a package that the project has installed. */
function withoutPackages(name: string, value: string, frame: Frame): string {
  if (name !== 'NODE_OPTIONS') return value
  return value.replaceAll(
    /(?<=^|\s)(?:-r|--require|--import|--loader|--experimental-loader)[ =](@?[\w-][\w./-]*)(?=\s|$)/g,
    (option, module: string) => (isOwnPackage(module, frame) ? '' : option),
  )
}

function isOwnPackage(module: string, frame: Frame): boolean {
  const { cwd } = frame.scope
  if (!isKnown(cwd) || frame.where.at !== 'local') return false
  const file = resolvePath(cwd, `node_modules/${module}`)
  const isProject = frame.world.place.workspace.some(root => isWithin(cwd, root))
  return isProject && isWithin(file, `${cwd}/node_modules`) && !isIntroducedModule(file, frame)
}

/** `JAVA_HOME=$(/usr/libexec/java_home -v 17)`: the system's own Java. */
const isInstalledJava = (name: string, value: Word, { scope }: Frame): boolean =>
  name === 'JAVA_HOME' &&
  !isKnown(value) &&
  value.parts.length === 1 &&
  /^\$\(\/usr\/libexec\/java_home( -F| -v ?["']?[\d.+]+["']?)*\)$/.test(wordText(value)) &&
  !scope.functions.has('/usr/libexec/java_home')

/** `NVM_DIR=$HOME/.nvm`: the user's own settings, where an agent does not write without a prompt. */
function isUsersOwn(path: Word, { world }: Frame): boolean {
  const { home, scratch, workspace } = world.place
  if (!isKnown(path) || resolvePath('/', path) !== path) return false
  return (
    isWithin(path, `${home}/.${path.slice(home.length + 2).split('/')[0]}`) &&
    ![...scratch, ...workspace].some(root => isWithin(path, root))
  )
}

/**
 * `HOME=$(mktemp -d) npm test`: a new directory has no settings or code to run. A directory that is only missing or empty
 * now does not count, because a program in the background may fill it. Only for a single command: an exported variable
 * stays.
 */
export function isNewPlace({ name, value }: EnvEntry, frame: Frame): boolean {
  if (!namesPlace(name) || isKnown(value) || frame.where.at !== 'local') return false
  if (!/^\/tmp\/tmp\.\$\(mktemp -d\)$/.test(wordText(value))) return false
  return !frame.recorder.effects.some(effect => mayFill(effect, value, frame))
}

/** Variables that name one directory where settings or code are looked up. */
const namesPlace = (name: string): boolean => {
  const kind = variableKind(name)
  return homes.has(name) || kind === 'setting' || (kind === 'search' && name !== 'PATH')
}

const homes = new Set(['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'])

/** Whether the call itself may write into the directory; only creating it leaves it empty. */
function mayFill(effect: Effect, directory: Word, { recorder }: Frame): boolean {
  if (effect.kind !== 'write') return false
  const by = effect.by === null ? undefined : recorder.effects[effect.by]
  if (by?.kind === 'run' && (by.program === 'mktemp' || by.program === 'mkdir')) return false
  const place = wordText(directory)
  return wordText(effect.path).startsWith(place) || place.startsWith(knownPrefix(effect.path))
}

/** `PYTHONPATH=src`, `PATH=$PATH:/x`, `PATH=/usr/bin:/bin`: no new directory comes before the existing ones. */
function isOwnGround(name: string, value: Word, frame: Frame): boolean {
  const text = wordText(value)
  if (new RegExp(`^\\$(${name}|\\{${name}\\})(:|$)`).test(text)) return true
  // `PATH=~-:$PATH`: a hole that is not a variable may be any directory.
  if (!isKnown(value) && value.parts.some(part => typeof part !== 'string' && !part.hole.startsWith('$'))) return false
  return text.split(':').every(part => {
    if (part === `$${name}` || part === `\${${name}}` || systemDirectories.has(part)) return true
    return (name === 'PATH' && isInstallPath(part, frame.world.place)) || isOwn(part, frame)
  })
}

/** A path in the project, or in a directory installed for all users. */
function isOwn(path: string, frame: Frame): boolean {
  const { cwd } = frame.scope
  if (path.includes('$') || path.includes('`') || !isKnown(cwd)) return false
  const place = resolvePath(cwd, path)
  if (isInstalledForAll(place)) return true
  return frame.world.place.workspace.some(root => isWithin(place, root)) && !holdsBrought(place, frame)
}

/** Whether the call itself put foreign code there: `curl -o bin/ls … && PATH=bin:$PATH ls`. */
const holdsBrought = (directory: string, frame: Frame): boolean =>
  frame.recorder.effects.some(
    effect =>
      effect.kind === 'write' &&
      isKnown(effect.path) &&
      isWithin(effect.path, directory) &&
      introducedAt(effect.path, frame) !== null,
  )
