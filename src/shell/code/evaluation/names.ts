import {
  type Argument,
  type AssignmentTarget,
  type Bind,
  type CallExpression,
  type Expression,
  expressionParts,
  type FunctionExpression,
  type Key,
} from './expression.ts'

/** How the code uses its names. The order of statements is ignored: a name has every value it is ever given. */
export interface CodeNames {
  readonly bindings: ReadonlyMap<string, readonly Binding[]>
  /** Modules imported with `*`. */
  readonly stars: readonly string[]
  /** Calls of a name, and of a function expression called in place. */
  readonly calls: ReadonlyMap<string | FunctionExpression, readonly CallExpression[]>
  /** Names used other than as a callee: the receiving code may call them with any argument. */
  readonly passedOn: ReadonlySet<string>
  /** `grown`: names whose lists or objects get more items; `changed`: names modified in ways that are not tracked. */
  readonly grown: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  readonly members: ReadonlySet<string>
}

export type Binding =
  | { readonly from: 'value'; readonly value: Expression; readonly how: Bind['how']; readonly path: KeyPath }
  | { readonly from: 'param'; readonly of: FunctionExpression; readonly index: number; readonly path: KeyPath }
  | { readonly from: 'nowhere' }

/** The keys from a value down to the bound part; null is an unknown key. */
export type KeyPath = readonly (Key | number)[]

/** Visits every name of the code once. */
export function collectNames(root: Expression): CodeNames {
  const bindings = new Map<string, Binding[]>()
  const calls = new Map<string | FunctionExpression, CallExpression[]>()
  const stars: string[] = []
  const passedOn = new Set<string>()
  const grown = new Set<string>()
  const changed = new Set<string>()
  const members = new Set<string>()

  const bind = (name: string, binding: Binding): void => void push(bindings, name, binding)

  function visit(expression: Expression): void {
    switch (expression.is) {
      case 'name':
        passedOn.add(expression.name)
        changed.add(expression.name)
        return
      case 'star':
        stars.push(expression.module)
        return
      case 'call':
        return visitCall(expression)
      case 'member':
        if (expression.key.is === 'text') members.add(expression.key.value)
        if (expression.object.is === 'name') passedOn.add(expression.object.name)
        else visit(expression.object)
        return visit(expression.key)
      case 'bind':
        return visitBind(expression)
      case 'function':
        expression.params.forEach((param, index) => {
          spread(param.target, [], path => paramBinding(expression, index, path))
        })
        break
      case 'join':
      case 'divide':
        return visitReaders(expressionParts(expression))
      case 'dict':
        return visitReaders(
          expression.entries.flatMap(({ key, value }) => (key === null ? [value] : [])),
          expression,
        )
    }
    for (const part of expressionParts(expression)) visit(part)
  }

  /** Positions that read a list's items but cannot change the list. */
  function visitReaders(readers: readonly Expression[], whole?: Expression): void {
    for (const part of whole === undefined ? readers : expressionParts(whole)) {
      if (readers.includes(part) && part.is === 'name') passedOn.add(part.name)
      else visit(part)
    }
  }

  function visitCall(call: CallExpression): void {
    const { callee, args } = call
    if (callee.is === 'name') push(calls, callee.name, call)
    else if (callee.is === 'function') push(calls, callee, call)
    if (callee.is === 'member' && callee.object.is === 'name' && callee.key.is === 'text') {
      passedOn.add(callee.object.name)
      members.add(callee.key.value)
      if (growers.has(callee.key.value)) grown.add(callee.object.name)
      else if (changers.has(callee.key.value)) changed.add(callee.object.name)
    } else if (callee.is !== 'name') visit(callee)
    for (const arg of args) visitArgument(arg, callee)
  }

  /** A library function does not change its arguments; a function of the code itself may. */
  function visitArgument({ value, spread: isSpread }: Argument, callee: Expression): void {
    if (value.is === 'name' && (isSpread || callee.is === 'member' || callee.is === 'name')) {
      passedOn.add(value.name)
      if (!isSpread) given.push([rootOf(callee), value.name])
    } else visit(value)
  }
  const given: [Expression, string][] = []

  function visitBind({ target, value, how }: Bind): void {
    if (value !== null) {
      spread(target, [], path => ({ from: 'value', value, how, path }))
      if (value.is === 'name' && how === 'each') passedOn.add(value.name)
      else visit(value)
    } else spread(target, [], () => ({ from: 'nowhere' }))
    if (target.to === 'name' && how === 'update') grown.add(target.name)
  }

  function spread(target: AssignmentTarget, path: KeyPath, binding: (path: KeyPath) => Binding): void {
    switch (target.to) {
      case 'name':
        return bind(target.name, binding(path))
      case 'place':
        return visitPlace(target.place)
      case 'items':
        return target.items.forEach((item, i) => {
          if (item !== null) spread(item, [...path, i], binding)
        })
      case 'keys':
        for (const { key, target: inner } of target.keys) {
          if (typeof key === 'object' && key !== null) visit(key)
          spread(inner, [...path, key], binding)
        }
    }
  }

  function visitPlace(place: Expression): void {
    for (let at = place; at.is === 'member'; at = at.object) if (at.object.is === 'name') changed.add(at.object.name)
    visit(place)
  }

  visit(root)
  for (const [root, name] of given) if (!isForeign(root, bindings)) changed.add(name)
  return { bindings, stars, calls, passedOn, grown, changed, members }
}

function paramBinding(of: FunctionExpression, index: number, path: KeyPath): Binding {
  const param = of.params[index]
  if (param === undefined || param.rest) return { from: 'nowhere' }
  return param.given === null ? { from: 'param', of, index, path } : { from: 'value', ...param.given, path }
}

/** Whether a call's root belongs to a library: a module, a literal, or a name that the code only imports. */
function isForeign(root: Expression, bindings: ReadonlyMap<string, readonly Binding[]>): boolean {
  if (root.is !== 'name') return root.is === 'text' || root.is === 'module' || root.is === 'join'
  return (bindings.get(root.name) ?? []).every(binding => binding.from === 'value' && isImport(binding.value))
}

function isImport(value: Expression): boolean {
  const root = rootOf(value)
  return root.is === 'module' || (value.is === 'call' && root.is === 'name' && root.name === 'require')
}

function rootOf(expression: Expression): Expression {
  let at = expression
  while (at.is === 'member' || at.is === 'call') at = at.is === 'member' ? at.object : at.callee
  return at
}

const growers = new Set(['append', 'extend', 'push', 'concat'])
const changers = new Set(
  'insert pop remove clear sort reverse update setdefault popitem splice unshift shift fill copyWithin set __setitem__'.split(
    ' ',
  ),
)

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const all = map.get(key)
  if (all === undefined) map.set(key, [value])
  else all.push(value)
}
