import type { Evaluate } from '../evaluation/evaluate.ts'
import { type CallExpression, type Expression, expressionParts } from '../evaluation/expression.ts'
import type { CodeNames } from '../evaluation/names.ts'
import { type Library, rowOf } from '../library.ts'

export type Trace = (expression: Expression) => boolean

/**
 * Whether a text is made from data read on this machine: files, a program's output, the environment. A URL that contains it
 * sends it.
 */
export function newCarrier(names: CodeNames, library: Library, evaluate: Evaluate): Trace {
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
  return newTrace(names, expression => {
    if (expression.is === 'call') return !isDownload(expression) && evaluate(expression.callee).some(reads)
    return expression.is === 'member' && evaluate(expression).some(reads)
  })
}

/** Downloaded data does not come from this machine. */
const isDownload = ({ args: [first] }: CallExpression): boolean =>
  first?.value.is === 'text' && /^https?:\/\//i.test(first.value.value)

const sources = new Set(['read', 'open', 'load', 'script', 'run', 'process', 'spawn', 'environment'])

/** Whether a text is decoded on the way, which hides its content. */
export const newDecoded = (names: CodeNames): Trace =>
  newTrace(names, expression => {
    if (expression.is !== 'call') return isBackwards(expression)
    const { callee } = expression
    const name = calledName(expression)
    if (name === 'reverse' && callee.is === 'member') return calledName(callee.object) === 'split'
    return decoders.has(name) || callee.source === 'Buffer.from' || callee.source === 'codecs.decode'
  })

function calledName(expression: Expression): string {
  if (expression.is !== 'call') return ''
  const { callee } = expression
  return callee.is === 'name' ? callee.name : callee.is === 'member' && callee.key.is === 'text' ? callee.key.value : ''
}

/** `text[::-1]`: the step is the only part that the grammar parses as an expression. */
const isBackwards = (expression: Expression): boolean =>
  expression.is === 'member' && expression.key.is === 'group' && /:\s*-1\s*\]$/.test(expression.source)

const decoders = new Set(
  'b64decode urlsafe_b64decode standard_b64decode b32decode b16decode b85decode a85decode decodebytes decodestring unhexlify a2b_hex a2b_base64 fromhex chr bytes bytearray translate swapcase decompress unquote atob fromCharCode fromCodePoint unescape decodeURIComponent inflateSync gunzipSync base64_decode hex2bin str_rot13 strrev gzinflate gzuncompress gzdecode urldecode rawurldecode pack'.split(
    ' ',
  ),
)

/** Whether the expression, or anything it is built from, matches; follows names to their values. */
function newTrace(names: CodeNames, matches: (expression: Expression) => boolean): Trace {
  function trace(expression: Expression, seen: Set<string>): boolean {
    if (expression.is === 'name') {
      if (seen.has(expression.name)) return false
      seen.add(expression.name)
      return (names.bindings.get(expression.name) ?? []).some(
        binding => binding.from === 'value' && trace(binding.value, seen),
      )
    }
    return matches(expression) || expressionParts(expression).some(part => trace(part, seen))
  }
  return expression => trace(expression, new Set())
}
