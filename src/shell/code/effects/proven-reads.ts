import type { CodeEffect, CodeReading } from '../../../core/code.ts'
import { wordParts } from '../evaluation/value.ts'

/** Names are not followed word by word, so a file that is read under a computed name may be any: that is opaque. */
export function withProvenReads({ effects, opaque }: CodeReading): CodeReading {
  const isAnyFile = (effect: CodeEffect): boolean =>
    effect.kind === 'read' && wordParts(effect.path).some(part => typeof part !== 'string' && part.yields !== 'files')
  return { effects, opaque: opaque ?? (effects.some(isAnyFile) ? 'reads a file that is not known beforehand' : null) }
}
