import { expandHome, resolvePath } from '../core/path.ts'

/** One setting: `core.hookspath`, `remote.origin.url`. Section and key are in lower case, as git compares them. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

/** The settings of a git configuration file. A line that is not understood becomes a setting with an empty key. */
export function gitSettings(text: string): readonly GitSetting[] {
  let section = ''
  return text
    .replace(/\\\r?\n/g, '')
    .split('\n')
    .flatMap(line => {
      const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
      if (header !== null)
        section = [header[1]?.toLowerCase(), ...(header[2] === undefined ? [] : [header[2]])].join('.')
      // A setting may follow its section on the same line.
      const rest = line.slice(header?.[0].length ?? 0).trim()
      if (rest === '' || /^[#;]/.test(rest)) return []
      const [, name, value = 'true'] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest) ?? []
      return [{ key: name === undefined ? '' : `${section}.${name.toLowerCase()}`, value: unquote(value) }]
    })
}

const unquote = (value: string): string => (/^"(.*)"/.exec(value)?.[1] ?? value.replace(/\s*[#;].*$/, '')).trim()

/** Settings that name no program: those that `init`, `clone` and `submodule` write. */
const plainKeys =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|abbrev|sparsecheckout|sparsecheckoutcone)|user\.(?:name|email)|init\.defaultbranch|remote\..*\.(?:url|fetch|tagopt|promisor|partialclonefilter)|branch\..*\.(?:remote|merge|rebase)|submodule\.(?:active|.*\.(?:url|active|branch))|extensions\.(?:objectformat|partialclone))$/

/** Whether git starts no program because of this configuration. */
export const isPlainGitConfig = (text: string): boolean =>
  gitSettings(text).every(({ key, value }) => plainKeys.test(key) && !/^ext::/i.test(value))

/** Where the relative paths in a repository's configuration begin. */
export interface ConfigPlace {
  /** The directory of the configuration file. */
  readonly directory: string
  /** The working tree. */
  readonly tree: string
  readonly home: string
}

/** Paths that git obeys because the configuration names them: directories of hooks, and included files. */
export const pathsGitObeys = (text: string, { directory, tree, home }: ConfigPlace): readonly string[] =>
  gitSettings(text).flatMap(({ key, value }) => {
    const path = expandHome(value, home)
    if (key === 'core.hookspath') return [resolvePath(tree, path)]
    return /^include(?:if\..*)?\.path$/.test(key) ? [resolvePath(directory, path)] : []
  })
