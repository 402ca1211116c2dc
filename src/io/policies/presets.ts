import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's directory, which contains `presets/`, whether this runs from `src` or from `dist`. */
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

/** The file of a preset; null if the preset does not exist. */
export const presetPath = (name: string): string | null =>
  /^[a-z][a-z0-9-]*$/.test(name) && existsSync(presetFile(name)) ? presetFile(name) : null

const presetFile = (name: string): string => `${packageRoot()}/presets/${name}.yaml`
