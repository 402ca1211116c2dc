import type { SearchEngine } from '../../io/web/searxng.ts'
import { fileTools } from './files/file-tools.ts'
import type { SearchOptions } from './files/grep-files.ts'
import { type AskOptions, askTools } from './interaction/ask-tools.ts'
import { type NoteOptions, noteTools } from './interaction/note-tools.ts'
import type { RuntimeTool } from './runtime-tool.ts'
import { runtimeSkillTools, type SkillToolOptions } from './skills/skill-tools.ts'
import { type WebFetchOptions, webFetch } from './web/web-fetch.ts'
import { webSearch } from './web/web-search.ts'

export interface BuiltInOptions extends SearchOptions, AskOptions, NoteOptions, WebFetchOptions {
  /** Without it, `web_search` says that no search engine is configured. */
  readonly searchEngine?: SearchEngine
  /** Without them, the agent has no tools for skills. */
  readonly skills?: SkillToolOptions
}

/** The built-in tools that start no commands of their own: files, questions, notes, the web, and skills. */
export const builtInTools = (options: BuiltInOptions): readonly RuntimeTool[] => [
  ...fileTools(options),
  ...askTools(options),
  ...noteTools(options),
  webFetch(options),
  webSearch(options.searchEngine ?? null),
  ...(options.skills === undefined ? [] : runtimeSkillTools(options.skills)),
]
