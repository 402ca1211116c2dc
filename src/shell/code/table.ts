/**
 * What a library's functions do, as data. Keys are names with their parameters as the manual prints them,
 * `remove unlink (path)`; the steps name the parameters that they apply to. A function without a row is opaque, unless
 * its module has a `*`.
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
  /** `=x` behind the parameter is the path where none is given. */
  | `${'read' | 'write' | 'delete'} ${string}`
  /** A file of which nothing is left. */
  | `empty ${string}`
  /** A file, and the text that it holds afterwards: no text, for each of many, is the end of what they held. */
  | `fill ${string}`
  /** A file, or a directory with all that is in it if the options say so. */
  | `remove ${string}`
  /** A file whose mode tells what is done with it. */
  | `open ${string}`
  /** A file, or a URL. */
  | `load ${string}`
  | `script ${string}`
  /** Words of a program; lists are flattened. */
  | `run ${string}`
  /** A program with an argument list that begins with its own name. */
  | `exec ${string}`
  /** A list, or text that `shell` makes a script; `cwd` and `env` as keywords. */
  | `process ${string}`
  /** A program, a list and an object of options. */
  | `spawn ${string}`
  | `${'connect' | 'send'} ${string}`
  /** A URL and what makes the request one that sends: options, a body, a method. */
  | `request ${string}`
  /** Only if it is a URL, since the receiver is not known. */
  | `url ${string}`
  /** A host or an address; it sends if the code anywhere sends. */
  | `socket ${string}`
  | `change ${string}/${string}`
  /** The URL of a database, or what else says where it is. */
  | `database ${string}`
  /** A statement for a database; the object itself is the database, if that is known. */
  | `sql ${string}`
  /** The call's value is an object of a kind, which has rows of its own under `(kind)`. */
  | `makes ${string}`
  | `is ${string}`
  | `module ${string}`
  /** A directory in which modules are found from now on. */
  | `search ${string}`
  /** Modules may be found anywhere from now on. */
  | 'unplaced'
  /** The working directory from now on. */
  | `directory ${string}`
  | `variable ${string}`

export interface CallRow {
  /** Whether the key has parentheses: a row without them speaks of the value itself. */
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
