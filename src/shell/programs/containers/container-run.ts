import { isWithin, resolvePath } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { copyOperands } from '../network/remote-copy.ts'
import { projectCommand } from './project-command.ts'

const copies = {
  commands: ['cp', 'container cp', 'compose cp'],
  remote: /^[^/.][^/]*:/,
  inside: (name: string) => ({ at: 'container', name, mounts: false }) as const,
}

/** Applies a container table; a command that it starts runs inside, and mounts give it the host's files. */
export function runEngine(table: Program, call: ProgramCall): void {
  const sorted = sortArguments(call.args, compileProgram(table))
  const mounts = sorted.options.flatMap(given => mountOf(given.spelling, given.value))
  const name = wordText(sorted.operands[0] ?? '')
  const reachesHost = mounts.length > 0 || sorted.options.some(isPrivileged)
  const isOwn = isOwnService(sorted, call) && !reachesHost
  let runsOwn = false
  const start: ProgramCall['start'] = (words, link, options) => {
    const own = isOwn ? projectCommand(words, call) : null
    if (own !== null) runsOwn = true
    const inside = own ?? words
    if (inside.length === 0) return
    call.start(inside, `${link} ${sorted.path.join(' ')}`, {
      ...options,
      where: { at: 'container', name, mounts: reachesHost, ...(isOwn ? { isOwn } : {}) },
      cwd: '/',
    })
  }
  applyTable(table, { ...call, start }, sorted)
  if (runsOwn || (!reachesHost && runsBuiltImage(table, sorted, call))) call.project(null)
  for (const mount of mounts) applyMount(mount, call)
  for (const { option, spelling, value } of sorted.options)
    if (/^(-o|--cache-to)$/.test(option.name) && sorted.path.includes('build')) writeResult(spelling, value, call)
  copyOperands(call, sorted, copies)
  if (sorted.table.table.code === 'project') {
    for (const { spelling, value } of composeFiles(sorted)) if (value !== null) call.code(value, spelling)
  }
  const isWithoutCommand = sorted.operands.length < 2 && sorted.path.at(-1) === 'exec'
  if (isWithoutCommand) call.amend({ tier: 'execute' })
}

/**
 * A service from the project's own compose file that this call has not modified: files in its working directory are the
 * project's.
 */
const isOwnService = ({ path, options }: Sorted, { name, env, frame }: ProgramCall): boolean =>
  /^compose (exec|run)$/.test([...(name.endsWith('-compose') ? ['compose'] : []), ...path].join(' ')) &&
  options.every(({ spelling }) =>
    /^(-[itTdqu]|--(interactive|tty|no-tty|user|index|rm|no-deps|build))$/.test(spelling),
  ) &&
  env.length === 0 &&
  !frame.recorder.effects.some(({ kind }) => kind === 'write' || kind === 'connect')

/** An image that this same call built from the project, under a name that has not been reassigned since. */
function runsBuiltImage(table: Program, { path, operands, options }: Sorted, { env, frame }: ProgramCall): boolean {
  const [image = ''] = operands
  if (!/^(container )?(run|create)$/.test(path.join(' ')) || !isKnown(image) || env.length > 0) return false
  if (frame.scope.variables.has('DOCKER_HOST') || frame.scope.variables.has('DOCKER_CONTEXT')) return false
  if (options.some(({ spelling }) => otherSources.test(spelling))) return false
  const earlier = frame.recorder.effects.flatMap(effect =>
    effect.kind === 'run' && engines.has(wordText(effect.program)) ? [effect] : [],
  )
  const compiled = compileProgram(table)
  const builds = earlier.filter(
    ({ code, args }) => code === 'project' && tagsOf(sortArguments(args, compiled)).includes(image),
  )
  const isNamedAgain = earlier.some(({ args }) => args.some(arg => renames.has(wordText(arg))))
  return builds.length > 0 && !isNamedAgain
}

/** Options that select another engine or image, or share other containers' resources. */
const otherSources =
  /^(-H|-c|--(host|url|context|connection|config|pull|platform|volumes-from|volume-driver|network|net|env-file))$/

const engines = new Set(['docker', 'podman', 'nerdctl'])
const renames = new Set(['tag', 'pull', 'load', 'import', 'commit', 'rename'])

const tagsOf = ({ path, options }: Sorted): readonly string[] =>
  path.at(-1) === 'build'
    ? options.flatMap(({ spelling, value }) =>
        /^(-t|--tag)$/.test(spelling) && value !== null && isKnown(value) ? [value] : [],
      )
    : []

const isPrivileged = ({ option, value }: Sorted['options'][number]): boolean =>
  option.does(value).some(does => does === 'change container/privileged')

/** The options that name the compose file. */
const composeFiles = (sorted: Sorted): Sorted['options'] =>
  sorted.options.filter(
    ({ option, spelling, value }) => /^(-f|--file)$/.test(spelling) && option.does(value).includes('read'),
  )

/** `-o DIR`, `-o type=tar,dest=FILE`, `--cache-to type=local,dest=DIR`: where a build writes its result. */
function writeResult(spelling: string, spec: Word | null, call: ProgramCall): void {
  const text = wordText(spec ?? '')
  const named = /(?:^|,)"?dest=([^,"]*)/.exec(text)?.[1]
  const path = named ?? (text.includes('=') || text === '-' || spelling === '--cache-to' ? null : text)
  if (path === null || path === '' || path === '-') return
  call.touch('write', spec !== null && isKnown(spec) ? path : hereOr(spec ?? '', path), spelling, { recursive: true })
}

interface Mount {
  readonly source: Word
  readonly spec: Word
  readonly readOnly: boolean
}

/** `-v SOURCE:TARGET[:ro]`, `--mount type=bind,src=SOURCE,dst=TARGET[,readonly]`; a bare name is a volume, not a file. */
function mountOf(spelling: string, spec: Word | null): readonly Mount[] {
  if (spec === null) return []
  const text = wordText(spec)
  if (spelling === '-v' || spelling === '--volume') {
    const [source = '', target, mode = ''] = text.split(':')
    if (target === undefined || !/^[/.~$`]/.test(source)) return []
    return [{ source: hereOr(spec, source), spec, readOnly: mode.split(',').includes('ro') }]
  }
  if (spelling !== '--mount' || !/(^|,)type=bind(,|$)/.test(text)) return []
  const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(text)?.[1] ?? ''
  return [{ source: hereOr(spec, source), spec, readOnly: /(^|,)(readonly|ro)(=true|=1)?(,|$)/.test(text) }]
}

/** `$(pwd)/src` is `./src`; any other unknown source stays unknown. */
function hereOr(spec: Word, source: string): Word {
  const here = source.replace(/^(\$\(pwd\)|`pwd`|\$PWD|\$\{PWD\})(?=\/|$)/, '.')
  return isKnown(spec) || (here !== source && !/[$`*]/.test(here)) ? here : spec
}

function applyMount({ source, spec, readOnly }: Mount, call: ProgramCall): void {
  const { frame } = call
  if (isKnown(source)) call.touch('read', source, 'mount', { recursive: true })
  const path = isKnown(source) && isKnown(frame.scope.cwd) ? resolvePath(frame.scope.cwd, source) : null
  const isOwn = path !== null && frame.world.place.workspace.some(root => isWithin(path, root))
  if (!readOnly && !isOwn) call.change('container/host-files', spec)
}
