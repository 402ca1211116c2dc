import type { Argument, Expression } from './evaluation/expression.ts'
import type { Value } from './evaluation/value.ts'
import type { CallRow, CompiledTables } from './table.ts'

/** Everything that a reader knows about its language and the modules that code may use. */
export interface Library {
  readonly tables: CompiledTables
  /** Methods that have an effect on any object. */
  readonly methods: ReadonlyMap<string, CallRow>
  /** The reference that a name stands for when the code does not bind it; null if unknown. */
  readonly global: (name: string) => string | null
  /** The one canonical spelling of a reference: `posix.system` is `os.system`. */
  readonly canonical: (name: string) => string
  /** The reason why a module is not trusted; null if loading it has no effect. */
  readonly distrusts: (module: string) => string | null
  /** The path that an untrusted module would have in the project; null if it cannot be the project's. */
  readonly ownPath: (module: string) => string | null
  /** Whether a reference is to an untrusted module, or to a part of one. */
  readonly isStrange: (name: string) => boolean
  /** Whether a file of this name would be loaded instead of the module that the code means. */
  readonly bears: (file: string) => boolean
  /** The file behind a module name, if it only holds data. */
  readonly dataFile: (module: string) => string | null
  /** Members that escape this analysis (`__globals__`), each with the one member behind it that is harmless. */
  readonly hatches: ReadonlyMap<string, string | null>
  /** References that code may not assign to or modify. */
  readonly guarded: ReadonlySet<string>
  /** Functions that only inspect their arguments. */
  readonly inspectors: ReadonlySet<string>
  /** Objects that print the environment when they are printed. */
  readonly showing: ReadonlySet<string>
  /** Functions whose result only reveals that a text exists, or its length. */
  readonly measures: ReadonlySet<string>
  /** Members whose use anywhere in the code means that an open socket sends. */
  readonly sending: ReadonlySet<string>
  /** Values of calls and members that can be computed. */
  readonly answers: ReadonlyMap<string, CallEvaluator>
}

/** The parts of a call that an evaluator may use. */
export interface EvaluatedCall {
  readonly self: Value | null
  readonly args: readonly Argument[]
  readonly source: string
  readonly evaluate: (expression: Expression) => readonly Value[]
}

/** The value of a call, computed from its parts; null if unknown. */
export type CallEvaluator = (call: EvaluatedCall) => Value | null

/** The row of a reference, or its module's `*` row; null if there is neither. */
export function rowOf(name: string, library: Library): CallRow | null {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const table = library.tables.get(name.slice(0, dot))
    if (table !== undefined) return memberRow(name.slice(dot + 1), table)
  }
  return null
}

/** A value's row also covers everything below it: `modules` covers `modules.get`. */
function memberRow(member: string, table: ReadonlyMap<string, CallRow>): CallRow | null {
  const own = table.get(member)
  if (own !== undefined) return own
  for (let dot = member.lastIndexOf('.'); dot > 0; dot = member.lastIndexOf('.', dot - 1)) {
    const above = table.get(member.slice(0, dot))
    if (above !== undefined && !above.callable) return above
    // A member of a function with effects may call that function: `exec.__call__`.
    if (above !== undefined && doesSomething(above)) return null
  }
  return isPrivate(member) ? null : (table.get('*') ?? null)
}

/** Whether a reference is a module that has a table. */
export const isModule = (name: string, library: Library): boolean => library.tables.has(name)

export const doesSomething = (row: CallRow): boolean => row.steps.some(({ verb }) => !harmlessVerbs.has(verb))

const harmlessVerbs = new Set(['plain', 'makes', 'is'])

/** A private member of a module: it may be any object under another name. */
export const isPrivate = (member: string): boolean =>
  /(^|\.)_(?!_(version|name|file|doc|all|path|author)__)/.test(member)
