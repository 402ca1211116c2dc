import type { Effect, Run } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import { sensitiveBelow } from '../frame/file-below.ts'
import type { Frame } from '../frame/frame.ts'

/**
 * A file of secrets in the archive that a command writes to its standard output: `tar c .`. Null if it packs no whole
 * directory, or one without secrets.
 */
export function packedToOutput(effects: readonly Effect[], before: number, frame: Frame): string | null {
  for (const [i, effect] of effects.entries()) {
    const by = before + i
    if (effect.kind !== 'run' || !packs(effect) || effects.some(one => one.by === by && writesFile(one))) continue
    const found = packedBy(by, frame)
    if (found !== null) return found
  }
  return null
}

/** A file of secrets that a command prints out of an archive, which the call itself has packed or which it names. */
export function printedFromArchive(run: Run, own: readonly Effect[], frame: Frame): string | null {
  const { stdin, output, recorder } = frame
  const words = run.args.map(wordText)
  const name = baseName(wordText(run.program))
  if (packs(run) && output === 'shown' && !own.some(writesFile)) {
    const by = own[0]?.by ?? null
    return by === null ? null : packedBy(by, frame)
  }
  const isMember = printsMembers(name, words)
  if (!isMember && !printers.has(name)) return null
  if (stdin.from === 'pipe' && stdin.packed != null) return stdin.packed
  const named = isMember ? words.find(word => sensitivity(`/${word}`, 'read') !== null) : undefined
  if (named !== undefined) return named
  const read = new Set(own.flatMap(one => (one.kind === 'read' && isKnown(one.path) ? [one.path] : [])))
  for (const { kind, by, ...effect } of recorder.effects) {
    if (kind !== 'write' || by === null || !('path' in effect) || !isKnown(effect.path) || !read.has(effect.path))
      continue
    const packer = recorder.effects[by]
    const found = packer?.kind === 'run' && packs(packer) ? packedBy(by, frame) : null
    if (found !== null) return found
  }
  return null
}

/** `-` is standard output. */
const writesFile = (effect: Effect): boolean => effect.kind === 'write' && !wordText(effect.path).endsWith('/-')

/** A file of secrets in the directories that a run reads as a whole. */
function packedBy(run: number, frame: Frame): string | null {
  for (const effect of frame.recorder.effects) {
    if (effect.by !== run || effect.kind !== 'read' || !effect.recursive || !isKnown(effect.path)) continue
    const found = sensitiveBelow(effect.path, 'read', frame)
    if (found !== null) return found
  }
  return null
}

const packs = ({ program, args }: Run): boolean => {
  const name = baseName(wordText(program))
  if (!/^(tar|gtar|bsdtar|zip)$/.test(name)) return false
  return (
    name === 'zip' || args.some(arg => /^(-?[a-zA-Z]*[cru][a-zA-Z]*|--(create|append|update))$/.test(wordText(arg)))
  )
}

/** Options with which a program prints the files of an archive, and does not unpack them. */
function printsMembers(name: string, words: readonly string[]): boolean {
  const has = (pattern: RegExp) => words.some(word => pattern.test(word))
  if (/^(tar|gtar|bsdtar)$/.test(name)) return has(/^(-[a-zA-Z]*O[a-zA-Z]*|--to-stdout)$/) || /O/.test(words[0] ?? '')
  if (name === 'unzip') return has(/^-[a-zA-Z]*[pc]/)
  if (/^7z/.test(name)) return has(/^-so$/)
  return /^(gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd)$/.test(name) && has(/^(-[a-zA-Z]*c[a-zA-Z]*|--stdout)$/)
}

/** Programs that print what they read. */
const printers = new Set(
  'cat tac head tail less more nl rev strings base64 base32 xxd od hexdump grep egrep sed awk gawk zcat bzcat xzcat zstdcat zgrep'.split(
    ' ',
  ),
)
