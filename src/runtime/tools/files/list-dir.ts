import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { shortPath } from '../../../core/path.ts'
import { type EntryKind, listHeld } from '../../../io/files/held-file.ts'
import { defineRuntimeTool } from '../runtime-tool.ts'
import { withFiles } from './file-failure.ts'
import { judgedPath } from './judged-path.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1'))
const deepest = 16

/** Lists a directory and, if asked for, those in it. Links are named and not followed. */
export const listDir = defineRuntimeTool({
  name: 'list_dir',
  description: 'Lists a directory: directories end in `/`, links in `@`. `depth` also lists the directories in it.',
  input: v.object({
    path: v.optional(v.pipe(v.string(), v.description('The directory; the current one by default.'))),
    depth: v.optional(
      v.pipe(count, v.maxValue(deepest, `at most ${deepest}`), v.description('How many levels; 1 by default.')),
    ),
    recursive: v.optional(v.boolean()),
    offset: v.optional(v.pipe(count, v.description('The first entry, counted from 1.'))),
    limit: v.optional(count),
  }),
  otherKeys: { dir_path: 'path' },
  run: ({ path = '.', depth, recursive = false, offset = 1, limit = limits.outputEntries }, running) =>
    withFiles(() => {
      const root = judgedPath({ kind: 'read', path }, running)
      const most = Math.min(limit, limits.outputEntries)
      const needed = offset - 1 + most
      const entries: string[] = []
      const isWhole = collect(root, '', depth ?? (recursive ? deepest : 1), { entries, most: needed + 1 })
      const shown = entries.slice(offset - 1, needed)
      const more = entries.length > needed || !isWhole ? `\n[cut; go on with offset ${needed + 1}]` : ''
      const name = shortPath(root, running.call.place)
      return {
        text: shown.length === 0 ? `(no entries in \`${name}\`)` : `${shown.join('\n')}${more}`,
        data: { entries: shown, cut: more !== '' },
      }
    }),
})

interface Found {
  readonly entries: string[]
  readonly most: number
}

/** False if there are more entries than fit. */
function collect(directory: string, prefix: string, depth: number, found: Found): boolean {
  for (const { name, kind } of listHeld(directory)) {
    if (found.entries.length >= found.most) return false
    found.entries.push(`${prefix}${name}${mark[kind]}`)
    if (kind !== 'directory' || depth <= 1 || name === '.git' || name === 'node_modules') continue
    if (!collect(directory === '/' ? `/${name}` : `${directory}/${name}`, `${prefix}${name}/`, depth - 1, found))
      return false
  }
  return true
}

const mark: Readonly<Record<EntryKind, string>> = { file: '', directory: '/', link: '@', other: '' }
