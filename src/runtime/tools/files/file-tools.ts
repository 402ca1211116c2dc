import type { RuntimeTool } from '../runtime-tool.ts'
import { applyPatchTool } from './apply-patch.ts'
import { globFiles } from './glob-files.ts'
import { grepFiles, type SearchOptions } from './grep-files.ts'
import { listDir } from './list-dir.ts'
import { readTools } from './read-tools.ts'
import { viewImage } from './view-image.ts'
import { writeTools } from './write-tools.ts'

/** All tools that work on files. */
export const fileTools = (options: SearchOptions = {}): readonly RuntimeTool[] => [
  ...readTools,
  listDir,
  grepFiles(options),
  globFiles(options),
  viewImage,
  ...writeTools,
  applyPatchTool,
]
