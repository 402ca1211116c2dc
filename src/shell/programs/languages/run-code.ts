import type { CodeEffect, Language } from '../../../core/code.ts'
import { expandHome, parentOf } from '../../../core/path.ts'
import {
  isKnown,
  knownPrefix,
  makeWord,
  mapPrefix,
  partsOf,
  type Word,
  withSamples,
  wordText,
} from '../../../core/word.ts'
import { expandGlob } from '../../frame/globs.ts'
import { runSallyport } from '../agents/agent-clients.ts'
import { onlyCallsShell } from '../engine/only-calls-shell.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { runFrontScript } from './front-scripts.ts'
import { loadModules, namesBeside } from './load-modules.ts'
import { isProcessOutput, isStdin, readStdin } from './shells.ts'

/** Code in the call itself. */
export interface BroughtCode {
  /** All code for one run of the program. */
  readonly texts: readonly Word[]
  readonly language: Language | null
  /** The directories that its modules are loaded from, relative to the working directory; its file's own comes first. */
  readonly bases?: readonly string[]
}

/** A script may start itself, more than once. */
const deepest = 4

/** Code in an argument or on standard input: it is read if there is a reader and the text is certain. */
export function runCode({ texts, language, bases = ['.'] }: BroughtCode, call: ProgramCall): void {
  const { frame } = call
  if (frame.recorder.isFull()) return
  if (frame.chain.filter(link => link === call.name).length >= deepest)
    return call.opaque('code that starts other code too many levels deep')
  const reader = language === null ? undefined : call.frame.world.readers?.[language]
  const effects: CodeEffect[] = []
  for (const given of texts) {
    const text = withSamples(given)
    const reading = reader === undefined || !isKnown(text) ? null : reader(text, { beside: namesBeside(bases, call) })
    frame.recorder.stray(reading?.detours ?? 0)
    // With a sample for the unknown part, reads and prints are certain; other effects may depend on the real text.
    if (reading === null || (!isKnown(given) && !reading.effects.every(isCertain))) {
      call.opaque(`${call.name} code in an argument`)
      continue
    }
    if (reading.effects.some(({ kind }) => kind === 'script') && isKnown(text) && onlyCallsShell(text))
      call.change('code/hidden', text)
    for (const effect of reading.effects) applyEffect(effect, call)
    if (reading.opaque !== null) call.opaque(`${call.name} code: ${reading.opaque}`)
    call.amend({ tier: 'read' })
    for (const effect of reading.effects) effects.push(effect)
  }
  loadModules({ effects, language, bases, code: texts.map(wordText).join('\n') }, call)
}

const isCertain = (effect: CodeEffect): boolean =>
  effect.kind === 'load' || (effect.kind === 'read' && isKnown(effect.path))

function applyEffect(effect: CodeEffect, call: ProgramCall): void {
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      // `expanduser('~/x')`: a directory that is literally named `~` is too rare to distinguish.
      for (const path of givenPaths(effect.path, call))
        call.touch(
          effect.kind,
          mapPrefix(path, start => expandHome(start, call.frame.world.place.home)),
          'code',
          { recursive: effect.recursive },
        )
      return
    case 'run':
      return call.start(effect.words, call.name)
    case 'script':
      return call.script(effect.text, call.name)
    case 'connect':
      return call.connect(effect.address, effect.sends)
    case 'change':
      return call.change(effect.change, effect.target)
    case 'load':
    case 'search':
      return
  }
}

/** The path with the words of the command line for `sys.argv[1]`, and with the names that its globs match. */
function givenPaths(path: Word, call: ProgramCall): readonly Word[] {
  if (isKnown(path)) return [path]
  const given = call.args.filter(arg => !knownPrefix(arg).startsWith('-') && !(isKnown(arg) && /[\n();]/.test(arg)))
  const at = path.parts.findIndex(part => typeof part !== 'string' && argument.test(part.hole))
  const filled =
    at < 0 || given.length === 0
      ? [path]
      : given.map(word => makeWord([...path.parts.slice(0, at), ...partsOf(word), ...path.parts.slice(at + 1)]))
  return filled.flatMap(one => expandGlob(one, call.frame))
}

const argument = /^(sys|process)\.argv\[\d+\]$/

/** A file of code, or a name for standard input or another command's output. */
export function runFile(file: Word, rest: readonly Word[], call: ProgramCall, language: Language | null): void {
  if (/(^|\/)(sallyport\/dist\/cli\.js|\.bin\/sallyport)$/.test(wordText(file)))
    return runSallyport({ ...call, args: rest })
  if (isStdin(file)) return runStdin(call, language)
  if (isProcessOutput(file)) return call.opaque('code from a process substitution')
  if (/^(https?|ftp|data):/i.test(knownPrefix(file)))
    return call.opaque(`code from outside the project: \`${wordText(file)}\``)
  runFrontScript(file, rest, call)
  const bases = [parentOf(wordText(file).replace(/^(?!\/)/, './'))]
  call.code(file, `${call.name} FILE`, text => runCode({ texts: [text], language, bases }, call))
}

/** Code on standard input: it is read if certain, else handled like a shell's. */
export function runStdin(call: ProgramCall, language: Language | null): void {
  const { stdin } = call.frame
  if (stdin.from !== 'text') return readStdin(call)
  if (stdin.hidden === true) call.change('code/hidden', stdin.text)
  runCode({ texts: [stdin.text], language }, call)
}
