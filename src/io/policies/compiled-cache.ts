import { type Stats, statSync } from 'node:fs'
import { sha256 } from '../../core/digest.ts'
import { ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

/** Raised whenever the same text could be read, or judge its own examples, in another way. */
const format = 3

/**
 * Reads policies and runs their own tests, once per text: a cold start finds them as JSON, keyed by digest, where an agent
 * cannot write.
 */
export interface PolicyReader {
  read(source: string, file: string): Promise<Result<PolicyDocument>>
  /** A preset as it was compiled when this installation was built; null if its file is newer than that. */
  preset(name: string, file: string): PolicyDocument | null
}

/** Directories to look in; new entries go to the last one. Those that others can write to are passed over. */
export function cachedReader(directories: readonly string[]): PolicyReader {
  return {
    preset: (name, file) => {
      const [installation] = directories
      return installation === undefined ? null : builtPreset(`${installation}/${name}.json`, file)
    },
    read: async (source, file) => {
      const name = cacheName(source)
      for (const directory of directories) {
        const cached = fromCache(`${directory}/${name}`)
        if (cached !== null) return ok({ ...cached, file })
      }
      const { readChecked } = await import('../../policy/read/read-checked.ts')
      const read = await readChecked(source, file)
      const target = directories.at(-1)
      if (read.ok && target !== undefined) toCache(`${target}/${name}`, read.value)
      return read
    },
  }
}

export const cacheName = (source: string): string => `${sha256(`${format} ${source}`)}.json`

/** Presets that this process has read, by what tells their compiled files from one another. */
const presets = new Map<string, PolicyDocument | null>()

function builtPreset(compiled: string, file: string): PolicyDocument | null {
  try {
    const { ino, ctimeMs, mtimeMs } = statSync(compiled)
    if (mtimeMs < statSync(file).mtimeMs) return null
    const identity = `${compiled} ${ino} ${ctimeMs}`
    if (!presets.has(identity)) presets.set(identity, fromCache(compiled))
    return presets.get(identity) ?? null
  } catch {
    return null
  }
}

function fromCache(path: string): PolicyDocument | null {
  try {
    const bytes = readRegular(path, { maxBytes: limits.compiledBytes, accepts: isOursAlone })
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as PolicyDocument)
  } catch {
    return null
  }
}

const isOursAlone = ({ mode }: Stats): boolean => (mode & 0o022) === 0

/** A cache that cannot be written costs time, nothing else. */
function toCache(path: string, document: PolicyDocument): void {
  try {
    writeAtomic(path, JSON.stringify(document))
  } catch {
    // The next start reads the file again.
  }
}
