import type { Assignment, Command, Word as SyntaxWord } from 'unbash'
import type { EnvEntry } from '../core/effect.ts'
import { isKnown, makeWord, type Word } from '../core/word.ts'
import { runBuiltin } from './builtins.ts'
import { isDisguised } from './disguise.ts'
import { poursEndlessly } from './endless.ts'
import { expandSubscript, expandText, expandWord } from './expand.ts'
import { type Frame, type Stdin, spanIn } from './frame.ts'
import { printedBy } from './output.ts'
import { runProgram } from './programs/run.ts'
import { walkRedirects } from './redirect.ts'
import { setVariable } from './variables.ts'
import { addChange, addOpaque, walkBody } from './walk.ts'

/** A simple command: assignments, redirects, and the program, function or builtin that its first word names. */
export function walkCommand(node: Command, frame: Frame): void {
  const env = node.prefix.flatMap(part => (part.type === 'Assignment' ? [assign(part, frame)] : []))
  const words = [
    ...(node.name === undefined ? [] : expandWord(node.name, frame)),
    ...node.args.flatMap(arg => expandArgument(arg, frame)),
  ]
  if (touchesNext(node)) addOpaque('words that may be one word', node, frame)
  if (node.name !== undefined && isDisguised(node.name, node.args.filter(isWord)))
    addChange('code/hidden', node.name, frame)
  const before = frame.recorder.effects.length
  const stdin = walkRedirects(node.redirects, frame)
  if (words.length === 0) {
    for (const entry of env) setVariable(entry, spanIn(frame, node), frame)
    return
  }
  startCommand({ words, env, span: spanIn(frame, node) }, stdin === null ? frame : { ...frame, stdin })
  keepText(node, words, stdin ?? frame.stdin, frame)
  if (poursEndlessly(frame.recorder.effects.slice(before))) addChange('files/fill', node, frame)
}

const isWord = (arg: Command['args'][number]): arg is SyntaxWord => arg.type === 'Word'

/** `cat > x.sh <<EOF`, `echo … > x.sh`: what the file then holds, for whoever runs it later in the same call. */
function keepText(node: Command, words: readonly Word[], stdin: Stdin, frame: Frame): void {
  const [redirect, ...others] = node.redirects.filter(one => one.type === 'Redirect')
  if (
    redirect === undefined ||
    others.length > 0 ||
    redirect.descriptor !== undefined ||
    !/^>\|?$/.test(redirect.operator)
  )
    return
  const [program = '', ...args] = words
  const write = frame.recorder.effects.findLast(effect => effect.kind === 'write' && effect.how === redirect.operator)
  if (write?.kind !== 'write' || !isKnown(write.path) || !isKnown(program) || !args.every(isKnown)) return
  const text = printedBy(program, args, stdin)
  if (text !== null) frame.recorder.texts.set(write.path, text)
}

/** `a<(ls)b` is one word to bash and three to the parser. */
function touchesNext(node: Command): boolean {
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args]
  return words.some((word, i) => word.end === words[i + 1]?.pos)
}

export interface Started {
  readonly words: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: { readonly start: number; readonly end: number }
}

/** Starts what the words name; wrappers come back here with the words that they wrap. */
export function startCommand(started: Started, frame: Frame): void {
  const [program, ...args] = started.words
  if (program === undefined) return
  if (isKnown(program)) {
    const body = frame.scope.functions.get(program)
    if (body !== undefined) return callFunction(program, { ...started, words: args }, frame)
    if (runBuiltin(program, { args, env: started.env, span: started.span }, frame)) return
  }
  runProgram({ program, args, env: started.env, span: started.span }, frame)
}

const maxCalls = 8

function callFunction(name: string, started: Started, frame: Frame): void {
  const body = frame.scope.functions.get(name)
  if (body === undefined) return
  if (frame.calls.includes(name) || frame.calls.length >= maxCalls) {
    const multiplies = frame.calls.includes(name) && (frame.recorder.shape.background || frame.recorder.shape.pipe)
    frame.recorder.add({
      ...(multiplies
        ? { kind: 'change', system: 'process', action: 'fork-bomb', target: name, tier: 'destructive' }
        : { kind: 'opaque', why: `function \`${name}\` that calls itself`, tier: 'execute' }),
      span: started.span,
      chain: frame.chain,
      where: frame.where,
      by: null,
    })
    return
  }
  const scope = frame.scope
  scope.called.add(name)
  const outer = scope.positional
  scope.positional = started.words
  for (const entry of started.env) scope.variables.set(entry.name, entry.value)
  walkBody(body, {
    ...frame,
    calls: [...frame.calls, name],
    chain: [...frame.chain, `${name}()`],
    depth: frame.depth + 1,
  })
  scope.positional = outer
}

function expandArgument(arg: Command['args'][number], frame: Frame): readonly Word[] {
  if (arg.type === 'Word') return expandWord(arg, frame)
  const { name, value } = assign(arg, frame)
  return [makeWord([`${name}=`, ...(isKnown(value) ? [value] : value.parts)])]
}

function assign(node: Assignment, frame: Frame): EnvEntry {
  if (node.index !== undefined) expandSubscript(node.index, frame)
  if (node.value.type === 'ArrayValue') {
    for (const element of node.value.elements) expandWord(element, frame)
    return { name: node.name, value: { parts: [{ hole: node.text, yields: 'words' }] } }
  }
  const value = expandText(node.value, frame)
  if (node.append !== true && node.index === undefined) return { name: node.name, value }
  return { name: node.name, value: { parts: [{ hole: `$${node.name}`, yields: 'text' }] } }
}
