import { isKnown, makeWord, type Word } from '../../../core/word.ts'
import { type Library, rowOf } from '../library.ts'
import type { Argument, CallExpression, Dict, Expression, FunctionExpression, Member } from './expression.ts'
import type { Binding, CodeNames, KeyPath } from './names.ts'
import { home, joinPaths } from './path-words.ts'
import { everyName, holeFor, textValue, unknown, type Value, wordOf, wordParts } from './value.ts'

/** All values that an expression may have; never empty. */
export type Evaluate = (expression: Expression) => readonly Value[]

/** With more alternatives than this, the value counts as unknown. */
const mostValues = 24
/** INVARIANT: evaluation ends, even when names refer to one another in a circle. */
const mostSteps = 40_000

/** Evaluates constants, through names, containers and the functions that the library can compute. */
export function newEvaluator(names: CodeNames, library: Library): Evaluate {
  const known = new Map<string | Expression, readonly Value[]>()
  const pending = new Set<unknown>()
  let steps = 0
  /** How often a name or function was needed while it was still being evaluated. */
  let circles = 0

  function evaluate(expression: Expression): readonly Value[] {
    steps += 1
    if (steps > mostSteps) throw new Error('too many steps')
    return remembered(expression, () => few(valuesOf(expression), expression.source))
  }

  /** Inside a circle of names a result is incomplete, so it is not cached. */
  function remembered(key: string | Expression, work: () => readonly Value[]): readonly Value[] {
    const before = known.get(key)
    if (before !== undefined) return before
    const circlesBefore = circles
    const values = work()
    if (circles === circlesBefore) known.set(key, values)
    return values
  }

  function enter<T>(what: unknown, otherwise: T, work: () => T): T {
    if (pending.has(what)) {
      circles += 1
      return otherwise
    }
    pending.add(what)
    const result = work()
    pending.delete(what)
    return result
  }

  function valuesOf(expression: Expression): readonly Value[] {
    const { source } = expression
    switch (expression.is) {
      case 'text':
        return [textValue(expression.value)]
      case 'number':
        return [textValue(source)]
      case 'none':
        return [{ is: 'none' }]
      case 'flag':
        return [{ is: 'flag', value: expression.value }]
      case 'name':
        return nameValues(expression.name)
      case 'module':
        return [{ is: 'ref', name: library.canonical(expression.name) }]
      case 'join':
        return joinValues(expression.parts, source)
      case 'divide':
        return divided(expression.left, expression.right, source)
      case 'choice':
        return expression.options.length === 0 ? [unknown(source)] : expression.options.flatMap(evaluate)
      case 'loop':
        return expression.item === null
          ? [unknown(source)]
          : evaluate(expression.item).map(item => ({ is: 'many', item }))
      case 'list':
        return [{ is: 'list', list: expression, state: 'whole' }]
      case 'dict':
        return [{ is: 'dict', dict: expression }]
      case 'function':
        return [{ is: 'function', code: expression }]
      case 'member':
        return memberValues(expression)
      case 'call':
        return callValues(expression)
      default:
        return [unknown(source)]
    }
  }

  const nameValues = (name: string): readonly Value[] =>
    remembered(name, () => {
      const bindings = names.bindings.get(name)
      if (bindings === undefined) return freeValues(name)
      return enter(name, [{ is: 'pending', name }], () => allBound(name, bindings))
    })

  function allBound(name: string, bindings: readonly Binding[]): readonly Value[] {
    const found = bindings.filter(binding => !isUpdate(binding)).flatMap(binding => boundValues(binding, name))
    // `x = x` adds no new value.
    const others = found.filter(value => value.is !== 'pending' || value.name !== name)
    const bound = others.length === 0 && found.length > 0 ? [unknown(name)] : others
    const isGrownList = bound.length > 0 && bound.every(value => value.is === 'list')
    const all = bindings.some(isUpdate) && !isGrownList ? [...bound, unknown(name)] : bound
    return few([...all.map(value => settled(value, name)), ...globalValues(name).filter(matters)], name)
  }

  const isUpdate = (binding: Binding): boolean => binding.from === 'value' && binding.how === 'update'

  /** A name that the code binds in one scope may still be the language's global in another. */
  const matters = (value: Value): boolean => value.is === 'ref'

  function globalValues(name: string): readonly Value[] {
    for (const star of names.stars) {
      const ref = library.canonical(`${star}.${name}`)
      const row = rowOf(ref, library)
      if (row !== null && library.tables.get(star)?.get(name) === row) return [{ is: 'ref', name: ref }]
    }
    const global = library.global(name)
    return global === null ? [unknown(name)] : refValues(library.canonical(global))
  }

  /** A name that is bound nowhere comes from an unknown module's `import *`, if there is one. */
  function freeValues(name: string): readonly Value[] {
    const star = library.global(name) === null ? names.stars.find(library.isStrange) : undefined
    return star === undefined ? globalValues(name) : refValues(library.canonical(`${star}.${name}`))
  }

  /** The literal is not the value of a list or object that the code modifies later. */
  function settled(value: Value, name: string): Value {
    if (value.is !== 'list' && value.is !== 'dict') return value
    if (names.changed.has(name)) return unknown(name)
    if (!names.grown.has(name)) return value
    return value.is === 'list' ? { ...value, state: 'grown' } : unknown(name)
  }

  function boundValues(binding: Binding, name: string): readonly Value[] {
    switch (binding.from) {
      case 'nowhere':
        return [unknown(name)]
      case 'param':
        return paramValues(binding.of, binding.index, name).flatMap(value => follow(value, binding.path, name))
      case 'value': {
        const values = evaluate(binding.value)
        const items = binding.how === 'each' ? values.flatMap(value => itemsOf(value, name)) : values
        return items.flatMap(value => follow(value, binding.path, name))
      }
    }
  }

  /** The values that the visible calls pass, if those are all the calls. */
  function paramValues(code: FunctionExpression, index: number, name: string): readonly Value[] {
    return enter(code, [unknown(name)], () => {
      const fallback = code.params[index]?.fallback ?? null
      const own = callsOf(code)
      if (own !== null && own.length > 0) return own.flatMap(call => argumentValues(call, index, name))
      return [unknown(name), ...(fallback === null ? [] : evaluate(fallback))]
    })
  }

  function argumentValues(call: CallExpression, index: number, name: string): readonly Value[] {
    const before = call.args.slice(0, index + 1)
    if (call.args.some(arg => arg.name === name)) {
      return call.args.filter(arg => arg.name === name).flatMap(arg => evaluate(arg.value))
    }
    if (before.some(arg => arg.spread) || call.args.some(arg => arg.spread && arg.name === null)) return [unknown(name)]
    const arg = before[index]
    if (arg !== undefined && arg.name === null) return evaluate(arg.value)
    const fallback = fallbackOf(call, index)
    return fallback === null ? [unknown(name)] : evaluate(fallback)
  }

  function fallbackOf(call: CallExpression, index: number): Expression | null {
    const code = call.callee.is === 'name' ? functionNamed(call.callee.name) : call.callee
    return code?.is === 'function' ? (code.params[index]?.fallback ?? null) : null
  }

  /** The calls of a function; null if it may also be called from places that are not visible. */
  function callsOf(code: FunctionExpression): readonly CallExpression[] | null {
    const inPlace = names.calls.get(code)
    if (inPlace !== undefined) return inPlace
    for (const [name, bindings] of names.bindings) {
      const only = bindings[0]
      if (only?.from !== 'value' || only.value !== code) continue
      return bindings.length > 1 || names.passedOn.has(name) ? null : (names.calls.get(name) ?? [])
    }
    return null
  }

  function functionNamed(name: string): FunctionExpression | null {
    const binding = names.bindings.get(name)?.[0]
    return binding?.from === 'value' && binding.value.is === 'function' ? binding.value : null
  }

  function follow(value: Value, path: KeyPath, source: string): readonly Value[] {
    let values: readonly Value[] = [value]
    for (const key of path)
      values = values.flatMap(at =>
        key === null ? [unknown(source)] : typeof key === 'object' ? pickComputed(at, key) : pick(at, key, source),
      )
    return values
  }

  /** `{ [key]: part }`. */
  const pickComputed = (value: Value, key: Expression): readonly Value[] =>
    evaluate(key).flatMap(one =>
      one.is === 'text' && isKnown(one.word)
        ? pick(value, one.word, key.source)
        : [{ is: 'unknown', source: key.source, computed: true } as const],
    )

  /** The part of a value under a known key. */
  function pick(value: Value, key: string | number, source: string): readonly Value[] {
    switch (value.is) {
      case 'ref':
        return typeof key === 'string' ? refValues(library.canonical(`${value.name}.${key}`)) : [unknown(source)]
      case 'list': {
        const items = value.list.items
        const index = typeof key === 'number' && key < 0 ? items.length + key : key
        const item = typeof index === 'number' && !items.some(arg => arg.spread) ? items[index] : undefined
        return item === undefined ? [unknown(source)] : evaluate(item.value)
      }
      case 'dict':
        return entryValues(value.dict, key, source)
      case 'made':
        return value.kind === 'turn' ? turnValues(value.word, key) : [unknown(source)]
      default:
        return [unknown(source)]
    }
  }

  function entryValues(dict: Dict, key: string | number, source: string): readonly Value[] {
    const found: Value[] = []
    for (const { key: written, value } of dict.entries) {
      const keys = written === null ? [unknown(source)] : evaluate(written)
      if (keys.some(one => one.is !== 'text' || !isKnown(one.word))) found.push(unknown(source))
      if (keys.some(one => one.is === 'text' && one.word === String(key))) found.push(...evaluate(value))
    }
    return found.length === 0 ? [unknown(source)] : found
  }

  function itemsOf(value: Value, source: string): readonly Value[] {
    if (value.is === 'many') return [value.item]
    if (value.is === 'dict')
      return value.dict.entries.flatMap(({ key }) => (key === null ? [unknown(source)] : evaluate(key)))
    if (value.is !== 'list') return [unknown(source)]
    const items = value.list.items.flatMap(item =>
      item.spread ? evaluate(item.value).flatMap(inner => itemsOf(inner, source)) : evaluate(item.value),
    )
    return value.state === 'grown' ? [...items, unknown(source)] : items
  }

  /** A reference, or the constant text it is known to equal. */
  function refValues(name: string): readonly Value[] {
    const row = rowOf(name, library)
    const is = row !== null && !row.callable ? row.steps.find(step => step.verb === 'is') : undefined
    return [is === undefined ? { is: 'ref', name } : textValue(constantWord(is.words))]
  }

  function memberValues({ object, key, source }: Member): readonly Value[] {
    const objects = evaluate(object)
    return evaluate(key).flatMap(keyValue => {
      const word = keyValue.is === 'text' && isKnown(keyValue.word) ? keyValue.word : null
      if (word === null) return [{ is: 'unknown', source, computed: true } as const]
      return objects.flatMap(value => memberOf(value, word, { object, source }))
    })
  }

  function memberOf(
    value: Value,
    key: string,
    { object, source }: { object: Expression; source: string },
  ): readonly Value[] {
    if (value.is === 'ref') return pick(value, key, source)
    const isIndex = /^-?\d+$/.test(key)
    if (isIndex && value.is === 'list') return pick(value, Number(key), source)
    if (isIndex) return [unknown(source)]
    if (value.is === 'dict' && value.dict.entries.some(entry => entry.key?.is === 'text' && entry.key.value === key)) {
      return pick(value, key, source)
    }
    const answer = library.answers.get(`(${kindOf(value)}).${key}`)?.({ self: value, args: [], source, evaluate })
    return [answer ?? { is: 'method', of: value, name: key, object }]
  }

  function callValues(call: CallExpression): readonly Value[] {
    return evaluate(call.callee).flatMap((callee): readonly Value[] => {
      if (callee.is === 'ref') return answers(callee.name, null, call) ?? rowValues(callee.name, call)
      if (callee.is !== 'method') return [unknown(call.source)]
      const name = `(${kindOf(callee.of)}).${callee.name}`
      return answers(name, callee.of, call) ?? rowValues(name, call)
    })
  }

  /** The library's value of a call, for every combination of argument values; null if any combination is unknown. */
  function answers(name: string, self: Value | null, { args, source }: CallExpression): readonly Value[] | null {
    const answer = library.answers.get(`${name}()`)
    if (answer === undefined) return null
    const whole = answer({ self, args, source, evaluate })
    if (whole !== null) return [whole]
    const found = choicesOf(args)?.map(choice =>
      answer({ self, args, source, evaluate: one => choice.get(one) ?? evaluate(one) }),
    )
    return found?.every(value => value !== null) === true ? found : null
  }

  /** Every combination of one value per argument; null if there is only one, or too many. */
  function choicesOf(args: readonly Argument[]): readonly ReadonlyMap<Expression, readonly Value[]>[] | null {
    let choices: readonly ReadonlyMap<Expression, readonly Value[]>[] = [new Map()]
    for (const { value } of args) {
      const values = evaluate(value)
      choices = choices.flatMap(choice => values.map(one => new Map([...choice, [value, [one]]])))
      if (choices.length > mostValues) return null
    }
    return choices.length > 1 ? choices : null
  }

  /** The value that a row declares for its call. */
  function rowValues(name: string, call: CallExpression): readonly Value[] {
    const row = rowOf(name, library) ?? library.tables.get(name)?.get('itself') ?? null
    for (const { verb, words } of row?.steps ?? []) {
      if (verb === 'is') return [textValue(constantWord(words))]
      if (verb !== 'makes') continue
      const at = row?.params.indexOf(words[1] ?? '') ?? -1
      const arg = call.args.find(one => one.name === words[1]) ?? (at < 0 ? undefined : call.args[at])
      const kind = words[0] ?? ''
      if (arg === undefined)
        return [{ is: 'made', kind, word: words[1] === undefined ? makeWord([holeFor(call.source)]) : '.' }]
      return evaluate(arg.value).map(value => ({ is: 'made', kind, word: wordOf(value, arg.value.source) }))
    }
    return [unknown(call.source)]
  }

  function joinValues(parts: readonly Expression[], source: string): readonly Value[] {
    let words: readonly Word[] = ['']
    for (const part of parts) {
      const values = evaluate(part)
      if (values.some(value => value.is === 'list') && parts.length === 2) return [unknown(source)]
      const next = values.map(value => wordOf(value, part.source))
      words = words.flatMap(word => next.map(one => makeWord([...wordParts(word), ...wordParts(one)])))
      if (words.length > mostValues || words.some(isHuge)) return [unknown(source)]
    }
    return words.map(textValue)
  }

  function divided(left: Expression, right: Expression, source: string): readonly Value[] {
    const rights = evaluate(right)
    return evaluate(left).flatMap(one =>
      rights.map((other): Value => {
        if (one.is !== 'made' && other.is !== 'made') return unknown(source)
        return { is: 'made', kind: 'path', word: joinPaths([wordOf(one, left.source), wordOf(other, right.source)]) }
      }),
    )
  }

  return evaluate
}

