import type { Argument, Expression } from '../evaluation/expression.ts'

/** `getattr(a, 'b')` is `a.b`, and `setattr(a, 'b', c)` is `a.b = c`; null for any other call. */
export function attributeCall(callee: string, args: readonly Argument[], source: string): Expression | null {
  const [object, key, value] = args.map(arg => arg.value)
  if (object === undefined || key === undefined || args.some(arg => arg.spread)) return null
  const member: Expression = { is: 'member', object, key, source }
  if (callee === 'getattr') {
    return value === undefined ? member : { is: 'choice', options: [member, value], tested: [], source }
  }
  if (callee !== 'setattr' || value === undefined) return null
  return { is: 'bind', target: { to: 'place', place: member }, value, how: 'set', source }
}
