import type { Command } from 'unbash'
import type { Effect, Touch } from '../../core/effect.ts'
import { isWithin } from '../../core/path.ts'
import { isKnown, type Word } from '../../core/word.ts'
import type { Frame, Stdin } from '../frame/frame.ts'
import { introducedAt } from '../provenance/introduced-code.ts'
import { printedBy } from './printers.ts'

interface Ran {
  readonly node: Command
  readonly words: readonly Word[]
  readonly stdin: Stdin
  /** The number of effects before the command. */
  readonly before: number
}

/**
 * Remembers the text that a command wrote into files, where it is certain, in case the same call runs those files later.
 */
export function rememberWrittenText(ran: Ran, frame: Frame): void {
  const { node, words, before } = ran
  const [program = '', ...args] = words
  if (!isKnown(program) || !args.every(isKnown) || frame.scope.functions.has(program)) return
  const [redirect, ...others] = node.redirects.filter(one => one.type === 'Redirect')
  const writes = frame.recorder.effects.slice(before).filter(isKnownWrite)
  if (writes.length === 0) return
  if (program === 'tee') keepTee(args, ran, writes, frame)
  else if (program === 'cp' || program === 'mv') keepCopy(args, ran, writes, frame)
  if (redirect === undefined || others.length > 0 || redirect.descriptor !== undefined) return
  const text = /^>[>|]?$/.test(redirect.operator) ? printedBy(program, args, ran.stdin) : null
  if (text === null) return
  for (const { path, how } of writes)
    if (how === redirect.operator) keep({ path, text, appends: how === '>>', before }, frame)
}

/** `tee x.py <<EOF`. */
function keepTee(args: readonly string[], { stdin, before }: Ran, writes: readonly KnownWrite[], frame: Frame): void {
  if (stdin.from !== 'text' || !isKnown(stdin.text)) return
  const appends = args.some(arg => /^(-[a-z]*a[a-z]*|--a.*)$/.test(arg))
  for (const { path, by } of writes) if (by !== null) keep({ path, text: stdin.text, appends, before }, frame)
}

/** `cp /tmp/x.py x.py`: the copy has the file's content. */
function keepCopy(args: readonly string[], { before }: Ran, writes: readonly KnownWrite[], frame: Frame): void {
  const [write, ...others] = writes
  const sources = frame.recorder.effects
    .slice(before)
    .filter((effect): effect is Touch => effect.kind === 'read' || effect.kind === 'delete')
  const [source] = sources
  if (write === undefined || source === undefined || others.length > 0 || sources.length > 1 || args.length > 2) return
  const held = isKnown(source.path) ? (introducedAt(source.path, frame)?.text ?? null) : null
  if (held !== null && !write.recursive) keep({ path: write.path, text: held, appends: false, before }, frame)
}

interface Kept {
  readonly path: string
  readonly text: string
  readonly appends: boolean
  readonly before: number
}

function keep({ path, text, appends, before }: Kept, frame: Frame): void {
  const old = appends ? oldText(path, before, frame) : ''
  if (old !== null) frame.recorder.texts.set(path, old + text)
}

/**
 * The current text of a file that is appended to; null if unknown. A Python file of the project is project code, so only
 * its imports matter to the appended text.
 */
function oldText(path: string, before: number, frame: Frame): string | null {
  const { recorder, world } = frame
  const earlier = { world, recorder: { effects: recorder.effects.slice(0, before), texts: recorder.texts } }
  // A loop appends it several times.
  if (frame.loops > 0 || introducedAt(path, earlier) !== null) return null
  if (world.facts.kind(path) === 'missing') return ''
  const text = world.facts.text(path)
  if (text === null) return null
  const isOwn = path.endsWith('.py') && world.place.workspace.some(root => isWithin(path, root))
  const whole = text.endsWith('\n') ? text : `${text}\n`
  return isOwn ? (whole.match(imports) ?? []).join('') : whole
}

const imports = /^(from\s+\S+\s+import\s+\([^)]*\)|(from|import)\s).*\n/gm

type KnownWrite = Touch & { readonly path: string }

const isKnownWrite = (effect: Effect): effect is KnownWrite => effect.kind === 'write' && isKnown(effect.path)