const isHuge = (word: Word): boolean =>
  wordParts(word).length > 100 || wordParts(word).some(part => typeof part === 'string' && part.length > 100_000)

/** One iteration of `os.walk`: a directory and the names in it. */
const turnValues = (top: Word, key: string | number): readonly Value[] =>
  key === 0
    ? [textValue(makeWord([...wordParts(top), '/', holeFor('**', 'files')]))]
    : [{ is: 'many', item: textValue(everyName) }]

/** The key of a value's method table. */
export function kindOf(value: Value): string {
  return value.is === 'made' ? value.kind : value.is
}

const constantWord = (words: readonly string[]): string => words.join(' ').replace(/^~/, home)

/** Removes duplicates; too many values become one unknown value. */
function few(values: readonly Value[], source: string): readonly Value[] {
  if (values.length === 1) return values
  const distinct = [...new Map(values.map(value => [signature(value), value])).values()]
  return distinct.length > mostValues ? [unknown(source), ...distinct.filter(canAct)] : distinct
}

const canAct = (value: Value): boolean =>
  value.is === 'ref' || value.is === 'method' || (value.is === 'unknown' && value.computed)

function signature(value: Value): unknown {
  switch (value.is) {
    case 'ref':
      return `ref ${value.name}`
    case 'text':
      return `text ${JSON.stringify(value.word)}`
    case 'unknown':
      return `unknown ${value.computed} ${value.source}`
    case 'pending':
      return `pending ${value.name}`
    default:
      return value
  }
}
