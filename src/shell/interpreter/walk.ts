import type {
  AndOr,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Coproc,
  Function as FunctionNode,
  ParsedScript,
  PipelineNode,
  Statement,
  TestExpression,
} from 'unbash'
import { assertNever } from '../../core/assert-never.ts'
import { changeTier } from '../../core/change-tier.ts'
import type { Effect } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import { hasHole, isKnown, makeWord, type Word, wordText } from '../../core/word.ts'
import { evaluateText, visitArithmetic } from '../expansion/arithmetic.ts'
import { expandText, expandWord } from '../expansion/expand.ts'
import { evaluateInteger, setUnseen } from '../expansion/variables.ts'
import { addOpaque, type Frame, frameWith, type Stdin, spanIn, unknownInput } from '../frame/frame.ts'
import { isOneName } from '../frame/globs.ts'
import type { SubstitutionNode } from '../frame/interpreter.ts'
import {
  copyScope,
  forgetAll,
  leaveUntouched,
  madeFrom,
  mergeScopes,
  type Scope,
  stand,
  unknownVariable,
} from '../frame/scope.ts'
import { printsRecords } from '../output/credential-search.ts'
import { recordEmptiedInLoop } from '../output/emptied-files.ts'
import { exhausts, isEndless, type Loop } from '../output/endless.ts'
import { listedBy } from '../output/listing.ts'
import { passesOwnProcesses } from '../output/own-processes.ts'
import { packedToOutput } from '../output/packed-secret.ts'
import { printedPatch } from '../output/patch-source.ts'
import { passesNames } from '../output/printed-names.ts'
import { printsEnvironment } from '../output/printed-secret.ts'
import { decodes } from '../output/printers.ts'
import { walkCommand } from './command.ts'
import { commandOutput, silenced } from './command-output.ts'
import { behindRedirects, frameBehind, walkRedirects } from './redirect.ts'
import { isZshPath } from './variable-risk.ts'

/** Walks every command of a script, in the order in which bash reads them. */
export function walkScript(script: ParsedScript, frame: Frame): void {
  if (frame.depth > limits.shellDepth) return addOpaque('commands are nested too deep to analyse', script, frame)
  for (const error of script.errors ?? []) {
    frame.recorder.fault({ code: 'shell_unparsed', message: `the command does not parse: ${error.message}` })
    addOpaque(`the text does not parse: ${error.message}`, { pos: error.pos, end: script.end }, frame)
  }
  walkStatements(script.commands, frame)
}

/** Walks the script inside `$( )`, backticks, `<( )` or `>( )`, which runs in a subshell. */
export function walkSubstitution(node: SubstitutionNode, frame: Frame): void {
  const { script } = node
  frame.recorder.mark('substitution')
  if (script === undefined) return addOpaque(`the substitution \`${node.text}\` does not parse`, node, frame)
  const span = script.source === undefined ? frame.span : spanIn(frame, node)
  const link = substitutionName(node.text)
  const isBeside = frame.isBeside || link === 'process substitution'
  const output = node.text.startsWith('>') ? frame.output : 'passed on'
  const changes = { assigns: false, isBeside, output, span, chain: [...frame.chain, link] } as const
  walkScript(script, frameWith(inner(frame), changes))
}

const substitutionName = (text: string): string =>
  text.startsWith('`') || text.startsWith('$') ? 'command substitution' : 'process substitution'

/** A copy of the frame: changes to its scope are dropped. */
const inner = (frame: Frame): Frame => frameWith(frame, { scope: copyScope(frame.scope), depth: frame.depth + 1 })

const noInput: Stdin = { from: 'nothing' }

/** Commands that share an input each read a part of it. */
const sharing = (frame: Frame): Frame =>
  frame.stdin.from === 'text' ? frameWith(frame, { stdin: restOf(frame.stdin.text) }) : frame

function restOf(text: Word): Stdin {
  if (hasHole(text, 'secret'))
    return { from: 'text', text: makeWord([madeFrom({ hole: wordText(text), yields: 'text' }, [text])]) }
  return { ...unknownInput, leftOf: text }
}

