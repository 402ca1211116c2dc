import * as v from 'valibot'
import { literalPrefix } from '../../../core/glob.ts'
import { limits } from '../../../core/limits.ts'
import { hasTraversal, shortPath } from '../../../core/path.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { findRipgrep } from '../../../io/search/find-ripgrep.ts'
import { runRipgrep } from '../../../io/search/run-ripgrep.ts'
import { defineRuntimeTool, type RuntimeTool } from '../runtime-tool.ts'
import { withFiles } from './file-failure.ts'
import { listOf, type SearchOptions, withheldNote } from './grep-files.ts'
import { foundPath, isWithheld, searchPlaces } from './search-place.ts'

const texts = v.union([v.string(), v.array(v.string())])

/** Finds files by their names, with ripgrep. */
export const globFiles = ({ sensitive = [] }: SearchOptions = {}): RuntimeTool =>
  defineRuntimeTool({
    name: 'glob',
    description:
      'Finds files by a pattern such as `src/**/*.ts`; a pattern without a slash matches in every directory. Skips what git ignores, and leaves out files with secrets unless the pattern names them.',
    input: v.object({
      pattern: texts,
      path: v.optional(v.pipe(texts, v.description('The directory to search; the current one by default.'))),
      case_sensitive: v.optional(v.boolean()),
      respect_git_ignore: v.optional(v.boolean()),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1'))),
    }),
    otherKeys: {
      ...{ patterns: 'pattern', paths: 'path', dir_path: 'path', directory: 'path', root: 'path' },
      ...{ max_results: 'limit' },
    },
    run: ({ pattern, path, case_sensitive = true, respect_git_ignore = true, limit }, running) =>
      withFiles(async () => {
        const program = await findRipgrep(running.call.place.workspace)
        if (!program.ok) throw new ToolFailure('not_found', program.faults[0].message)
        const most = Math.min(limit ?? limits.outputEntries, limits.outputEntries)
        const found = new Set<string>()
        let leftOut = 0
        let isCut = false
        for (const { patterns, paths } of searchesFor(listOf(pattern), listOf(path))) {
          const withheld = { place: running.call.place, sensitive, filters: patterns }
          for (const place of searchPlaces(paths, running)) {
            const { error } = await runRipgrep({
              program: program.value,
              directory: place.directory,
              args: [
                ...['--files', '--null', '--hidden', '--sort=path'],
                ...patterns.map(one => `${case_sensitive ? '--glob' : '--iglob'}=${one.replace(/^\.\//, '')}`),
                '--glob=!**/.git/**',
                ...(respect_git_ignore ? [] : ['--no-ignore']),
                '--',
                place.operand,
              ],
              signal: running.signal,
              separator: '\0',
              onRecord: name => {
                const at = foundPath(place.directory, name)
                if (!place.isNamed && isWithheld(at, withheld)) leftOut += 1
                else if (found.size >= most) isCut = true
                else found.add(shortPath(at, running.call.place))
                return !isCut
              },
            })
            if (error !== null && found.size === 0) throw new ToolFailure('validation', `ripgrep: ${error}`)
          }
        }
        const files = [...found]
        const notes = [
          ...(isCut ? [`[cut after ${files.length} files; use a narrower pattern]`] : []),
          ...withheldNote(leftOut),
        ]
        return {
          text: [...(files.length === 0 ? ['(no files)'] : files), ...notes].join('\n'),
          data: { files, cut: isCut, left_out: leftOut },
        }
      }),
  })

interface Search {
  readonly patterns: readonly string[]
  readonly paths: readonly string[]
}

/** An absolute pattern is searched from the directory before its first wildcard. */
function searchesFor(patterns: readonly string[], paths: readonly string[]): readonly Search[] {
  if (patterns.some(hasTraversal))
    throw new ToolFailure('validation', 'a pattern must not contain `..`; name the directory in `path`')
  const relative = patterns.filter(one => !/^[/~]/.test(one))
  const absolute = patterns.filter(one => /^[/~]/.test(one))
  return [
    ...(relative.length === 0 ? [] : [{ patterns: relative, paths }]),
    ...absolute.map(one => {
      const prefix = literalPrefix(one)
      if (prefix === one) return { patterns: ['*'], paths: [one] }
      const directory = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      return { patterns: [`/${one.slice(directory.length)}`], paths: [directory] }
    }),
  ]
}
