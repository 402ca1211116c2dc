import { sensitivity } from '../../guard/sensitive.ts'
import type { Frame } from './frame.ts'

/**
 * A sensitive file in a directory or a few levels below it, for programs that print or change everything they find there. Null
 * if there is none, or the directory cannot be listed.
 */
export function sensitiveBelow(directory: string, use: 'read' | 'change', frame: Frame): string | null {
  const { facts } = frame.world
  let level = [directory]
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const found: string[] = []
    for (const place of level.slice(0, maxDirectories)) {
      const names = facts.names(place) ?? []
      frame.recorder.look(names.length)
      for (const name of names) {
        const path = `${place}/${name}`
        if (sensitivity(path, use) !== null) return path
        if (!/\.\w+$/.test(name) && !bulky.has(name)) found.push(path)
      }
    }
    level = found
  }
  return null
}

const maxDepth = 3
const maxDirectories = 40

/** Directories that are large and hold the files of other people. */
const bulky = new Set(['node_modules', '.git', '.venv', 'venv', 'vendor', 'target', '__pycache__'])