/** Records a change that follows from the form of the command. */
export function addChange(
  change: `${string}/${string}`,
  node: { readonly pos: number; readonly end: number; readonly text?: string },
  frame: Frame,
): void {
  const [system = '', action = ''] = change.split('/')
  frame.recorder.add({
    kind: 'change',
    system,
    action,
    target: node.text ?? null,
    tier: changeTier(system, action),
    span: spanIn(frame, node),
    chain: frame.chain,
    where: frame.where,
    by: null,
  })
}

function walkStatements(statements: readonly Statement[], outer: Frame): void {
  if (statements.length > 1) outer.recorder.mark('chain')
  const frame = statements.length > 1 ? sharing(outer) : outer
  for (const statement of statements) {
    if (frame.recorder.isFull()) return
    frame.recorder.step()
    if (statement.background === true) frame.recorder.mark('background')
    const target = statement.background === true ? frameWith(inner(frame), { stdin: noInput, detached: true }) : frame
    const { command } = statement
    if (command.type === 'AndOr') walkAndOr(command, target)
    else walkPipeline(command, target)
  }
}

/** `a && b || c`: the first part runs, each other one may. Afterwards only values that hold in every case are known. */
function walkAndOr(node: AndOr, outer: Frame): void {
  outer.recorder.mark('chain')
  const frame = sharing(outer)
  let last = frame.scope
  let isAnd = true
  for (const [i, part] of node.commands.entries()) {
    if (i === 0) {
      walkPipeline(part, frame)
      continue
    }
    if (frame.recorder.isFull()) return
    frame.recorder.step()
    const operator = node.operators[i - 1]
    const moves = i === 1 && isMove(node.commands[0], frame.scope)
    isAnd &&= operator === '&&'
    const scope = copyScope(isAnd ? last : frame.scope)
    if (isAnd && isMove(node.commands[i - 1], scope)) scope.elsewhere = scope.onceMoved
    walkPipeline(part, frameWith(frame, { scope }))
    if (!endsShell(part, scope)) mergeScopes(frame.scope, [scope])
    // `cd x || exit`: after it, the `cd` has succeeded.
    else if (operator === '||' && moves) frame.scope.elsewhere = frame.scope.onceMoved
    last = scope
  }
}

const isMove = (node: PipelineNode | undefined, scope: Scope): boolean =>
  node?.type === 'Command' && node.name?.value === 'cd' && !scope.functions.has('cd')

/** Whether the list ends here: `exit`, `return`. */
function endsShell(node: PipelineNode, scope: Scope): boolean {
  if (node.type === 'BraceGroup') {
    const last = node.body.commands.at(-1)?.command
    return last !== undefined && last.type !== 'AndOr' && endsShell(last, scope)
  }
  const name = node.type === 'Command' ? (node.name?.value ?? '') : ''
  return ['exit', 'return', 'break', 'continue'].includes(name) && !scope.functions.has(name)
}

function walkPipeline(node: PipelineNode, frame: Frame): void {
  if (node.type !== 'Pipeline') return walkNode(node, frame)
  if (node.commands.length > 1) frame.recorder.mark('pipe')
  const last = node.commands.length - 1
  let stdin: Stdin = frame.stdin
  for (const [i, command] of node.commands.entries()) {
    const before = frame.recorder.effects.length
    const output = i < last ? 'passed on' : frame.output
    walkNode(
      command,
      last > 0 ? frameWith(inner(frame), { isBeside: true, stdin, output }) : frameWith(frame, { stdin }),
    )
    if (i < last) stdin = pipedFrom(command, frame, before, stdin)
  }
}

/** The input of the next command of a pipeline: certain text, or output that is only known at run time. */
function pipedFrom(command: CommandNode, frame: Frame, before: number, stdin: Stdin): Stdin {
  const text = commandOutput(command, stdin, frame)
  if (text !== null)
    return { from: 'text', text, hidden: decodes(command) || (stdin.from === 'text' && stdin.hidden === true) }
  const effects = frame.recorder.effects.slice(before)
  const isPiped = stdin.from === 'pipe'
  const lists = listedBy(effects, isPiped ? stdin.lists : null)
  const environment = printsEnvironment(command, effects) || (isPiped && stdin.environment)
  return {
    from: 'pipe',
    downloads: effects.some(effect => effect.kind === 'connect') || (isPiped && stdin.downloads),
    lists,
    names: lists !== null || passesNames(effects, isPiped && stdin.names),
    ownProcesses: passesOwnProcesses(effects, isPiped && stdin.ownProcesses === true),
    records: environment || printsRecords(effects) || isHistory(command) || (isPiped && stdin.records),
    environment,
    packed:
      packedToOutput(effects, before, frame) ?? (isPiped && effects.every(isCompression) ? stdin.packed : null) ?? null,
    patch: printedPatch(command, effects, frame),
  }
}

