import type { ArithmeticExpression } from 'unbash'
import { assertNever } from '../core/assert-never.ts'
import { wordText } from '../core/word.ts'
import { expandParts } from './expand.ts'
import type { Frame } from './frame.ts'
import { hasRunningSubscript } from './openers.ts'
import { forgetVariables, unknownVariable } from './scope.ts'
import { addOpaque, walkSubstitution } from './walk.ts'

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
      if (expression.parts !== undefined) expandParts(expression.parts, { ...frame, singleQuotes: false })
      visitName(expression, frame)
      return
    case 'ArithmeticCommandExpansion':
      walkSubstitution(expression.script, expression, frame)
      return
    default:
      assertNever(expression)
  }
}

/** What arithmetic assigns to holds a number afterwards that is not worked out here. */
function forgetTarget(target: ArithmeticExpression, frame: Frame): void {
  const name = target.type === 'ArithmeticWord' ? /^[A-Za-z_]\w*/.exec(target.value)?.[0] : undefined
  if (name === undefined) forgetVariables(frame.scope)
  else frame.scope.variables.set(name, unknownVariable(name))
}

/** A variable's text is evaluated again as arithmetic: `x='a[$(id)]'; (( x ))` runs `id`. */
function visitName(word: { readonly value: string; readonly pos: number; readonly end: number }, frame: Frame): void {
  const value = frame.scope.variables.get(word.value)
  if (value !== undefined && hasRunningSubscript(wordText(value))) {
    addOpaque(`arithmetic that runs what \`${word.value}\` holds`, word, frame)
  }
}
