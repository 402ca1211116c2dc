import { type Stats, statSync } from 'node:fs'
import { sha256 } from '../../core/digest.ts'
import { ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

/** Increase this whenever the same text could be parsed, or its own examples judged, differently. */
const format = 5

/**
 * Reads policies and runs their own tests, once per text. The result is cached as JSON, by digest, where an agent cannot write,
 * so that a cold start finds it.
 */
export interface PolicyReader {
  read(source: string, file: string): Promise<Result<PolicyDocument>>
  /** A preset as compiled when this installation was built; null if its file is newer. */
  preset(name: string, file: string): PolicyDocument | null
}

/** Looks in the given directories; new entries go to the last one. Ignores files that other users can write to. */
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

/** Presets that this process has read, by the identity of their compiled files. */
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
    const bytes = readRegular(path, { maxBytes: limits.compiledBytes, accepts: isWritableByOwnerOnly })
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as PolicyDocument)
  } catch {
    return null
  }
}

const isWritableByOwnerOnly = ({ mode }: Stats): boolean => (mode & 0o022) === 0

/** A failed write is ignored: a missing cache entry only costs time. */
function toCache(path: string, document: PolicyDocument): void {
  try {
    writeAtomic(path, JSON.stringify(document))
  } catch {
    // The next start reads the file again.
  }
}
