import type { Run } from '../../core/effect.ts'
import { addedText } from '../../core/patch/patch-text.ts'
import { baseName, isWithin, resolvePath } from '../../core/path.ts'
import { isKnown, wordText } from '../../core/word.ts'
import type { Frame, Stdin } from '../frame/frame.ts'
import { fillsVariable } from './printed-secret.ts'
import { printedBy } from './printers.ts'

/** Text of the call itself that a program prints or writes, with holes spelled as in the source. */
export interface LiteralOutput {
  readonly text: string
  /** Whether it goes to the terminal, or into a file. */
  readonly isShown: boolean
  readonly isWritten: boolean
}

/** Null if the program does neither, or the text is only known at run time. */
export function literalOutput({ program, args }: Run, frame: Frame): LiteralOutput | null {
  const { output } = frame
  const name = baseName(wordText(program))
  if (!givers.has(name)) return null
  const words = args.map(wordText)
  const writes = writtenBy(name, words)
  if (writes === null && !printers.has(name)) return null
  const isWriter = writes !== null || (name === 'tee' && args.length > 0)
  const isShown = output === 'shown' && writes === null
  const isWritten = output === 'written' || isWriter
  if ((!isShown && !isWritten) || (name === 'grep' && args.some(isSilent)) || fillsVariable(name, args)) return null
  const fed = fedText(frame.stdin)
  const text = writes === null ? (textOf(name, words, fed) ?? writtenText(args, frame)) : writes(fed ?? '')
  return text === null || text === '' ? null : { text, isShown, isWritten }
}

function textOf(name: string, words: readonly string[], fed: string | null): string | null {
  const printed = printedBy(name, words, fed === null ? { from: 'nothing' } : { from: 'text', text: fed })
  return printed ?? (name === 'printf' || name === 'echo' ? words.join('\n') : fed)
}

function fedText(stdin: Stdin): string | null {
  if (stdin.from === 'text') return wordText(stdin.text)
  return stdin.from === 'pipe' && stdin.leftOf !== undefined ? wordText(stdin.leftOf) : null
}

/** Text that this call wrote into files outside the project and prints again. */
function writtenText(args: Run['args'], { recorder, scope, world }: Frame): string | null {
  if (recorder.texts.size === 0 || !isKnown(scope.cwd)) return null
  const { cwd } = scope
  const paths = args.filter(isKnown).map(arg => resolvePath(cwd, arg))
  const texts = paths
    .filter(path => !world.place.workspace.some(root => isWithin(path, root)))
    .flatMap(path => recorder.texts.get(path) ?? [])
  return texts.length === 0 ? null : texts.join('\n')
}

/** `grep -q`, `grep -c`: prints at most a count or file names. */
const isSilent = (arg: Run['args'][number]): boolean =>
  isKnown(arg) && /^-[a-zA-Z]*[qclL]|^--(quiet|silent|count|files)/.test(arg)

/** The text that a program writes into a file without printing it, as a function of its input; null for other programs. */
function writtenBy(name: string, words: readonly string[]): ((fed: string) => string) | null {
  if (writers.has(name)) return fed => fed
  if (patchers.has(name) && (name !== 'git' || /^(apply|am)$/.test(words[0] ?? '')))
    return fed => addedText([...words, fed].join('\n'))
  if (name === 'sed' && words.some(arg => /^(-[a-zA-Z]*i|--in-place)/.test(arg)))
    return () => words.map(insertedBy).join('\n\n')
  return null
}

const writers = new Set(['dd', 'sponge', 'ed', 'ex'])
const patchers = new Set(['apply_patch', 'applypatch', 'patch', 'git'])

/** The text that one sed command inserts: `1i text`, `s/x/text/`. */
function insertedBy(script: string): string {
  const command = script.replace(address, '')
  if (/^[aic]/.test(command)) return command.slice(1)
  return command.startsWith('s') ? (command.slice(2).split(command.charAt(1))[1] ?? '') : ''
}

const address = /^\s*(?:\d+|\$|\/(?:\\.|[^/\\])*\/)(?:,(?:\d+|\$|\/(?:\\.|[^/\\])*\/))?\s*/

/** Programs that print their arguments or their input. */
const printers = new Set([
  ...['echo', 'printf', 'cat', 'tac', 'tee', 'bat', 'less', 'more', 'head', 'tail', 'nl', 'sort', 'uniq', 'column'],
  ...['fold', 'fmt', 'tr', 'cut', 'sed', 'awk', 'grep', 'base64', 'xxd', 'rev', 'envsubst'],
])

const givers: ReadonlySet<string> = new Set([...printers, ...writers, ...patchers])
