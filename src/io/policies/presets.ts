import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The directory of the package: where `presets/` lies, whether this runs from `src` or from `dist`. */
export function packageRoot(): string {
  root ??= findRoot()
  return root
}

let root: string | null = null

function findRoot(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'presets', 'balanced.yaml'))) return at
    if (at === dirname(at)) throw new Error('the presets are missing from this installation')
  }
}

/** A preset's file, or null if there is none of that name. */
export const presetPath = (name: string): string | null =>
  /^[a-z][a-z0-9-]*$/.test(name) && existsSync(presetFile(name)) ? presetFile(name) : null

const presetFile = (name: string): string => `${packageRoot()}/presets/${name}.yaml`
