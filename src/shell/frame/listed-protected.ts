import type { Touch } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import type { Frame } from './frame.ts'

/**
 * Why a write to files that a search finds is sensitive: `find . -name '*.json' -exec sed -i … {} +` where
 * `.claude/settings.json` is one of them. Null if no such file is there.
 */
export function listedProtected({ path }: Touch, { world, recorder }: Frame): string | null {
  if (isKnown(path)) return null
  const [start, hole] = path.parts
  if (typeof start !== 'string' || !start.endsWith('/') || typeof hole !== 'object' || hole.fits === true) return null
  const { listed, yields } = hole
  const isFound = hole.hole === '*' && yields === 'files'
  const except = listed?.allExcept ?? listed?.walksExcept
  if (except === undefined && !isFound) return null
  const pattern = except === undefined ? wordText(path).slice(start.length).replace(/^\*\//, '*') : '*'
  for (const folder of holders) {
    if (except?.some(glob => folder.split('/').some(part => matchWildcard(glob, part)))) continue
    const names = world.facts.names(`${start}${folder}`) ?? []
    recorder.look(names.length)
    for (const name of names) {
      const file = `${folder}/${name}`
      if (!matchWildcard(pattern, file) || except?.some(glob => matchWildcard(glob, name))) continue
      const reason = sensitivity(`${start}${file}`, 'change')
      if (reason !== null) return `includes \`${file}\`, ${reason}`
    }
  }
  return null
}

/** Directories with settings and hooks that run code later. */
const holders = [
  '.git',
  '.git/hooks',
  '.claude',
  '.vscode',
  '.husky',
  '.cursor',
  '.codex',
  '.gemini',
  '.github/workflows',
]
