import type { ObjectEntries } from 'valibot'
import { ok } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { ownString } from '../../core/json.ts'
import { each, field, given, missing, otherKeys } from '../fields.ts'
import { defineTool, type Setting, type Tool } from '../tool.ts'
import { worldIn } from './command.ts'
import { fileAccount } from './file-account.ts'

interface ReadTool {
  /** The keys for a path, the usual one first. */
  readonly paths: string
  /** The path if the call names none; without it, the call must name one. */
  readonly absent?: '.'
  readonly fields?: ObjectEntries
}

/** Tools that read a file or list a directory. */
const readTool = ({ paths, absent, fields = {} }: ReadTool): Tool =>
  defineTool({
    family: 'file-read',
    category: 'file_read',
    tier: 'read',
    fields: { ...each(paths, field.paths), ...fields },
    account: (input, setting) => {
      const keys = paths.split(' ')
      const [usual = ''] = keys
      const named = given(input, keys)
      if (named.length === 0 && absent === undefined) return missing(usual, setting)
      const uses = named.length === 0 ? [[usual, absent ?? '.'] as const] : named
      const world = skillWorld(input, setting)
      return ok(
        fileAccount({
          paths: uses.map(([key, path]) => ({ kind: 'read', key, path })),
          said: otherKeys(input, keys),
          world,
        }),
      )
    },
  })

/** The reference file of a skill is relative to the skill's directory. */
function skillWorld(input: JsonObject, { world, ports }: Setting): Setting['world'] {
  const mention = ownString(input, 'skill_mention')
  const directory = mention === undefined ? null : (ports.skillDirectory?.(mention) ?? null)
  return directory === null ? world : worldIn(directory, world)
}

const range = each('offset limit start_line end_line max_bytes', field.number)
const notes = (keys: string): ObjectEntries => each(keys, field.note)

export const fileReadTools: Readonly<Record<string, Tool>> = {
  'Read read': readTool({ paths: 'file_path filePath path', fields: { ...range, ...notes('pages allow_large') } }),
  'read_file file_read': readTool({
    paths: 'path file_path absolute_path target_file',
    fields: { ...range, ...notes('mode indentation encoding') },
  }),
  view: readTool({ paths: 'path', fields: notes('view_range forceReadLargeFiles') }),
  view_image: readTool({ paths: 'path', fields: notes('detail') }),
  NotebookRead: readTool({ paths: 'notebook_path', fields: notes('cell_id') }),
  'LS ls list': readTool({ paths: 'path', absent: '.', fields: { ...range, ...notes('ignore') } }),
  'list_dir list_directory': readTool({
    paths: 'path dir_path',
    absent: '.',
    fields: { ...range, ...notes('depth recursive ignore file_filtering_options respect_git_ignore') },
  }),
  read_many_files: readTool({
    paths: 'paths include',
    fields: notes('exclude recursive useDefaultExcludes file_filtering_options'),
  }),
  ReadLints: readTool({ paths: 'paths path', absent: '.' }),
  'LSP lsp': readTool({ paths: 'filePath', fields: notes('operation line character query') }),
  skill_ref_read: readTool({ paths: 'ref_path path', fields: { ...each('skill_mention', field.name), ...range } }),
}
