import type { ObjectEntries } from 'valibot'
import type { World } from '../../core/call.ts'
import type { Touch } from '../../core/effect.ts'
import { fail, ok } from '../../core/fault.ts'
import { expandBraces, literalPrefix, matchWildcard } from '../../core/glob.ts'
import type { JsonObject } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { baseName, expandHome, hasTraversal, resolvePath } from '../../core/path.ts'
import { type Hole, makeWord, type Word } from '../../core/word.ts'
import { picksSensitive } from '../../guard/protected.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import { type PathUse, touch } from '../effects.ts'
import { each, field, given, missing, otherKeys } from '../fields.ts'
import { defineTool, type Tool } from '../tool.ts'
import { fileAccount, type NamedPath } from './file-account.ts'

const placeKeys = ['path', 'paths', 'dir_path', 'directory', 'root']
const places = { ...each('path dir_path directory root', field.optionalPath), ...each('paths', field.paths) }

interface SearchTool {
  /** The keys for the pattern. */
  readonly wanted: string
  /** Whether it searches for file names, where the pattern may leave the directory, or for text. */
  readonly finds: 'names' | 'text'
  readonly fields: ObjectEntries
}

/** Tools that search for files, or for text in files. */
const searchTool = ({ wanted, finds, fields }: SearchTool): Tool =>
  defineTool({
    family: 'search',
    category: 'file_read',
    tier: 'read',
    fields: { ...each(wanted, field.patterns), ...places, ...fields },
    account: (input, setting) => {
      const keys = wanted.split(' ')
      const patterns = given(input, keys).filter(([, text]) => text !== '')
      if (patterns.length === 0) return missing(keys[0] ?? '', setting)
      const roots = rootsOf(input)
      const filters = given(input, filterKeys)
      if ((patterns.length + filters.length) * roots.length > limits.effects)
        return fail('limit_reached', `\`${setting.tool}\` would search more than ${limits.effects} places`)
      const outside = finds === 'names' ? patterns.flatMap(named => leadsTo(named, roots)) : []
      const effects = finds === 'names' ? [] : filtered(filters, roots, setting.world)
      // A search for names reads no contents; only a search for text reads everything below its roots.
      const paths = [...roots, ...outside].map(path => ({ ...path, recursive: finds === 'text' }))
      const account = fileAccount({ paths, effects, said: otherKeys(input, placeKeys), world: setting.world })
      return ok({ ...account, summary: patterns.map(([, text]) => text).join(' ') })
    },
  })

function rootsOf(input: JsonObject): readonly NamedPath[] {
  const roots = given(input, placeKeys).map(([key, path]) => root(key, path))
  return roots.length === 0 ? [root('path', '.')] : roots
}

const root = (key: string, path: string): NamedPath => ({ kind: 'read', key, path, recursive: true })

/** The directories outside the roots that a pattern searches: it is absolute, starts with `~` or contains `..`. */
function leadsTo([key, pattern]: readonly [string, string], roots: readonly NamedPath[]): readonly NamedPath[] {
  return (expandBraces(pattern) ?? [pattern]).flatMap(one => {
    if (!/^[/~]/.test(one) && !hasTraversal(one)) return []
    const prefix = literalPrefix(one)
    const directory = prefix === one ? one : prefix.slice(0, prefix.lastIndexOf('/') + 1) || '.'
    const climbsLater = hasTraversal(one.slice(directory.length))
    const start = climbsLater ? '/' : directory
    if (/^[/~]/.test(start)) return [root(key, start)]
    return roots.map(({ path }) => root(key, `${path}/${start}`))
  })
}

/** The files that a filter names: a search with the filter `.env` reads that file. */
function filtered(
  filters: readonly (readonly [key: string, pattern: string])[],
  roots: readonly NamedPath[],
  world: World,
): readonly Touch[] {
  return filters.flatMap(([key, pattern]) => {
    if (pattern === '' || pattern.startsWith('!')) return []
    return (expandBraces(pattern) ?? [pattern]).flatMap(one =>
      roots.map(({ path }) => {
        const named = patternWord(`${path}/${one.replace(/^\/+/, '')}`)
        const read = touch({ kind: 'read', key, path: named } satisfies PathUse, world)
        if (read.sensitive !== null) return read
        return { ...read, sensitive: picksSensitive(baseName(one)) ?? hiddenSecret(one, path, world) }
      }),
    )
  })
}

/** The filter `.*` selects hidden files, which a search without it leaves out: a secret that it finds in the directory. */
function hiddenSecret(filter: string, root: string, world: World): string | null {
  const pattern = baseName(filter).replaceAll(/\[[^\][]{1,100}\]/g, '?')
  if (!/^\.[*?]+$/.test(pattern)) return null
  const directory = resolvePath(world.place.cwd, expandHome(root, world.place.home))
  const names = world.facts.names(directory) ?? ['.env']
  const found = names.find(name => matchWildcard(pattern, name) && sensitivity(`${directory}/${name}`, 'read') !== null)
  return found === undefined ? null : sensitivity(`${directory}/${found}`, 'read')
}

const filterKeys = ['glob', 'include', 'include_pattern']

/** A glob as a word with holes for its wildcards. */
const patternWord = (pattern: string): Word =>
  makeWord(
    pattern
      .split(/(\*+|\?|\[[^\][]{1,100}\])/)
      .map((part, i): string | Hole => (i % 2 === 0 ? part : { hole: part, yields: 'files' })),
  )

const nameSearch: ObjectEntries = {
  ...each('case_sensitive respect_git_ignore respect_gemini_ignore', field.flag),
  ...each('limit max_results', field.number),
  ...each('file_filtering_options exclude ignore', field.note),
}

const textSearch: ObjectEntries = {
  ...each('glob include include_pattern exclude_pattern', field.patterns),
  ...each('type output_mode', field.text),
  ...each(
    '-A -B -C context before after head_limit offset limit max_results max_matches_per_file total_max_matches',
    field.number,
  ),
  ...each('-n -i -o multiline case_sensitive ignoreCase literal fixed_strings no_ignore names_only', field.flag),
  ...each('exclude', field.note),
}

export const searchTools: Readonly<Record<string, Tool>> = {
  'Glob glob glob_files find': searchTool({ wanted: 'pattern patterns', finds: 'names', fields: nameSearch }),
  'Grep grep grep_files grep_search search_file_content search rg': searchTool({
    wanted: 'pattern query regex',
    finds: 'text',
    fields: textSearch,
  }),
}
