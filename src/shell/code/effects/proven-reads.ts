import type { CodeEffect, CodeReading } from '../../../core/code.ts'
import { wordParts } from '../evaluation/value.ts'

/** This reader does not follow variables, so a read from a computed name could be any file: the code is opaque. */
export function withProvenReads({ effects, opaque }: CodeReading): CodeReading {
  const isAnyFile = (effect: CodeEffect): boolean =>
    effect.kind === 'read' && wordParts(effect.path).some(part => typeof part !== 'string' && part.yields !== 'files')
  return { effects, opaque: opaque ?? (effects.some(isAnyFile) ? 'reads a file only known at run time' : null) }
}
