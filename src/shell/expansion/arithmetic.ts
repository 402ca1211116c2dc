import type { ArithmeticExpression } from 'unbash'
import { assertNever } from '../../core/assert-never.ts'
import { candidatesOf, type Hole, isKnown, type Word, wordText } from '../../core/word.ts'
import { addOpaque, type Frame, frameWith } from '../frame/frame.ts'
import { forgetVariables, type Scope, unknownVariable } from '../frame/scope.ts'
import { mayRunAsArithmetic } from '../syntax/openers.ts'
import { expandParts } from './expand.ts'

/** Finds the commands that an arithmetic expression would run. Its value is never needed. */
export function visitArithmetic(expression: ArithmeticExpression | undefined, frame: Frame): void {
  if (expression === undefined) return
  switch (expression.type) {
    case 'ArithmeticBinary':
      visitArithmetic(expression.left, frame)
      visitArithmetic(expression.right, frame)
      if (/^(?![=!<>]=$).*=$/.test(expression.operator)) forgetTarget(expression.left, frame)
      return
    case 'ArithmeticUnary':
      visitArithmetic(expression.operand, frame)
      if (expression.operator === '++' || expression.operator === '--') forgetTarget(expression.operand, frame)
      return
    case 'ArithmeticTernary':
      visitArithmetic(expression.test, frame)
      visitArithmetic(expression.consequent, frame)
      visitArithmetic(expression.alternate, frame)
      return
    case 'ArithmeticGroup':
      visitArithmetic(expression.expression, frame)
      return
    case 'ArithmeticWord':
      evaluateText(
        expression.parts === undefined
          ? expression.value
          : expandParts(expression.parts, frameWith(frame, { singleQuotes: false })),
        expression,
        frame,
      )
      return
    case 'ArithmeticCommandExpansion':
      if (!frame.interpreter.substituteNumber(expression, frame))
        addOpaque(`arithmetic could execute what \`${expression.text}\` prints`, expression, frame)
      return
    default:
      assertNever(expression)
  }
}

/** The value of a sum or product of plain numbers, which may hide an address: `$((168+1)).254.169.254`. Null for all else. */
export function constantOf(expression: ArithmeticExpression | undefined): number | null {
  if (expression === undefined) return null
  switch (expression.type) {
    case 'ArithmeticWord':
      return /^(?:0|[1-9]\d{0,8})$/.test(expression.value) ? Number(expression.value) : null
    case 'ArithmeticGroup':
      return constantOf(expression.expression)
    case 'ArithmeticBinary': {
      const left = constantOf(expression.left)
      const right = constantOf(expression.right)
      const work = left === null || right === null ? undefined : exact[expression.operator]
      const result = left === null || right === null ? undefined : work?.(left, right)
      return result !== undefined && Number.isSafeInteger(result) ? result : null
    }
    default:
      return null
  }
}

const exact: Readonly<Record<string, ((a: number, b: number) => number) | undefined>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
}

/** Marks the target of an arithmetic assignment as unknown: the number is not computed here. */
function forgetTarget(target: ArithmeticExpression, frame: Frame): void {
  const name = target.type === 'ArithmeticWord' ? /^[A-Za-z_]\w*/.exec(target.value)?.[0] : undefined
  if (name === undefined) forgetVariables(frame.scope)
  else frame.scope.variables.set(name, unknownVariable(name))
}

/**
 * Records text that bash evaluates as arithmetic if it may run a command. Bash evaluates the value of each name in the
 * text again, so names are followed to their values: `x='a[$(id)]'; y=x; (( y ))` runs `id`, and so may
 * `x=$(curl …); (( x ))`. INVARIANT: every place where bash evaluates a value as arithmetic calls this function.
 */
export function evaluateText(word: Word, node: { readonly pos: number; readonly end: number }, frame: Frame): void {
  const running = runningValue(word, frame.scope)
  if (running !== null) addOpaque(`arithmetic could execute the value of \`${running}\``, node, frame)
}

function runningValue(word: Word, { variables, positional }: Scope): string | null {
  const seen = new Set<string>()
  const open: { readonly from: string; readonly value: Word }[] = [{ from: wordText(word), value: word }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (mayRunAsArithmetic(next.value)) return next.from
    for (const text of [next.value, ...candidatesOf(next.value)].map(knownText))
      for (const name of text.match(/[A-Za-z_]\w*|\$\{?[\d@*]/g) ?? []) {
        if (seen.has(name)) continue
        seen.add(name)
        // `$_` is the last word of any command before, which may be a variable's name.
        const isAny = name === '_'
        const values = name.startsWith('$')
          ? (positional ?? [])
          : isAny
            ? variables.values()
            : [variables.get(name) ?? '']
        for (const value of values) open.push({ from: name, value })
      }
  }
  return null
}

const knownText = (word: Word): string =>
  isKnown(word)
    ? word
    : word.parts.map(part => (typeof part === 'string' ? part : isLastWord(part) ? '_' : '')).join(' ')

const isLastWord = ({ hole }: Hole): boolean => /^\$\{?!?_(\W|$)/.test(hole)
