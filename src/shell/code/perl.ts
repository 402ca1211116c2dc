import type { CodeReader } from '../../core/code.ts'
import { withProvenReads } from './effects/proven-reads.ts'
import { newCodeRecorder } from './effects/recorder.ts'
import { tooLong } from './parsing/tree-limits.ts'
import { readPerlCode } from './perl/prove.ts'

/**
 * Reads Perl as agents write it into `perl -e`: the part that provably only computes, and calls that say in plain
 * text what they do. Everything else is opaque.
 *
 * ```ts
 * readPerl('unlink "a.txt"').effects // [{ kind: 'delete', path: 'a.txt', recursive: false }]
 * ```
 */
export const readPerl: CodeReader = code => {
  const recorder = newCodeRecorder()
  const reason = tooLong(code) ?? (/[^\t\n\x20-\x7e\u00a1-\ud7ff]/.test(code) ? 'code with control characters' : null)
  try {
    if (reason === null) readPerlCode(code, recorder)
    else recorder.opaque(reason)
  } catch {
    recorder.opaque('code that could not be analysed')
  }
  return withProvenReads(recorder.finish())
}
