/**
 * Code of any language, reduced to what matters for its effects: names, values and calls. What has no shape of its own
 * is a `group`, so that everything in it is still visited.
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
  /** Texts put together: `'a' + b`, a template, an f-string. */
  | { readonly is: 'join'; readonly parts: readonly Expression[]; readonly source: string }
  /** `Path('a') / 'b'`. */
  | { readonly is: 'divide'; readonly left: Expression; readonly right: Expression; readonly source: string }
  /** One of several: `a if b else c`; `tested` is evaluated but never the value. */
  | {
      readonly is: 'choice'
      readonly options: readonly Expression[]
      readonly tested: readonly Expression[]
      readonly source: string
    }
  /** `member`: what is taken from it by name, which may be a module as well. */
  | { readonly is: 'module'; readonly name: string; readonly member?: string; readonly source: string }
  /** `from x import *`. */
  | { readonly is: 'star'; readonly module: string; readonly source: string }
  /** `item` is what a comprehension makes of each turn. */
  | {
      readonly is: 'loop'
      readonly parts: readonly Expression[]
      readonly item: Expression | null
      readonly source: string
    }
  | { readonly is: 'class' | 'group'; readonly parts: readonly Expression[]; readonly source: string }
  /** The language's own reader cannot say what this does. */
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
  /** A text if it is written as `.name`, else what stands in the brackets. */
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
  /** The keyword, in languages that have them. */
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
  /** A key of null spreads the value. */
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
  /** What the function is called with, where that can be told from where it stands: `list.map(x => …)`. */
  readonly given: { readonly value: Expression; readonly how: 'set' | 'each' } | null
}

/** `set`: the target has the value; `each`: one of its items; `update`: something that was made from it. */
export interface Bind {
  readonly is: 'bind'
  readonly target: AssignmentTarget
  readonly value: Expression | null
  readonly how: 'set' | 'each' | 'update'
  readonly source: string
}

/** The key that a part stands under: as it is written, by what it is worked out from, or not known. */
export type Key = string | Expression | null

export type AssignmentTarget =
  | { readonly to: 'name'; readonly name: string }
  | { readonly to: 'items'; readonly items: readonly (AssignmentTarget | null)[] }
  | { readonly to: 'keys'; readonly keys: readonly { readonly key: Key; readonly target: AssignmentTarget }[] }
  | { readonly to: 'place'; readonly place: Expression }

/** Everything that stands directly inside an expression, in the order of the source. */
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

/** The places that a target assigns to other than by name: `a.b`, `a[0]`; and the keys that it works out. */
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
