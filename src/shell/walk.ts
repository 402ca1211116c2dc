import type {
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
import { assertNever } from '../core/assert-never.ts'
import { limits } from '../core/limits.ts'
import { visitArithmetic } from './arithmetic.ts'
import { walkCommand } from './command.ts'
import { printsRecords } from './credential-search.ts'
import { exhausts, isEndless } from './endless.ts'
import { expandText, expandWord } from './expand.ts'
import { type Frame, type Stdin, spanIn } from './frame.ts'
import { listsFiles } from './listing.ts'
import { commandOutput, decodes } from './output.ts'
import { changeTier } from './programs/change-tiers.ts'
import { walkRedirects } from './redirect.ts'
import { copyScope, mergeScopes, type Scope, unknownVariable } from './scope.ts'

/** Every command of a script, in the order in which bash would meet it. */
export function walkScript(script: ParsedScript, frame: Frame): void {
  if (frame.depth > limits.shellDepth)
    return addOpaque('commands inside one another too deep to be read', script, frame)
  for (const error of script.errors ?? []) {
    frame.recorder.fault({ code: 'shell_unparsed', message: `the command does not parse: ${error.message}` })
    addOpaque(`text that does not parse: ${error.message}`, { pos: error.pos, end: script.end }, frame)
  }
  walkStatements(script.commands, frame)
}

/** The script inside `$( )`, backticks, `<( )` or `>( )`: it runs in a shell of its own. */
export function walkSubstitution(
  script: ParsedScript | undefined,
  node: { readonly pos: number; readonly end: number; readonly text: string },
  frame: Frame,
): void {
  frame.recorder.mark('substitution')
  if (script === undefined) return addOpaque(`substitution \`${node.text}\``, node, frame)
  const span = script.source === undefined ? frame.span : spanIn(frame, node)
  walkScript(script, { ...inner(frame), span, chain: [...frame.chain, substitutionName(node.text)] })
}

const substitutionName = (text: string): string =>
  text.startsWith('`') || text.startsWith('$') ? 'command substitution' : 'process substitution'

/** A copy of the frame whose changes to the scope are lost afterwards. */
const inner = (frame: Frame): Frame => ({
  ...frame,
  scope: copyScope(frame.scope),
  depth: frame.depth + 1,
  stdin: { from: 'nothing' },
})

export function addOpaque(why: string, node: { readonly pos: number; readonly end: number }, frame: Frame): void {
  frame.recorder.add({
    kind: 'opaque',
    why,
    tier: 'execute',
    span: spanIn(frame, node),
    chain: frame.chain,
    where: frame.where,
    by: null,
  })
}

/** A change that the shell itself brings about, by how a command is built. */
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

function walkStatements(statements: readonly Statement[], frame: Frame): void {
  if (statements.length > 1) frame.recorder.mark('chain')
  for (const statement of statements) {
    if (frame.recorder.isFull()) return
    if (statement.background === true) frame.recorder.mark('background')
    const target = statement.background === true ? { ...inner(frame), detached: true } : frame
    const { command } = statement
    if (command.type === 'AndOr') {
      frame.recorder.mark('chain')
      for (const part of command.commands) walkPipeline(part, target)
    } else walkPipeline(command, target)
  }
}

function walkPipeline(node: PipelineNode, frame: Frame): void {
  if (node.type !== 'Pipeline') return walkNode(node, frame)
  if (node.commands.length > 1) frame.recorder.mark('pipe')
  let stdin: Stdin = frame.stdin
  for (const command of node.commands) {
    const before = frame.recorder.effects.length
    walkNode(command, node.commands.length > 1 ? { ...inner(frame), stdin } : { ...frame, stdin })
    stdin = pipedFrom(command, frame, before, stdin)
  }
}

/** What the next command of a pipeline reads: text that is certain, or something that only running would tell. */
function pipedFrom(command: CommandNode, frame: Frame, before: number, stdin: Stdin): Stdin {
  const text = commandOutput(command, stdin, frame)
  if (text !== null)
    return { from: 'text', text, hidden: decodes(command) || (stdin.from === 'text' && stdin.hidden === true) }
  const effects = frame.recorder.effects.slice(before)
  const isPiped = stdin.from === 'pipe'
  return {
    from: 'pipe',
    downloads: effects.some(effect => effect.kind === 'connect') || (isPiped && stdin.downloads),
    lists: listsFiles(effects, isPiped && stdin.lists),
    records: printsRecords(effects) || isHistory(command) || (isPiped && stdin.records),
  }
}

const isHistory = (command: CommandNode): boolean =>
  command.type === 'Command' && ['history', 'set', 'export', 'declare'].includes(command.name?.value ?? '')

export function walkNode(node: CommandNode, frame: Frame): void {
  switch (node.type) {
    case 'Command':
      return walkCommand(node, frame)
    case 'Redirected': {
      const stdin = walkRedirects(node.redirects, frame)
      return walkCompound(node.command, stdin === null ? frame : { ...frame, stdin })
    }
    case 'Function':
      frame.scope.functions.set(node.name.value, node.body)
      return
    case 'Coproc':
      frame.recorder.mark('background')
      return walkBody(node.body, { ...inner(frame), detached: true })
    default:
      return walkCompound(node, frame)
  }
}

/** The body of a function, a coprocess or a trap. */
export function walkBody(body: FunctionNode['body'] | Coproc['body'], frame: Frame): void {
  if (body.type === 'CompoundList') walkList(body, frame)
  else walkNode(body, frame)
}

/** Functions that nothing here calls: a later command, or bash itself, may. */
export function walkUncalled(frame: Frame): void {
  for (const [name, body] of frame.scope.functions) {
    if (frame.scope.called.has(name)) continue
    walkBody(body, {
      ...inner(frame),
      detached: true,
      chain: [...frame.chain, `${name}()`],
      calls: [...frame.calls, name],
    })
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
      forgetAssigned(frame.scope)
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

/** Each list in a scope of its own; afterwards only what all agree on is known. */
function walkBranches(lists: readonly CompoundList[], frame: Frame): void {
  const scopes = lists.map(list => {
    const scope = copyScope(frame.scope)
    walkList(list, { ...frame, scope, depth: frame.depth + 1 })
    return scope
  })
  mergeScopes(frame.scope, scopes)
}

function walkLoop(node: Parameters<typeof isEndless>[0], lists: readonly CompoundList[], frame: Frame): void {
  const before = frame.recorder.effects.length
  walkBranches(lists, frame)
  if (isEndless(node) && exhausts(frame.recorder.effects.slice(before))) addChange('process/endless', node, frame)
}

/** A loop's body may run again after it changed a variable, so before it nothing assigned in the text is certain. */
function forgetAssigned(scope: Scope): void {
  for (const name of scope.variables.keys()) if (name !== 'HOME') scope.variables.set(name, unknownVariable(name))
}

const maxUnrolled = 32

function walkFor(node: Extract<CompoundCommand, { type: 'For' | 'Select' }>, frame: Frame): void {
  const words = (node.wordlist ?? []).flatMap(word => expandWord(word, frame))
  const name = node.name.value
  if (node.type === 'Select' || words.length === 0 || words.length > maxUnrolled) {
    forgetAssigned(frame.scope)
    frame.scope.variables.set(name, unknownVariable(name))
    return walkBranches([node.body], frame)
  }
  for (const word of words) {
    frame.scope.variables.set(name, word)
    walkBranches([node.body], frame)
  }
}

function walkTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary':
      expandText(expression.operand, frame)
      return
    case 'TestBinary':
      expandText(expression.left, frame)
      expandText(expression.right, frame)
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
