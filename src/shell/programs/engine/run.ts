import { isSecretName } from '../../../audit/redaction/secret-name.ts'
import type { EnvEntry, Run, Span, Touch, Where } from '../../../core/effect.ts'
import { baseName, resolvePath } from '../../../core/path.ts'
import { higherTier, type Tier } from '../../../core/tier.ts'
import { hasHole, isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { isEmptyHome, variableRisk } from '../../expansion/variables.ts'
import { type Frame, frameWith, type Stdin } from '../../frame/frame.ts'
import { placeFrom, places, standingIn } from '../../frame/scope.ts'
import { locateAll } from '../../frame/touch.ts'
import { startProgram } from '../../interpreter/command.ts'
import { runText } from '../../interpreter/run-text.ts'
import { soughtCredential } from '../../output/credential-search.ts'
import { filesEmptiedBy, recordEmptied } from '../../output/emptied-files.ts'
import { hidesNames, printedSecret } from '../../output/printed-secret.ts'
import { isBuiltHere } from '../../provenance/built-code.ts'
import {
  type IntroducedCode,
  introducedAmong,
  introducedAt,
  introducedIntoProject,
} from '../../provenance/introduced-code.ts'
import { isShellScript, readProjectScript } from '../../provenance/project-script.ts'
import { scratchText, scriptWords } from '../../provenance/scratch-script.ts'
import { fedCode, isStdin } from '../languages/shells.ts'
import { readPackageScript } from '../packages/package-scripts.ts'
import { hostOf, portOf } from './address.ts'
import { addressDisguise } from './address-disguise.ts'
import { applyTable } from './apply.ts'
import { changeTier } from './change-tiers.ts'
import { deleteTier, moved } from './delete-tier.ts'
import { findTable } from './find-table.ts'
import { withOptions } from './given-options.ts'
import { addressWithLocalData, carriesLocalData, isPublicHost } from './local-data.ts'
import { isLoopback } from './loopback.ts'
import { mayBeOption } from './may-be-option.ts'
import { recordInstructions } from './record-instructions.ts'

export interface Invocation {
  readonly program: Word
  readonly args: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: Span
}

/** One start of a program, with the functions by which its table adds effects. */
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
  readonly move: (path: Word) => void
  /** `unasked`: data that it sends without being told to. */
  readonly connect: (host: Word, sends: boolean, unasked?: string) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** A command that this program starts: words, or shell text. */
  readonly start: (words: readonly Word[], link: string, options?: StartOptions) => void
  readonly script: (text: Word, link: string, options?: StartOptions) => void
  /** A file whose code runs; `read` gets its text if the call itself wrote it. */
  readonly code: (path: Word, how: string, read?: (text: string) => void) => void
  /** Code of the project in the working directory; outside the workspace it is opaque. */
  readonly project: (cwd: Word | null) => void
  /** Changes the tier of the run itself, or its kind of code. */
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
  readonly stdin?: Stdin
  readonly isFromStdin?: boolean
}

/** Starts a program: records the run itself, then applies its table to its arguments and environment. */
export function runProgram(invocation: Invocation, frame: Frame): void {
  const { program } = invocation
  const found = findTable(invocation, frame)
  const script = found === null ? scriptWords(program, frame) : null
  if (script !== null)
    return runProgram({ ...invocation, ...script, args: [...script.args, ...invocation.args] }, frame)
  // Another program of a known name may do anything; the effects of the known one still count.
  const code = found?.vouches === true ? 'known' : codeOf(program, frame)
  const run: Run = {
    kind: 'run',
    program,
    args: invocation.args,
    env: invocation.env,
    cwd: frame.scope.cwd,
    code,
    tier: found?.vouches === true ? found.table.tier : 'execute',
    span: invocation.span,
    chain: frame.chain,
    where: frame.where,
    by: null,
  }
  const from = found?.from ?? null
  const index = frame.recorder.add(from === null ? run : { ...run, table: from })
  const args = withOptions(found?.table, invocation, frame)
  const call = programCall({ ...invocation, args }, index, frame)
  if (!isKnown(program) && found === null) call.opaque(`a program only known at run time: \`${wordText(program)}\``)
  for (const entry of invocation.env) {
    const why = isEmptyHome(entry, frame) ? null : variableRisk(entry, invocation.span, frame)
    if (why !== null) call.opaque(why)
  }
  if (code === 'project') runOwnProgram(call)
  if (found === null) return
  if (found.table.custom !== undefined) found.table.custom(call)
  else applyTable(found.table, call)
  const option = mayBeOption(found.table, args, call.name)
  if (option !== null) call.opaque(option)
  const amended = frame.recorder.effects[index]
  if (amended?.kind !== 'run') return
  if (amended.code === 'project' && scriptRunners.has(call.name)) readPackageScript(call)
  const derived = () => frame.recorder.effects.slice(index + 1).filter(effect => effect.by === index)
  const sought = soughtCredential(amended, derived, frame.stdin.from === 'pipe' && frame.stdin.records)
  if (sought !== null) call.change('secrets/search', sought)
  const printed = printedSecret(amended, frame.stdin)
  if (printed !== null) call.change('secrets/read', printed)
  if (frame.stdin.from === 'pipe' && frame.stdin.environment && hidesNames(amended)) call.change('secrets/read', null)
  recordInstructions(amended, call)
  const carried = addressWithLocalData(call.name, args)
  if (carried !== null && !derived().some(effect => effect.kind === 'connect' && effect.sends))
    call.connect(carried, false)
  recordEmptied(filesEmptiedBy(amended, derived, frame.stdin), invocation.span, frame)
}