/** Whether an effect is the start of a program that compresses its input, or unpacks it again, and passes it on. */
const isCompression = (effect: Effect): boolean =>
  effect.kind === 'run' &&
  /^(gzip|gunzip|pigz|bzip2|bunzip2|xz|unxz|zstd|unzstd|lz4|pv|tee)$/.test(wordText(effect.program))

const isHistory = (command: CommandNode): boolean => command.type === 'Command' && command.name?.value === 'history'

export function walkNode(node: CommandNode, frame: Frame): void {
  switch (node.type) {
    case 'Command':
      return walkCommand(node, frame)
    case 'Redirected': {
      const inputs = walkRedirects(node.redirects, frame)
      return behindRedirects(node.redirects, frame.scope, () =>
        walkCompound(node.command, frameBehind(node.redirects, inputs, frame)),
      )
    }
    case 'Function':
      frame.scope.functions.set(node.name.value, [node.body])
      return
    case 'Coproc':
      frame.recorder.mark('background')
      return walkBody(node.body, frameWith(inner(frame), { stdin: noInput, detached: true }))
    default:
      return walkCompound(node, frame)
  }
}

/** The body of a function, a coprocess or a trap. */
export function walkBody(body: FunctionNode['body'] | Coproc['body'], frame: Frame): void {
  if (body.type === 'CompoundList') walkList(body, frame)
  else walkNode(body, frame)
}

/** Walks functions that are never called here: a later command or bash itself may call them. */
export function walkUncalled(frame: Frame): void {
  for (const [name, bodies] of frame.scope.functions) {
    if (frame.scope.called.has(name)) continue
    for (const body of bodies) {
      if (body === null) continue
      const chain = [...frame.chain, `${name}()`]
      const calls = [...frame.calls, name]
      walkBody(body, frameWith(inner(frame), { stdin: noInput, detached: true, chain, calls }))
    }
  }
}

const walkList = (list: CompoundList, frame: Frame): void => walkStatements(list.commands, frame)

function walkCompound(node: CompoundCommand, frame: Frame): void {
  switch (node.type) {
    case 'Subshell':
      frame.recorder.mark('subshell')
      return walkList(node.body, inner(frame))
    case 'BraceGroup':
      return walkList(node.body, frame)
    case 'If': {
      walkList(node.clause, frame)
      const branches = [
        node.then,
        ...node.elif.flatMap(branch => [branch.clause, branch.then]),
        ...(node.else === undefined ? [] : [node.else]),
      ]
      return walkBranches(branches, frame)
    }
    case 'While':
      return walkLoop(node, [node.clause, node.body], frame)
    case 'For':
    case 'Select':
      return walkFor(node, frame)
    case 'ArithmeticFor':
      visitArithmetic(node.initialize, frame)
      visitArithmetic(node.test, frame)
      visitArithmetic(node.update, frame)
      return walkLoop(node, [node.body], frame)
    case 'Case':
      expandText(node.word, frame)
      for (const item of node.items) for (const pattern of item.pattern) expandText(pattern, frame)
      return walkBranches(
        node.items.map(item => item.body),
        frame,
      )
    case 'TestCommand':
      return walkTest(node.expression, frame)
    case 'ArithmeticCommand':
      return visitArithmetic(node.expression, frame)
    default:
      return assertNever(node)
  }
}

/** Walks each list in its own scope; afterwards only values that all agree on are known. */
function walkBranches(lists: readonly CompoundList[], frame: Frame): void {
  const scopes = lists.map(list => {
    const scope = copyScope(frame.scope)
    walkList(list, frameWith(sharing(frame), { scope, depth: frame.depth + 1 }))
    return scope
  })
  mergeScopes(frame.scope, scopes)
}

/** A loop's body runs again after its own changes, so variables that it changes are unknown inside it. */
function walkLoop(node: Loop, lists: readonly CompoundList[], frame: Frame): void {
  const { scope } = frame
  const before = frame.recorder.effects.length
  const outer = scope.breaks
  scope.breaks = []
  forgetChanged(lists, frame)
  walkBranches(lists, frameWith(frame, { loops: frame.loops + 1 }))
  mergeScopes(scope, scope.breaks)
  scope.breaks = outer
  if (isEndless(node) && exhausts(frame.recorder.effects.slice(before))) addChange('process/endless', node, frame)
}

