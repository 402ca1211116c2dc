import { isSecretName } from '../../../audit/redaction/secret-name.ts'
import { changeTier } from '../../../core/change-tier.ts'
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
  readonly move: (path: Word) => void
  /** `unasked`: what it sends without being told to. */
  readonly connect: (host: Word, sends: boolean, unasked?: string) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** A command that this program starts: words, or shell text. */
  readonly start: (words: readonly Word[], link: string, options?: StartOptions) => void
  readonly script: (text: Word, link: string, options?: StartOptions) => void
  /** A file whose code runs; `read` takes its text where the call itself wrote it. */
  readonly code: (path: Word, how: string, read?: (text: string) => void) => void
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
  readonly stdin?: Stdin
  readonly isFromStdin?: boolean
}

/** Starts a program: the run itself, then what its table says about its arguments and its environment. */
export function runProgram(invocation: Invocation, frame: Frame): void {
  const { program } = invocation
  const found = findTable(invocation, frame)
  const script = found === null ? scriptWords(program, frame) : null
  if (script !== null)
    return runProgram({ ...invocation, ...script, args: [...script.args, ...invocation.args] }, frame)
  // A program that only bears a known name may be anything; what its namesake would do still counts.
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
  if (!isKnown(program) && found === null)
    call.opaque(`a program that is not known beforehand: \`${wordText(program)}\``)
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

/** `./build.sh`: a file of the project, or one that this very call has put there. */
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
    else call.opaque(brought.text === null ? brought.why : `code that this call itself put there: \`${path}\``)
  }
}

/** Another language's code starts the client, or a search does so for each file: whoever only wants a page asks for it. */
const isDetour = (link: string): boolean =>
  /^(python[\d.]*|node|bun|deno|perl|ruby|php|[gmn]?awk|osascript|lua)$|^find -|^fd -/.test(link)

function codeOf(program: Word, frame: Frame): Run['code'] {
  // `NAME%%=x/y` is no assignment to bash, and no file of the project either.
  if (!isKnown(program) || !program.includes('/') || frame.where.at !== 'local') return 'unknown'
  // A text for a shell is none either: `curl https://… | sh`.
  if (/^[^/]*[=\s|;&<>$`(]/.test(program)) return 'unknown'
  const touches = locateAll({ kind: 'read', path: program, how: 'program' }, frame)
  return touches.every(touch => isProjects(touch, frame)) ? 'project' : 'unknown'
}

/** What lies in the project, or what the call itself has built out of it. */
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
    // A table can call the code its project's; it cannot vouch for a program that only bears the name.
    const isVouched = run.code === 'known'
    const code = isVouched ? (change.code ?? run.code) : run.code
    const tier = isVouched ? (change.tier ?? run.tier) : higherTier(run.tier, change.tier ?? 'read')
    const args = change.args ?? run.args
    if (code === run.code && tier === run.tier && args === run.args) return
    const { program, env, cwd, table } = run
    // Spelled out: runs of one form are read faster than those that spreading makes.
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
      // Nobody sees what a connection carries that comes back by itself, is made by a detour, was handed a secret, or
      // has in its address what was read here.
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
      if (isAddress(path)) return opaque(`code from elsewhere: \`${wordText(path)}\``)
      const touches = locateAll({ kind: 'read', path, how, ...origin }, frame)
      for (const touch of touches) recorder.add(touch)
      const brought = broughtIn(touches)
      const [first] = brought
      const isSure = brought.length === touches.length && brought.every(one => one.text === first?.text)
      if (isSure && first !== undefined && first.text !== null && read !== undefined) return read(first.text)
      if (brought.length > 0) return opaque(`code that this call itself put there: \`${wordText(path)}\``)
      const isOwn = isOwnService(where, path) || touches.every(touch => isProjects(touch, frame))
      const text = isOwn || read === undefined ? null : scratchText(touches, frame)
      if (isOwn) amend({ code: 'project', tier: 'execute' })
      else if (text !== null && read !== undefined) read(text)
      else opaque(`code in \`${wordText(path)}\``)
    },
  }
}

/** `https://host/x.yml` is no file of the project's. */
const isAddress = (path: Word): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(knownPrefix(path))

/** A path below where a service of the project's own works. */
const isOwnService = (where: Where, path: Word): boolean =>
  where.at === 'container' && where.isOwn === true && isKnown(path) && !/^[/~]|(^|\/)\.\.(\/|$)/.test(path)
