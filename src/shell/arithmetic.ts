import type { ArithmeticExpression } from 'unbash'
import { assertNever } from '../core/assert-never.ts'
import { expandParts } from './expand.ts'
import type { Frame } from './frame.ts'
import { walkSubstitution } from './walk.ts'

/** Finds the commands that an arithmetic expression would run. Its value is never needed. */
export function visitArithmetic(expression: ArithmeticExpression | undefined, frame: Frame): void {
  if (expression === undefined) return
  switch (expression.type) {
    case 'ArithmeticBinary':
      visitArithmetic(expression.left, frame)
      visitArithmetic(expression.right, frame)
      return
    case 'ArithmeticUnary':
      visitArithmetic(expression.operand, frame)
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
      if (expression.parts !== undefined) expandParts(expression.parts, frame)
      return
    case 'ArithmeticCommandExpansion':
      walkSubstitution(expression.script, expression, frame)
      return
    default:
      assertNever(expression)
  }
}
