import type { ProcessSubstitutionPart, Redirect, Redirection } from 'unbash'
import { hostReadings } from '../../core/address/host-readings.ts'
import type { Effect } from '../../core/effect.ts'
import { candidatesOf, hasHole, isKnown, makeWord, partsOf, type Word, wordText } from '../../core/word.ts'
import { expandHeredoc, expandText } from '../expansion/expand.ts'
import { addOpaque, type Frame, frameWith, type Stdin, spanIn, unknownInput } from '../frame/frame.ts'
import { expandGlob } from '../frame/globs.ts'
import { copyScope, mergeScopes, type Scope } from '../frame/scope.ts'
import { locateAll } from '../frame/touch.ts'
import { printsRecords } from '../output/credential-search.ts'
import { printedPatch } from '../output/patch-source.ts'
import { printedFiles, printsNames } from '../output/printed-names.ts'
import { printsEnvironment } from '../output/printed-secret.ts'
import { hasOpener } from '../syntax/openers.ts'

/** The inputs of a command after its redirects. */
export interface Inputs {
  readonly stdin: Stdin
  readonly descriptors: ReadonlyMap<number, Stdin>
}

/** Records the files that redirects open, and returns the inputs that they leave, from the first redirect to the last. */
export function walkRedirects(redirects: readonly Redirection[], frame: Frame): Inputs {
  let inputs: Inputs = frame
  for (const redirect of redirects) inputs = withInput(walkRedirect(redirect, inputs, frame), redirect, inputs)
  return inputs
}

/** The inputs with what a redirect opened for reading, on its descriptor: 0 unless it names another. */
function withInput(opened: Stdin | null, { descriptor }: Redirection, inputs: Inputs): Inputs {
  // The shell chooses the number of `{name}<`: using it means `<&$name`, which is unknown in any case.
  if (opened === null || descriptor?.type === 'FileDescriptorVariable') return inputs
  const number = descriptor?.value ?? 0
  if (number === 0) return { stdin: opened, descriptors: inputs.descriptors }
  return { stdin: inputs.stdin, descriptors: new Map(inputs.descriptors).set(number, opened) }
}

/** The input that `<&3`, `<&-` or `0>&3` copies; null where only an output is copied: `2>&1`. */
function duplicated({ operator, descriptor }: Redirect, target: string, inputs: Inputs): Stdin | null {
  const isOutput =
    descriptor === undefined
      ? operator === '>&'
      : descriptor.type === 'FileDescriptor' && isStandardOutput(descriptor.value)
  if (isOutput) return null
  if (target === '-') return { from: 'nothing' }
  const source = Number.parseInt(target, 10)
  return source === 0 ? inputs.stdin : (inputs.descriptors.get(source) ?? unknownInput)
}

const isStandardOutput = (descriptor: number): boolean => descriptor === 1 || descriptor === 2

/** The frame of a command after its redirects. */
export const frameBehind = (redirects: readonly Redirection[], { stdin, descriptors }: Inputs, frame: Frame): Frame =>
  redirects.length === 0
    ? frame
    : frameWith(frame, { stdin, descriptors, output: outputBehind(redirects, frame.output) })

