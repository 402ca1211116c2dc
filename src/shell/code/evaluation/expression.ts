/**
 * Code of any language, reduced to the parts that decide its effects: names, values and calls. Any other syntax is a
 * `group`, so that everything inside it is still visited.
 */
export type Expression =
  | Text
  | Name
  | Member
  | CallExpression
  | List
  | Dict
  | FunctionExpression
  | Bind
  | { readonly is: 'number' | 'none'; readonly source: string }
  | { readonly is: 'flag'; readonly value: boolean; readonly source: string }
  /** Concatenated text: `'a' + b`, a template, an f-string. */
  | { readonly is: 'join'; readonly parts: readonly Expression[]; readonly source: string }
  /** `Path('a') / 'b'`. */
  | { readonly is: 'divide'; readonly left: Expression; readonly right: Expression; readonly source: string }
  /** One of several values: `a if b else c`; `tested` is evaluated but never becomes the value. */
  | {
      readonly is: 'choice'
      readonly options: readonly Expression[]
      readonly tested: readonly Expression[]
      readonly source: string
    }
  /** `member`: a name imported from the module, which may itself be a module. */
  | { readonly is: 'module'; readonly name: string; readonly member?: string; readonly source: string }
  /** `from x import *`. */
  | { readonly is: 'star'; readonly module: string; readonly source: string }
  /** `item` is the value that a comprehension computes in each iteration. */
  | {
      readonly is: 'loop'
      readonly parts: readonly Expression[]
      readonly item: Expression | null
      readonly source: string
    }
  | { readonly is: 'class' | 'group'; readonly parts: readonly Expression[]; readonly source: string }
  /** Code whose effects the language's reader cannot determine. */
  | { readonly is: 'opaque'; readonly why: string; readonly source: string }

export interface Text {
  readonly is: 'text'
  readonly value: string
  readonly source: string
}

export interface Name {
  readonly is: 'name'
  readonly name: string
  readonly source: string
}

export interface Member {
  readonly is: 'member'
  readonly object: Expression
  /** A text for `.name`, else the expression in the brackets. */
  readonly key: Expression
  readonly source: string
}

export interface CallExpression {
  readonly is: 'call'
  readonly callee: Expression
  readonly args: readonly Argument[]
  readonly source: string
}

export interface Argument {
  readonly value: Expression
  /** The argument's keyword, in languages that have keyword arguments. */
  readonly name: string | null
  readonly spread: boolean
}

export interface List {
  readonly is: 'list'
  readonly items: readonly Argument[]
  readonly source: string
}

export interface Dict {
  readonly is: 'dict'
  /** An entry with a null key spreads its value. */
  readonly entries: readonly { readonly key: Expression | null; readonly value: Expression }[]
  readonly source: string
}

export interface FunctionExpression {
  readonly is: 'function'
  readonly params: readonly Param[]
  readonly body: readonly Expression[]
  readonly source: string
}

export interface Param {
  readonly target: AssignmentTarget
  readonly fallback: Expression | null
  readonly rest: boolean
  /** The value passed to the function, where the call makes it plain: `list.map(x => …)`. */
  readonly given: { readonly value: Expression; readonly how: 'set' | 'each' } | null
}

/** `set`: the target gets the value; `each`: one of its items; `update`: a value computed from it. */
export interface Bind {
  readonly is: 'bind'
  readonly target: AssignmentTarget
  readonly value: Expression | null
  readonly how: 'set' | 'each' | 'update'
  readonly source: string
}

/** The key of a part: literal, computed by an expression, or unknown. */
export type Key = string | Expression | null

export type AssignmentTarget =
  | { readonly to: 'name'; readonly name: string }
  | { readonly to: 'items'; readonly items: readonly (AssignmentTarget | null)[] }
  | { readonly to: 'keys'; readonly keys: readonly { readonly key: Key; readonly target: AssignmentTarget }[] }
  | { readonly to: 'place'; readonly place: Expression }

/** The direct parts of an expression, in source order. */
export function expressionParts(expression: Expression): readonly Expression[] {
  switch (expression.is) {
    case 'join':
    case 'loop':
    case 'class':
    case 'group':
      return expression.parts
    case 'member':
      return [expression.object, expression.key]
    case 'call':
      return [expression.callee, ...expression.args.map(arg => arg.value)]
    case 'list':
      return expression.items.map(item => item.value)
    case 'dict':
      return expression.entries.flatMap(({ key, value }) => (key === null ? [value] : [key, value]))
    case 'divide':
      return [expression.left, expression.right]
    case 'choice':
      return [...expression.tested, ...expression.options]
    case 'function':
      return [...expression.params.flatMap(paramParts), ...expression.body]
    case 'bind':
      return [...(expression.value === null ? [] : [expression.value]), ...placesOf(expression.target)]
    default:
      return []
  }
}

const paramParts = (param: Param): readonly Expression[] => [
  ...(param.fallback === null ? [] : [param.fallback]),
  ...placesOf(param.target),
]

/** The members that a target assigns to (`a.b`, `a[0]`), and the key expressions it evaluates. */
export function placesOf(target: AssignmentTarget): readonly Expression[] {
  switch (target.to) {
    case 'name':
      return []
    case 'place':
      return [target.place]
    case 'items':
      return target.items.flatMap(item => (item === null ? [] : placesOf(item)))
    case 'keys':
      return target.keys.flatMap(({ key, target: inner }) => [
        ...(typeof key === 'object' && key !== null ? [key] : []),
        ...placesOf(inner),
      ])
  }
}
