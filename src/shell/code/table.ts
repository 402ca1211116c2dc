/**
 * The effects of a library's functions, as data. Keys are names with their parameters as the manual prints them, `remove
 * unlink (path)`; the steps refer to those parameters. A function without a row is opaque, unless its module has a `*`.
 */
export type Table = Readonly<Record<string, Row>>
export type Tables = Readonly<Record<string, Table>>

export type Row = Step | readonly Step[]

export type Step =
  | 'plain'
  /** All environment variables at once, secrets among them. */
  | 'environment'
  | 'fork'
  | `opaque ${string}`
  /** `=x` after the parameter is the default path. */
  | `${'read' | 'write' | 'delete'} ${string}`
  /** A file that is emptied. */
  | `empty ${string}`
  /** A file and its new content; emptying many files counts as destroying them. */
  | `fill ${string}`
  /** A file, or a whole directory if the options say so. */
  | `remove ${string}`
  /** A file that is read or written, depending on its mode. */
  | `open ${string}`
  /** A file, or a URL. */
  | `load ${string}`
  | `script ${string}`
  /** Words of a command; lists are flattened. */
  | `run ${string}`
  /** A program with an argument list that begins with the program's own name. */
  | `exec ${string}`
  /** A list, or text that is a script when `shell` is set; `cwd` and `env` are keywords. */
  | `process ${string}`
  /** A program, a list and an options object. */
  | `spawn ${string}`
  | `${'connect' | 'send'} ${string}`
  /** A URL, and the arguments that make the request send data: options, a body, a method. */
  | `request ${string}`
  /** Counts only if it is a URL, since the receiver is unknown. */
  | `url ${string}`
  /** A host or an address; it sends if any part of the code sends. */
  | `socket ${string}`
  | `change ${string}/${string}`
  /** The URL of a database, or another argument that locates it. */
  | `database ${string}`
  /** A statement for a database; the object itself is the database, if known. */
  | `sql ${string}`
  /** The call returns an object of a kind, which has its own rows under `(kind)`. */
  | `makes ${string}`
  | `is ${string}`
  | `module ${string}`
  /** A directory that modules are loaded from, from now on. */
  | `search ${string}`
  /** Part of a file name; a slash in it leads to another directory. */
  | `name ${string}`
  /** Objects are unpickled, which can run any code, if the parameter is given and not false. */
  | `unpickles ${string}`
  /** Modules may be loaded from anywhere, from now on. */
  | 'unplaced'
  /** The working directory from now on. */
  | `directory ${string}`
  | `variable ${string}`

export interface CallRow {
  /** Whether the key has parentheses: a row without them describes the value itself. */
  readonly callable: boolean
  readonly params: readonly string[]
  readonly steps: readonly CompiledStep[]
}

export interface CompiledStep {
  readonly verb: string
  readonly words: readonly string[]
}

export type CompiledTables = ReadonlyMap<string, ReadonlyMap<string, CallRow>>

/** Compiles the tables of a language once, when its reader is loaded. */
export const compileTables = (...all: readonly Tables[]): CompiledTables =>
  new Map(all.flatMap(tables => Object.entries(tables)).map(([module, table]) => [module, compileTable(table)]))

export const compileTable = (table: Table): ReadonlyMap<string, CallRow> =>
  new Map(
    Object.entries(table).flatMap(([key, row]) => {
      const { names, params } = splitKey(key)
      const compiled = {
        callable: key.includes('('),
        params,
        steps: (typeof row === 'string' ? [row] : row).map(compileStep),
      }
      return names.map(name => [name, compiled] as const)
    }),
  )

function splitKey(key: string): { names: readonly string[]; params: readonly string[] } {
  const [names = '', params = ''] = key.split('(')
  return { names: wordsOf(names), params: wordsOf(params.replace(/[),]/g, ' ')) }
}

function compileStep(step: string): CompiledStep {
  const [verb = '', ...words] = wordsOf(step)
  return { verb, words }
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '')