function outputBehind(redirects: readonly Redirection[], output: Frame['output']): Frame['output'] {
  const last = redirects.findLast(opensOutput)
  if (last === undefined) return output
  const text = (last.target?.text ?? '').replaceAll(/["']/g, '')
  if (text === '/dev/null' || text === '-') return 'passed on'
  if (last.operator === '>&' && /^\d+$/.test(text)) return text === '1' ? output : 'shown'
  return /^\/(dev\/(std|tty|fd\/)|proc\/[^/]+\/fd\/)/.test(text) ? 'shown' : 'written'
}

function opensOutput(redirect: Redirection): redirect is Redirect {
  if (redirect.type !== 'Redirect' || !/^&?>/.test(redirect.operator)) return false
  const { descriptor } = redirect
  return descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1)
}

/** Runs the command of these redirects. If one of them fails, the command does not run and nothing changes. */
export function behindRedirects(redirects: readonly Redirection[], scope: Scope, run: () => void): void {
  if (!redirects.some(mayFail)) return run()
  const before = copyScope(scope)
  run()
  const { onceMoved } = scope
  mergeScopes(scope, [before])
  // `cd x <&3 && …`: the next command only runs after a successful `cd`.
  scope.onceMoved = onceMoved
}

const mayFail = (redirect: Redirection): boolean =>
  redirect.type === 'Redirect' && !isSurelyOpen(redirect) && processIn(redirect) === null

/** `2>&1`, `2>&-`, `>/dev/null` cannot fail; any other descriptor may not be open. */
const isSurelyOpen = ({ operator, target }: Redirect): boolean =>
  target?.text === '/dev/null' || (/^[<>]&$/.test(operator) && /^([012]-?|-)$/.test(target?.text ?? ''))

/** `< <(…)` cannot fail to open. */
function processIn(redirect: Redirection): ProcessSubstitutionPart | null {
  const [part, ...others] = redirect.type === 'Redirect' ? (redirect.target?.parts ?? []) : []
  return part?.type === 'ProcessSubstitution' && others.length === 0 ? part : null
}

/** The input from `< <(…)`, as far as it is known. */
function processOutput({ script }: ProcessSubstitutionPart, effects: readonly Effect[], frame: Frame): Stdin {
  const lists = script === undefined ? null : printedFiles(script, effects)
  const [command, ...others] = script?.commands.map(statement => statement.command) ?? []
  const environment = script?.commands.some(({ command }) => printsEnvironment(command, effects)) === true
  return {
    from: 'pipe',
    downloads: effects.some(({ kind }) => kind === 'connect'),
    lists,
    names: lists !== null || (script !== undefined && printsNames(script, effects)),
    records: environment || printsRecords(effects),
    environment,
    patch: command?.type === 'AndOr' || others.length > 0 ? null : printedPatch(command, effects, frame),
  }
}

/** `x='$(id)'; echo a >&$x` runs `id`: bash expands a target that is not a number once more. */
function expandAgain(target: Word, redirect: Redirect, frame: Frame): void {
  const again = [target, ...candidatesOf(target)].find(
    one => hasHole(one, 'mayRun') || partsOf(one).some(part => typeof part === 'string' && hasOpener(part)),
  )
  if (again !== undefined) addOpaque(`bash expands \`${wordText(again)}\` again after \`>&\``, redirect, frame)
}

const isNumber = (word: Word): boolean =>
  !isKnown(word) && word.parts.every(part => typeof part !== 'string' && part.yields === 'number')

/** Records the file that a redirect opens, and returns it if it is opened for reading. */
function walkRedirect(redirect: Redirection, inputs: Inputs, frame: Frame): Stdin | null {
  if (redirect.type === 'HereDoc') {
    const { body } = redirect
    const text =
      redirect.delimiter?.quoted === false && body.parts !== undefined
        ? expandHeredoc(body.parts, frameWith(frame, { singleQuotes: false }))
        : body.text
    return { from: 'text', text }
  }
  const { descriptor } = redirect
  if (descriptor?.type === 'FileDescriptor' && descriptor.end - descriptor.pos > 9)
    addOpaque('a number too long to be a file descriptor', descriptor, frame)
  if (descriptor?.type === 'FileDescriptorVariable') {
    const { variables } = frame.scope
    const { name } = descriptor
    // A redirect that fails leaves an earlier value as it was.
    if (!variables.has(name)) variables.set(name, makeWord([{ hole: `$${name}`, yields: 'number' }]))
  }
  if (redirect.target === undefined) {
    addOpaque('a redirect without a target', redirect, frame)
    return null
  }
  if (redirect.target.text.startsWith('=('))
    addOpaque(`zsh runs the command in \`${redirect.target.text}\``, redirect, frame)
  const before = frame.recorder.effects.length
  const target = expandText(redirect.target, frame)
  const process = processIn(redirect)
  const fed = process === null ? null : processOutput(process, frame.recorder.effects.slice(before), frame)
  if (redirect.type === 'HereString') return { from: 'text', text: target }
  frame.recorder.mark('redirect')
  const duplicates = redirect.operator === '>&' || redirect.operator === '<&'
  if (duplicates && isKnown(target) && /^(\d+-?|-)$/.test(target)) return duplicated(redirect, target, inputs)
  // `exec {fd}>out.txt; echo hi >&$fd`: the file was judged when it was opened.
  if (duplicates && isNumber(target)) return redirect.operator === '<&' ? unknownInput : null
  if (redirect.operator === '>&') expandAgain(target, redirect, frame)
  const reads = redirect.operator === '<' || redirect.operator === '<>'
  const writes = redirect.operator !== '<' && redirect.operator !== '<&'
  const socket = isKnown(target) ? /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)/.exec(target) : null
  const span = spanIn(frame, redirect)
  const { chain, where } = frame
  if (socket !== null) {
    // A socket can be written to, even when it is opened for reading.
    for (const host of hostReadings(socket[1] ?? ''))
      frame.recorder.add({
        kind: 'connect',
        host,
        port: Number(socket[2]),
        sends: true,
        tier: 'write',
        by: null,
        span,
        chain,
        where,
      })
  } else {
    for (const path of expandGlob(target, frame)) {
      const touch = (kind: 'read' | 'write') => {
        for (const one of locateAll({ kind, path, how: redirect.operator, span, chain, where }, frame))
          frame.recorder.add(one)
      }
      if (reads) touch('read')
      if (writes) touch('write')
    }
  }
  // `<&$fd`: the descriptor is only known at run time.
  if (redirect.operator === '<&') return unknownInput
  return reads && wordText(target) !== '' ? (fed ?? { from: 'file', path: target }) : null
}
