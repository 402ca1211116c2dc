import { isSecretName } from '../../audit/secret-name.ts'
import type { Change, EnvEntry, Run, Span, Touch, Where } from '../../core/effect.ts'
import { baseName, isWithin } from '../../core/path.ts'
import type { Tier } from '../../core/tier.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { startProgram } from '../command.ts'
import type { Frame } from '../frame.ts'
import { runText } from '../run-text.ts'
import { copyScope, placeFrom, places, stand } from '../scope.ts'
import { locateAll } from '../touch.ts'
import { variableRisk } from '../variables.ts'
import { applyTable } from './apply.ts'
import { changeTier } from './change-tiers.ts'
import { findProgram } from './index.ts'

export interface Invocation {
  readonly program: Word
  readonly args: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: Span
}

/** One start of a program, with the ways in which its table may add effects. */
export interface ProgramCall extends Invocation {
  readonly name: string
  readonly frame: Frame
  readonly touch: (
    kind: Touch['kind'],
    path: Word,
    how: string,
    options?: { readonly recursive?: boolean; readonly cwd?: Word },
  ) => void
  /** A file that is renamed or moved away. */
  readonly move: (path: Word, how: string) => void
  readonly connect: (host: Word, sends: boolean) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** A command that this program starts: words, or shell text. */
  readonly start: (words: readonly Word[], link: string, options?: StartOptions) => void
  readonly script: (text: Word, link: string, options?: StartOptions) => void
  /** A file whose code runs. */
  readonly code: (path: Word, how: string) => void
  /** Code of the project that it stands in; anywhere else it is opaque. */
  readonly project: (cwd: Word | null) => void
  /** Changes the tier or the kind of code of the run itself. */
  readonly amend: (change: {
    readonly tier?: Tier
    readonly code?: Run['code']
    readonly args?: readonly Word[]
  }) => void
}

export interface StartOptions {
  readonly positional?: readonly Word[]
  readonly where?: Where
  readonly env?: readonly EnvEntry[]
  readonly cwd?: Word
  readonly isFromStdin?: boolean
}

/** Starts a program: the run itself, then what its table says about its arguments and its environment. */
export function runProgram(invocation: Invocation, frame: Frame): void {
  const { program } = invocation
  const table = isKnown(program) ? findProgram(baseName(program)) : null
  // A program that only bears a known name may be anything; what its namesake would do still counts.
  const code = table !== null && isSystemProgram(program) ? 'known' : codeOf(program, frame)
  const index = frame.recorder.add({
    kind: 'run',
    program,
    args: invocation.args,
    env: invocation.env,
    cwd: frame.scope.cwd,
    code,
    tier: table !== null && code === 'known' ? table.tier : 'execute',
    span: invocation.span,
    chain: frame.chain,
    where: frame.where,
    by: null,
  })
  const call = programCall(invocation, index, frame)
  if (!isKnown(program)) call.opaque(`a program that is not known beforehand: \`${wordText(program)}\``)
  for (const entry of invocation.env) {
    const why = variableRisk(entry, invocation.span, frame)
    if (why !== null) call.opaque(why)
  }
  if (table === null) return
  if (table.custom !== undefined) table.custom(call)
  else applyTable(table, call)
}

const systemBins = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/snap/bin',
]

/** A bare name, which the search path finds, or a path into a system's program directory. */
function isSystemProgram(program: Word): boolean {
  const text = wordText(program)
  const slash = text.lastIndexOf('/')
  return slash < 0 || systemBins.includes(text.slice(0, slash))
}

function codeOf(program: Word, frame: Frame): Run['code'] {
  if (!isKnown(program) || !program.includes('/') || frame.where.at !== 'local') return 'unknown'
  const isProject = places(frame.scope).every(place => {
    const path = placeFrom(place, program)
    const real = isKnown(path) ? (frame.world.facts.realPath(path) ?? path) : null
    return real !== null && frame.world.place.workspace.some(root => isWithin(real, root))
  })
  return isProject ? 'project' : 'unknown'
}

