import type { Evaluate } from './evaluate.ts'
import { type Expression, partsOf } from './expression.ts'
import { type Library, rowOf } from './library.ts'
import type { Names } from './names.ts'

/** Whether a text is made from what was read here: files, a program's output, the environment. Then a URL sends it. */
export function newCarrier(names: Names, library: Library, evaluate: Evaluate): (expression: Expression) => boolean {
  function carries(expression: Expression, seen: Set<string>): boolean {
    if (expression.is === 'name') {
      if (seen.has(expression.name)) return false
      seen.add(expression.name)
      return (names.bindings.get(expression.name) ?? []).some(
        binding => binding.from === 'value' && carries(binding.value, seen),
      )
    }
    if (expression.is === 'call' && evaluate(expression.callee).some(callee => reads(callee))) return true
    if (expression.is === 'member' && evaluate(expression).some(value => reads(value))) return true
    return partsOf(expression).some(part => carries(part, seen))
  }

  const reads = (value: ReturnType<Evaluate>[number]): boolean => {
    const row =
      value.is === 'ref'
        ? (rowOf(value.name, library) ?? null)
        : value.is === 'method'
          ? (library.methods.get(value.name) ??
            (value.of.is === 'made' ? rowOf(`(${value.of.kind}).${value.name}`, library) : null))
          : null
    return row?.steps.some(({ verb }) => sources.has(verb)) ?? false
  }

  return expression => carries(expression, new Set())
}

const sources = new Set(['read', 'open', 'script', 'run', 'process', 'spawn', 'environment'])
