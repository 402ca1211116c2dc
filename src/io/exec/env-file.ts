import { fail, ok, type Result } from '../../core/fault.ts'
import { variableRunsCode } from '../../tools/families/environment.ts'
import { readRegular } from '../files/read-regular.ts'

/** The variables of a `.env` file. */
export interface EnvFile {
  readonly variables: Readonly<Record<string, string>>
  /**
   * Names that were left out because they can make ordinary programs run other code, such as `LD_PRELOAD` and `PATH`. A file of
   * the project must not decide that. Set them in the environment of the process instead.
   */
  readonly leftOut: readonly string[]
}

/**
 * Reads a `.env` file for a run. It is read once, so that a command cannot change the variables of later ones.
 *
 * @example
 * const file = readEnvFile('/work/project/.env')
 * if (file.ok) execTools({ sessions, variables: file.value.variables })
 */
export function readEnvFile(path: string): Result<EnvFile> {
  try {
    const bytes = readRegular(path, { maxBytes })
    return bytes === null
      ? fail('config_error', `\`${path}\` must be a regular file of at most ${maxBytes} bytes`)
      : parseEnvFile(bytes.toString('utf8'), path)
  } catch {
    return fail('config_error', `\`${path}\` cannot be read`)
  }
}

const maxBytes = 1_000_000

/** Parses the text of a `.env` file. INVARIANT: no fault quotes a value. */
export function parseEnvFile(text: string, file: string): Result<EnvFile> {
  const given = new Map<string, string>()
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  entry.lastIndex = 0
  for (let at = 0; at < source.length; at = entry.lastIndex) {
    const found = entry.exec(source)
    if (found === null) {
      const line = source.slice(0, at).split('\n').length
      return fail('config_error', 'expected `NAME=value`', { file, line, column: 1 })
    }
    const { name, double, single, back, plain } = found.groups ?? {}
    if (name === undefined) continue
    const value = double === undefined ? (single ?? back ?? plain ?? '').replaceAll('\0', '') : unescaped(double)
    given.set(name, plain === undefined ? value : value.trim())
  }
  const names = [...given.keys()]
  return ok({
    variables: Object.fromEntries([...given].filter(([name]) => !variableRunsCode(name))),
    leftOut: names.filter(variableRunsCode).sort(),
  })
}

const blank = /[^\S\n]*/.source
const quoted = /"(?<double>(?:[^"\\]|\\[\s\S])*)"|'(?<single>[^']*)'|`(?<back>[^`]*)`/.source
/** A `#` inside a word is text; after a blank it begins a comment. */
const unquoted = /(?<plain>[^\n#"'`](?:[^\n#]|(?<=\S)#)*)?/.source
const name = /(?:export[^\S\n]+)?(?<name>[A-Za-z_][\w.-]*)/.source
/** One line, or one value in quotes over several lines; a comment; or an empty line. */
const entry = new RegExp(
  `${blank}(?:${name}${blank}=${blank}(?:${quoted}|${unquoted})${blank})?(?:#[^\\n]*)?(?:\\n|$)`,
  'y',
)

/** In double quotes, `\n` is a line break; every other backslash stays as it is, so that paths and patterns stay right. */
const unescaped = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\0', '')
