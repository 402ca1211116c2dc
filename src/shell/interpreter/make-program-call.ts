import { isLoopback, type Target, targetsOf } from '../../core/address/read-address.ts'
import { changeTier } from '../../core/change-tier.ts'
import type { Run, Touch, Where } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { isSecretName } from '../../core/secret-name.ts'
import { higherTier } from '../../core/tier.ts'
import { candidatesOf, hasHole, isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { anyFile } from '../../guard/locate.ts'
import { addressSigns } from '../addresses/address-signs.ts'
import { type Frame, frameWith } from '../frame/frame.ts'
import { listedProtected } from '../frame/listed-protected.ts'
import { listedSecret } from '../frame/listed-secret.ts'
import { standingIn } from '../frame/scope.ts'
import { locateAll } from '../frame/touch.ts'
import { isPlainSearch, looksUpNames } from '../output/credential-search.ts'
import { judgeWrittenBuildFiles } from '../programs/building/written-build-files.ts'
import { carriesLocalData, isPublicHost } from '../programs/engine/local-data.ts'
import type { Invocation, ProgramCall, StartOptions } from '../programs/engine/program-call.ts'
import { findProgram } from '../programs/find-program.ts'
import { fedCode, isStdin } from '../programs/languages/shells.ts'
import { isBuiltHere } from '../provenance/built-code.ts'
import { deleteTier, moved } from '../provenance/delete-tier.ts'
import {
  type IntroducedCode,
  introducedAmong,
  introducedAt,
  introducedIntoProject,
} from '../provenance/introduced-code.ts'
import { scratchText } from '../provenance/scratch-script.ts'

/** One start of a program: the functions by which its table records effects, bound to the run at `index`. */
export function makeProgramCall(invocation: Invocation, index: number, frame: Frame): ProgramCall {
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
    // The fields are spelled out because V8 reads objects of one shape faster.
    const amended: Run = { kind: 'run', program, args, env, cwd, code, tier, span, chain, where, by: run.by }
    recorder.amend(index, table === undefined ? amended : { ...amended, table })
  }
  const opaque: ProgramCall['opaque'] = why =>
    void recorder.add({ kind: 'opaque', why, tier: 'execute', span, chain, where, by: index })
  const change: ProgramCall['change'] = (what, target) => {
    const slash = what.indexOf('/')
    const system = what.slice(0, slash)
    const action = what.slice(slash + 1)
    const tier = changeTier(system, action)
    recorder.add({ kind: 'change', system, action, target, tier, span, chain, where, by: index })
  }
  /** A search for a plain word shows next to nothing of a file that it finds by chance. */
  const withListed = (touch: Touch): Touch => {
    if (where.at !== 'local') return touch
    if (touch.kind === 'write' && touch.sensitive === null) {
      const sensitive = listedProtected(touch, frame)
      return sensitive === null ? touch : { ...touch, sensitive }
    }
    if (touch.kind !== 'read') return touch
    if (touch.sensitive === 'environment file' && looksUpNames(name, invocation.args))
      return { ...touch, sensitive: null }
    const isKnownToUser = index === 0 && isUserVariable(touch.path)
    if (isPlainSearch(name, invocation.args) || isKnownToUser)
      return touch.sensitive === anyFile ? { ...touch, sensitive: null } : touch
    if (touch.sensitive !== null) return touch
    const sensitive = listedSecret(touch, frame)
    return sensitive === null ? touch : { ...touch, sensitive }
  }
  const broughtIn = (
    touches: readonly Touch[],
    look: typeof introducedIntoProject = introducedAt,
  ): readonly IntroducedCode[] =>
    where.at !== 'local'
      ? []
      : touches.flatMap(({ path }) => (isKnown(path) ? (look(path, frame) ?? []) : introducedAmong(path, frame)))
  const call: ProgramCall = {
    program: invocation.program,
    args: invocation.args,
    env: invocation.env,
    span,
    name,
    frame,
    findProgram,
    opaque,
    amend,
    touch: (kind, path, how, options = {}) => {
      if (recorder.isFull() || frame.looksAhead) return
      const { recursive, cwd } = options
      for (const touch of locateAll({ kind, path, how, recursive, cwd, span, chain, where, by: index }, frame))
        recorder.add(kind === 'delete' ? { ...touch, tier: deleteTier(touch, frame) } : withListed(touch))
    },
    move: path => {
      for (const touch of locateAll({ kind: 'delete', path, how: moved, ...origin }, frame)) {
        const staysOwn = touch.zone === 'workspace' && !world.place.workspace.includes(wordText(touch.path))
        recorder.add(staysOwn ? { ...touch, tier: 'write' } : touch)
      }
    },
    connect: (address, asked, more = {}) => {
      const targets = possibleTargets(address)
      const { disguise, showsSecrets, tells, rawScheme } = addressSigns(address, targets)
      // A connection counts as sending data if it runs in the background, starts from code in another language, gets a
      // secret in its environment, or has a secret or local data in its address.
      const isLocal = isLoopback(address)
      const isUnseen =
        tells ||
        chain.some(isDetour) ||
        invocation.env.some(({ name }) => isSecretName(name)) ||
        (carriesLocalData(address) && (hasHole(address, 'secret') || !targets.every(({ host }) => isPublicHost(host))))
      const sends = asked || frame.detached || (!isLocal && isUnseen)
      if (showsSecrets) change('secrets/read', address)
      if (disguise !== null) opaque(`${disguise}: \`${wordText(address)}\``)
      if (rawScheme !== null) opaque(`\`${rawScheme}\` sends raw bytes to a service: \`${wordText(address)}\``)
      for (const { host, port } of targets)
        recorder.add({
          kind: 'connect',
          host,
          port,
          sends,
          ...more,
          tier: sends ? 'write' : 'read',
          ...origin,
        })
    },
    change,
    start: (words, link, options = {}) => {
      if (frame.depth >= 32) return opaque('too many nested wrappers')
      frame.interpreter.startProgram(
        { words, env: options.env ?? [], span: invocation.span },
        innerFrame(link, options),
      )
    },
    script: (text, link, options = {}) => {
      const scope = {
        ...(options.where === undefined ? {} : { where: options.where }),
        ...(options.positional === undefined ? {} : { positional: options.positional }),
        isFromStdin: options.isFromStdin ?? false,
        ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
      }
      frame.interpreter.runText(
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
      else if (foreign === undefined) {
        amend({ code: 'project', tier: 'execute' })
        for (const { path } of touches) if (isKnown(path)) judgeWrittenBuildFiles(path, call)
      } else opaque(`project code in \`${wordText(foreign.path)}\``)
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
  return call
}

/** The targets of each address that the word may expand to: `http://${x:-localhost}/`. */
function possibleTargets(address: Word): readonly Target[] {
  const found = new Map<string, Target>()
  for (const candidate of [...candidatesOf(address), ...(isKnown(address) ? [] : [address])])
    for (const target of targetsOf(candidate)) found.set(`${wordText(target.host)} ${target.port}`, target)
  return [...found.values()]
}

/** `https://host/x.yml` is an address, not a file of the project. */
const isAddress = (path: Word): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(knownPrefix(path))

/** A relative path inside a container of the project's own service. */
const isOwnService = (where: Where, path: Word): boolean =>
  where.at === 'container' && where.isOwn === true && isKnown(path) && !/^[/~]|(^|\/)\.\.(\/|$)/.test(path)

/** Whether code in another language, or a search over files, starts the client: a plain request needs no such detour. */
const isDetour = (link: string): boolean =>
  /^(python[\d.]*|node|bun|deno|perl|ruby|php|[gmn]?awk|osascript|lua)$|^find -|^fd -/.test(link)

/** Whether a file belongs to the project, or was built from it by this call. */
export const isProjects = ({ zone, path }: Touch, frame: Frame): boolean =>
  zone === 'workspace' || (zone === 'scratch' && isKnown(path) && isBuiltHere(path, frame))

/**
 * Whether a path is the value of a variable that the call's first command gets from the user's environment: nothing in the
 * call can have set it. A variable whose name suggests credentials still asks.
 */
const isUserVariable = (path: Word): boolean =>
  !isKnown(path) &&
  path.parts.length === 1 &&
  path.parts.every(part => typeof part !== 'string' && /^\$\{?[A-Z][A-Z0-9_]*\}?$/.test(part.hole)) &&
  !/CRED|SECRET|TOKEN|KEY|PASS|AUTH|CONFIG|RC\b|HISTFILE/.test(wordText(path))