const scriptRunners = new Set(['npm', 'pnpm', 'yarn', 'bun'])

/** `./build.sh`: a file of the project, or one that this same call created. */
function runOwnProgram(call: ProgramCall): void {
  const { frame, program, span, args } = call
  for (const place of places(frame.scope)) {
    const path = resolvePath('/', wordText(placeFrom(place, program)))
    const brought = introducedAt(path, frame)
    if (brought === null) {
      const text = frame.isProject ? null : frame.world.facts.text(path)
      if (text !== null && isShellScript(path, text))
        readProjectScript(text, { link: baseName(path), span, positional: args }, frame)
    } else if (brought.text !== null && isShellScript(path, brought.text))
      call.script(brought.text, baseName(path), { positional: args })
    else
      call.opaque(brought.text === null ? brought.why : `code downloaded or written by this same command: \`${path}\``)
  }
}

/**
 * The client is started from another language's code, or by a search for each file; a plain request needs no such detour.
 */
const isDetour = (link: string): boolean =>
  /^(python[\d.]*|node|bun|deno|perl|ruby|php|[gmn]?awk|osascript|lua)$|^find -|^fd -/.test(link)

function codeOf(program: Word, frame: Frame): Run['code'] {
  // Bash does not treat `NAME%%=x/y` as an assignment, and it is not a project file either.
  if (!isKnown(program) || !program.includes('/') || frame.where.at !== 'local') return 'unknown'
  // Neither is shell text: `curl https://… | sh`.
  if (/^[^/]*[=\s|;&<>$`(]/.test(program)) return 'unknown'
  const touches = locateAll({ kind: 'read', path: program, how: 'program' }, frame)
  return touches.every(touch => isProjects(touch, frame)) ? 'project' : 'unknown'
}

/** A file in the project, or one that the call itself built from it. */
const isProjects = ({ zone, path }: Touch, frame: Frame): boolean =>
  zone === 'workspace' || (zone === 'scratch' && isKnown(path) && isBuiltHere(path, frame))

function programCall(invocation: Invocation, index: number, frame: Frame): ProgramCall {
  const { recorder, world, chain, where } = frame
  const { span } = invocation
  const origin = { span, chain, where, by: index }
  const name = baseName(wordText(invocation.program))
  const innerFrame = (link: string, options: StartOptions): Frame =>
    frameWith(frame, {
      chain: [...chain, link],
      where: options.where ?? where,
      depth: frame.depth + 1,
      stdin: options.stdin ?? frame.stdin,
      scope: standingIn(options.cwd, frame.scope),
    })
  const amend: ProgramCall['amend'] = change => {
    const run = recorder.effects[index]
    if (run?.kind !== 'run') return
    // A table can mark the code as the project's; it cannot vouch for another program of the same name.
    const isVouched = run.code === 'known'
    const code = isVouched ? (change.code ?? run.code) : run.code
    const tier = isVouched ? (change.tier ?? run.tier) : higherTier(run.tier, change.tier ?? 'read')
    const args = change.args ?? run.args
    if (code === run.code && tier === run.tier && args === run.args) return
    const { program, env, cwd, table } = run
    // Spelled out because objects of one shape are faster to read than spread ones.
    const amended: Run = { kind: 'run', program, args, env, cwd, code, tier, span, chain, where, by: run.by }
    recorder.amend(index, table === undefined ? amended : { ...amended, table })
  }
  const opaque: ProgramCall['opaque'] = why =>
    void recorder.add({ kind: 'opaque', why, tier: 'execute', span, chain, where, by: index })
  const broughtIn = (
    touches: readonly Touch[],
    look: typeof introducedIntoProject = introducedAt,
  ): readonly IntroducedCode[] =>
    where.at !== 'local'
      ? []
      : touches.flatMap(({ path }) => (isKnown(path) ? (look(path, frame) ?? []) : introducedAmong(path, frame)))
  return {
    program: invocation.program,
    args: invocation.args,
    env: invocation.env,
    span,
    name,
    frame,
    opaque,
    amend,
    touch: (kind, path, how, options = {}) => {
      if (recorder.isFull() || frame.looksAhead) return
      const { recursive, cwd } = options
      for (const touch of locateAll({ kind, path, how, recursive, cwd, span, chain, where, by: index }, frame))
        recorder.add(kind === 'delete' ? { ...touch, tier: deleteTier(touch, frame) } : touch)
    },
    move: path => {
      for (const touch of locateAll({ kind: 'delete', path, how: moved, ...origin }, frame)) {
        const staysOwn = touch.zone === 'workspace' && !world.place.workspace.includes(wordText(touch.path))
        recorder.add(staysOwn ? { ...touch, tier: 'write' } : touch)
      }
    },
    connect: (host, asked, unasked) => {
      // The user cannot see the data of a connection that runs detached or through a detour, has a secret in its
      // environment, or has local data in its address.
      const isLocal = isLoopback(hostOf(host))
      const isUnseen =
        chain.some(isDetour) ||
        invocation.env.some(({ name }) => isSecretName(name)) ||
        (carriesLocalData(host) && (hasHole(host, 'secret') || !isPublicHost(hostOf(host))))
      const sends = asked || frame.detached || (!isLocal && isUnseen)
      const disguise = addressDisguise(knownPrefix(host))
      if (disguise !== null) opaque(`${disguise}: \`${wordText(host)}\``)
      recorder.add({
        kind: 'connect',
        host: hostOf(host),
        port: portOf(host),
        sends,
        ...(unasked === undefined ? {} : { unasked }),
        tier: sends ? 'write' : 'read',
        ...origin,
      })
    },
    change: (change, target) => {
      const slash = change.indexOf('/')
      const system = change.slice(0, slash)
      const action = change.slice(slash + 1)
      const tier = changeTier(system, action)
      recorder.add({ kind: 'change', system, action, target, tier, span, chain, where, by: index })
    },
    start: (words, link, options = {}) => {
      if (frame.depth >= 32) return opaque('too many nested wrappers')
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
      const brought = [...broughtIn(touches), ...broughtIn(touches, introducedIntoProject)].find(
        one => one.text === null,
      )
      const foreign = where.at === 'local' ? touches.find(touch => touch.zone !== 'workspace') : undefined
      if (brought?.text === null) opaque(brought.why)
      else if (foreign === undefined) amend({ code: 'project', tier: 'execute' })
      else opaque(`project code in \`${wordText(foreign.path)}\``)
    },
    code: (path, how, read) => {
      if (isStdin(path)) return opaque(fedCode(name, frame))
      if (isAddress(path)) return opaque(`code from outside the project: \`${wordText(path)}\``)
      const touches = locateAll({ kind: 'read', path, how, ...origin }, frame)
      for (const touch of touches) recorder.add(touch)
      const brought = broughtIn(touches)
      const [first] = brought
      const isSure = brought.length === touches.length && brought.every(one => one.text === first?.text)
      if (isSure && first !== undefined && first.text !== null && read !== undefined) return read(first.text)
      if (brought.length > 0) return opaque(`code downloaded or written by this same command: \`${wordText(path)}\``)
      const isOwn = isOwnService(where, path) || touches.every(touch => isProjects(touch, frame))
      const text = isOwn || read === undefined ? null : scratchText(touches, frame)
      if (isOwn) amend({ code: 'project', tier: 'execute' })
      else if (text !== null && read !== undefined) read(text)
      else opaque(`code in \`${wordText(path)}\``)
    },
  }
}

/** `https://host/x.yml` is not a file of the project. */
const isAddress = (path: Word): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(knownPrefix(path))

/** A path below the working directory of the project's own service. */
const isOwnService = (where: Where, path: Word): boolean =>
  where.at === 'container' && where.isOwn === true && isKnown(path) && !/^[/~]|(^|\/)\.\.(\/|$)/.test(path)
