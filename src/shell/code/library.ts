import type { Argument, Expression } from './evaluation/expression.ts'
import type { Value } from './evaluation/value.ts'
import type { CallRow, CompiledTables } from './table.ts'

/** What a reader knows about its language and the modules that code may use. */
export interface Library {
  readonly tables: CompiledTables
  /** Methods that do something whatever object they are called on. */
  readonly methods: ReadonlyMap<string, CallRow>
  /** What a name means that the code does not bind; null if nothing that we know. */
  readonly global: (name: string) => string | null
  /** The one spelling of a reference: `posix.system` is `os.system`. */
  readonly canonical: (name: string) => string
  /** Why a module cannot be vouched for; null if loading it does nothing. */
  readonly distrusts: (module: string) => string | null
  /** Where a module that is not vouched for would lie in the project; null if it cannot be the project's. */
  readonly ownPath: (module: string) => string | null
  /** Whether a reference is to such a module, or to something in it. */
  readonly isStrange: (name: string) => boolean
  /** Whether a file of this name would be loaded in place of what code means to load. */
  readonly bears: (file: string) => boolean
  /** The file that a module's name stands for, if it only holds data. */
  readonly dataFile: (module: string) => string | null
  /** Members that lead out of what can be followed, with what may follow them harmlessly. */
  readonly hatches: ReadonlyMap<string, string | null>
  /** References that code must not assign to or change. */
  readonly guarded: ReadonlySet<string>
  /** Functions that only look at what they are given. */
  readonly inspectors: ReadonlySet<string>
  /** Objects that show the environment when they are printed. */
  readonly showing: ReadonlySet<string>
  /** Functions whose answer tells of a text no more than that it is there, or how long it is. */
  readonly measures: ReadonlySet<string>
  /** Members whose use anywhere means that an open socket sends. */
  readonly sending: ReadonlySet<string>
  /** Values of calls and members that can be known. */
  readonly answers: ReadonlyMap<string, CallEvaluator>
}

/** What an answer may look at. */
export interface EvaluatedCall {
  readonly self: Value | null
  readonly args: readonly Argument[]
  readonly source: string
  readonly evaluate: (expression: Expression) => readonly Value[]
}

/** The value of a call whose parts are known; null if it is not. */
export type CallEvaluator = (asked: EvaluatedCall) => Value | null

/** The row of a reference, or of its module's `*`; null if nothing is known about it. */
export function rowOf(name: string, library: Library): CallRow | null {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const table = library.tables.get(name.slice(0, dot))
    if (table !== undefined) return memberRow(name.slice(dot + 1), table)
  }
  return null
}

/** A row for a value also speaks of everything below it: `modules` of `modules.get`. */
function memberRow(member: string, table: ReadonlyMap<string, CallRow>): CallRow | null {
  const own = table.get(member)
  if (own !== undefined) return own
  for (let dot = member.lastIndexOf('.'); dot > 0; dot = member.lastIndexOf('.', dot - 1)) {
    const above = table.get(member.slice(0, dot))
    if (above !== undefined && !above.callable) return above
    // What hangs on a function that does something may well call it: `exec.__call__`.
    if (above !== undefined && doesSomething(above)) return null
  }
  return isPrivate(member) ? null : (table.get('*') ?? null)
}

/** Whether a reference is a module that can do something. */
export const isModule = (name: string, library: Library): boolean => library.tables.has(name)

export const doesSomething = (row: CallRow): boolean => row.steps.some(({ verb }) => !harmlessVerbs.has(verb))

const harmlessVerbs = new Set(['plain', 'makes', 'is'])

/** A member that its module keeps to itself: it may be anything under another name. */
export const isPrivate = (member: string): boolean =>
  /(^|\.)_(?!_(version|name|file|doc|all|path|author)__)/.test(member)
