import type { FileFacts } from '../../../core/facts.ts'
import { expandHome, parentOf, resolvePath } from '../../../core/path.ts'

/** One line of git's configuration: `url` in `[remote "origin"]`. */
export interface GitSetting {
  readonly section: string
  readonly subsection: string | null
  readonly name: string
  /** Null for a name without `=`. */
  readonly value: string | null
  /** Whether it counts only under a condition (`includeIf`). */
  readonly conditional: boolean
}

/** The settings of some files, and every file that they came from. */
export interface GitSettings {
  readonly settings: readonly GitSetting[]
  readonly files: readonly string[]
}

/** The settings of these files in order, with the files that they include; null if one of them cannot be read exactly. */
export function readGitSettings(
  paths: readonly string[],
  { facts, home }: { readonly facts: FileFacts; readonly home: string },
): GitSettings | null {
  const settings: GitSetting[] = []
  const files: string[] = []
  const readFile = (path: string, isConditional: boolean, depth: number): boolean => {
    files.push(path)
    const text = facts.text(path)
    if (text === null) return facts.kind(path) === 'missing'
    const found = depth > maxIncludes ? null : parseGitConfig(text)
    return found?.every(setting => take(setting, path, isConditional, depth)) ?? false
  }
  const take = (setting: GitSetting, from: string, isConditional: boolean, depth: number): boolean => {
    settings.push(isConditional ? { ...setting, conditional: true } : setting)
    const { section, name, value } = setting
    if (!/^include(if)?$/.test(section) || name !== 'path') return true
    if (value === null || !/^(~\/|[^~%])/.test(value)) return false
    const path = resolvePath(parentOf(from), expandHome(value, home))
    return readFile(path, isConditional || section === 'includeif', depth + 1)
  }
  return paths.every(path => readFile(path, false, 0)) ? { settings, files } : null
}

const maxIncludes = 10

/** The settings in a file's text; null if git would not accept it or could read it in another way. */
export function parseGitConfig(text: string): readonly GitSetting[] | null {
  if (text.includes('\uFFFD')) return null
  const rest = new Cursor(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const settings: GitSetting[] = []
  let place: Pick<GitSetting, 'section' | 'subsection'> | null = null
  for (;;) {
    rest.take(/(?:\s|[#;][^\n]*)*/y)
    if (rest.isAtEnd()) return settings
    const header = rest.take(/\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y)
    if (header !== null) {
      place = placeOf(header)
      continue
    }
    const name = rest.take(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/y)?.[1]
    if (name === undefined || place === null) return null
    const hasValue = rest.take(/=/y) !== null
    const value = hasValue ? takeValue(rest) : null
    if (hasValue ? value === null : rest.take(/\n|$/y) === null) return null
    settings.push({ ...place, name: name.toLowerCase(), value, conditional: false })
  }
}

/** `[section "Sub"]`, or the older `[section.sub]`, which has no capitals. */
function placeOf([, section = '', quoted]: RegExpExecArray): Pick<GitSetting, 'section' | 'subsection'> {
  const plain = section.toLowerCase()
  const dot = plain.indexOf('.')
  if (quoted !== undefined) return { section: plain, subsection: quoted.replaceAll(/\\(.)/g, '$1') }
  return dot < 0
    ? { section: plain, subsection: null }
    : { section: plain.slice(0, dot), subsection: plain.slice(dot + 1) }
}

/** A value up to the end of its line, without quotes, comments and outer blanks; null if it is not well formed. */
function takeValue(rest: Cursor): string | null {
  let value = ''
  /** Blanks that count only if more text follows. Not every version of git keeps a tab as it is. */
  let blanks = ''
  let isQuoted = false
  for (;;) {
    const [piece] = rest.take(/\n|\\\n|\\[tbn\\"]|"|[ \t\r\f\v]+|[#;]|[^\s\\"#;]+|$/y) ?? [null]
    if (piece === null) return null
    if (piece === '\n' || piece === '') return isQuoted ? null : value
    if (piece === '\\\n') continue
    if (piece === '"') isQuoted = !isQuoted
    else if (!isQuoted && /^[#;]/.test(piece)) rest.take(/[^\n]*/y)
    else if (!isQuoted && /^\s/.test(piece)) blanks += value === '' ? '' : ' '.repeat(piece.length)
    else {
      value += blanks + (piece.startsWith('\\') ? escapes.get(piece[1] ?? '') : piece)
      blanks = ''
    }
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['b', '\b'],
  ['n', '\n'],
  ['\\', '\\'],
  ['"', '"'],
])

/** A text that is read from left to right. */
class Cursor {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  /** The text that a sticky pattern matches here; null if it does not match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found !== null) this.at = pattern.lastIndex
    return found
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length
  }
}