function programCall(invocation: Invocation, index: number, frame: Frame): ProgramCall {
  const { recorder, world, chain, where } = frame
  const origin = { span: invocation.span, chain, where, by: index }
  const name = baseName(wordText(invocation.program))
  const innerFrame = (link: string, options: StartOptions): Frame => ({
    ...frame,
    chain: [...chain, link],
    where: options.where ?? where,
    depth: frame.depth + 1,
    span: frame.span,
    scope: standingIn(options.cwd, frame.scope),
  })
  const amend: ProgramCall['amend'] = change => {
    const run = recorder.effects[index]
    if (run?.kind !== 'run') return
    // A table can call the code its project's; it cannot vouch for a program that only bears the name.
    recorder.effects[index] = {
      ...run,
      ...change,
      ...(run.code === 'known' ? {} : { code: run.code, tier: 'execute' }),
    }
  }
  const opaque: ProgramCall['opaque'] = why => void recorder.add({ kind: 'opaque', why, tier: 'execute', ...origin })
  return {
    program: invocation.program,
    args: invocation.args,
    env: invocation.env,
    span: invocation.span,
    name,
    frame,
    opaque,
    amend,
    touch: (kind, path, how, options = {}) => {
      if (recorder.isFull() || frame.looksAhead) return
      for (const touch of locateAll({ kind, path, how, ...options, ...origin }, frame)) recorder.add(touch)
    },
    move: (path, how) => {
      for (const touch of locateAll({ kind: 'delete', path, how, ...origin }, frame)) {
        const staysOwn = touch.zone === 'workspace' && !world.place.workspace.includes(wordText(touch.path))
        recorder.add(staysOwn ? { ...touch, tier: 'write' } : touch)
      }
    },
    connect: (host, asked) => {
      // Nobody sees what a connection carries that comes back by itself, or that was handed a secret.
      const sends = asked || frame.detached || invocation.env.some(({ name }) => isSecretName(name))
      recorder.add({
        kind: 'connect',
        host: hostOf(host),
        port: portOf(host),
        sends,
        tier: sends ? 'write' : 'read',
        ...origin,
      })
    },
    change: (change, target) => {
      const [system = '', action = ''] = change.split('/')
      recorder.add({
        kind: 'change',
        system,
        action,
        target,
        tier: changeTier(system, action),
        ...origin,
      } satisfies Change)
    },
    start: (words, link, options = {}) => {
      if (frame.depth >= 32) return opaque('wrappers inside one another too deep to be read')
      startProgram({ words, env: options.env ?? [], span: invocation.span }, innerFrame(link, options))
    },
    script: (text, link, options = {}) => {
      const scope = {
        ...(options.where === undefined ? {} : { where: options.where }),
        ...(options.positional === undefined ? {} : { positional: options.positional }),
        isFromStdin: options.isFromStdin ?? false,
      }
      runText(
        text,
        { link, span: invocation.span, shell: { env: invocation.env }, ...scope },
        options.cwd === undefined ? frame : innerFrame(link, options),
      )
    },
    project: cwd => {
      const touches = locateAll({ kind: 'read', path: cwd ?? '.', how: 'cwd', ...origin }, frame)
      const foreign = where.at === 'local' ? touches.find(touch => touch.zone !== 'workspace') : undefined
      if (foreign === undefined) amend({ code: 'project', tier: 'execute' })
      else opaque(`project code in \`${wordText(foreign.path)}\``)
    },
    code: (path, how) => {
      const touches = locateAll({ kind: 'read', path, how, ...origin }, frame)
      for (const touch of touches) recorder.add(touch)
      if (touches.every(touch => touch.zone === 'workspace')) amend({ code: 'project', tier: 'execute' })
      else opaque(`code in \`${wordText(path)}\``)
    },
  }
}

/** The scope of a program that is started in another directory. */
function standingIn(cwd: Word | undefined, scope: Frame['scope']): Frame['scope'] {
  if (cwd === undefined) return scope
  const moved = copyScope(scope)
  stand(
    moved,
    places(scope).map(place => placeFrom(place, cwd)),
  )
  return moved
}

/** `https://user@host:8080/x`, `git@host:x`, `host:22` or `host`: the host alone, if the address is certain that far. */
export function hostOf(address: Word): Word {
  if (!isKnown(address))
    return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#@]+)[/:?#]/i.exec(knownPrefix(address))?.[1] ?? address
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address)
  if (url !== null) return url[1] ?? address
  const scp = /^(?:[^@/\s]+@)?(\[[^\]]*\]|[^/:@\s]+)(?::|\/|$)/.exec(address)
  return scp?.[1] ?? address
}

function portOf(address: Word): number | null {
  const port = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*):(\d{1,5})(?:[/?#]|$)/i.exec(
    wordText(address),
  )
  return port === null ? null : Number(port[1])
}