/** Looks ahead from a marked scope: the lists change every variable that differs afterwards. */
function forgetChanged(lists: readonly CompoundList[], frame: Frame): void {
  if (frame.looksAhead) return
  // Nested loops look ahead again and again, so the depth is bounded.
  if (frame.loops >= maxLooks) return forgetAll(frame.scope)
  const look = frameWith(silenced(frame), { looksAhead: true })
  look.scope.breaks = []
  leaveUntouched(look.scope)
  const before = copyScope(look.scope)
  walkBranches(lists, look)
  mergeScopes(look.scope, look.scope.breaks)
  const { scope } = frame
  for (const [name, value] of look.scope.variables)
    if (before.variables.get(name) !== value)
      scope.variables.set(name, unknownVariable(name, scope.variables.get(name), value))
  if (wordText(before.cwd) !== wordText(look.scope.cwd) || before.elsewhere.length !== look.scope.elsewhere.length)
    stand(scope, [unknownVariable('PWD')])
  for (const [name, bodies] of look.scope.functions) scope.functions.set(name, bodies)
  if (before.positional !== look.scope.positional) scope.positional = null
}

const maxLooks = 2
const maxUnrolled = 32

function walkFor(node: Extract<CompoundCommand, { type: 'For' | 'Select' }>, frame: Frame): void {
  const words = node.wordlist?.flatMap(word => expandWord(word, frame)) ?? frame.scope.positional ?? []
  const name = node.name.value
  setUnseen(name, spanIn(frame, node.name), frame)
  if (node.type === 'Select' || words.length === 0 || words.length > maxUnrolled) {
    frame.scope.variables.set(name, unknownVariable(name, ...words))
    return walkLoop(node, [node.body], frame)
  }
  // An unknown word may expand to many.
  if (!words.every(isKnown)) forgetChanged([node.body], frame)
  const outer = frame.scope.breaks
  frame.scope.breaks = []
  const emptied = frame.recorder.emptied.length
  for (const word of words) {
    evaluateInteger(name, word, spanIn(frame, node.name), frame)
    if (isZshPath(name, word, frame)) addOpaque(`zsh searches \`${wordText(word)}\` for programs`, node.name, frame)
    frame.scope.variables.set(name, oneOf(word))
    walkBranches([node.body], frameWith(frame, { loops: frame.loops + 1 }))
  }
  mergeScopes(frame.scope, frame.scope.breaks)
  frame.scope.breaks = outer
  recordEmptiedInLoop(emptied, spanIn(frame, node), frame)
}

/** A loop over a list of files gets one file at a time. */
function oneOf(word: Word): Word {
  const only = isKnown(word) || word.parts.length > 1 ? undefined : word.parts[0]
  if (only === undefined || typeof only === 'string' || only.yields !== 'files' || isOneName(only)) return word
  return { parts: [{ ...only, yields: 'file' }] }
}

/** Whether a regular expression may capture `a[$(id)]`: patterns of letters and digits alone cannot. */
const capturesAnything = (pattern: string): boolean =>
  !/^(?:[\w\s^$()+*?|{},:/-]|\\[.dw]|\[[^\]^$`[]*\]|\[\[:(digit|alpha|alnum):\]\])*$/.test(pattern)

function walkTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary': {
      const word = expandText(expression.operand, frame)
      if (expression.operator === '-v') evaluateText(word, expression.operand, frame)
      return
    }
    case 'TestBinary':
      for (const operand of [expression.left, expression.right]) {
        const word = expandText(operand, frame)
        if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) evaluateText(word, operand, frame)
        if (expression.operator === '=~' && operand === expression.left && capturesAnything(expression.right.text))
          frame.scope.variables.set('BASH_REMATCH', unknownVariable('BASH_REMATCH', word))
      }
      return
    case 'TestLogical':
      for (const operand of expression.operands) walkTest(operand, frame)
      return
    case 'TestNot':
      return walkTest(expression.operand, frame)
    case 'TestGroup':
      return walkTest(expression.expression, frame)
    default:
      assertNever(expression)
  }
}
