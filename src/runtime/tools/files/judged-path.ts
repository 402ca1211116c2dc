import type { Place } from '../../../core/call.ts'
import type { Touch } from '../../../core/effect.ts'
import { shortPath } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { fileFacts } from '../../../io/files/file-facts.ts'
import { touch } from '../../../tools/effects.ts'

export interface PathUseNow {
  readonly kind: Touch['kind']
  readonly path: string
  /** The directory that a relative path starts from, if it is not that of the call. */
  readonly cwd?: string
}

/**
 * The real path of a file that the call names, without links. INVARIANT: it is one of those that were judged. A link that
 * appeared since then makes the tool fail, so the file that was approved is the file that is opened.
 */
export function judgedPath({ kind, path, cwd }: PathUseNow, { call, verdict }: Running): string {
  const place: Place = cwd === undefined ? call.place : { ...call.place, cwd }
  const now = touch({ kind, path, key: 'path' }, { place, facts: fileFacts, sensitive: [] }).path
  if (typeof now !== 'string') throw new ToolFailure('validation', `\`${path}\` is not the path of one file`)
  if (verdict.effects.some(effect => effect.kind === kind && effect.path === now)) return now
  throw new ToolFailure(
    'validation',
    `\`${shortPath(now, place)}\` is not the file that was judged: a link changed in the meantime; call again`,
  )
}

/** Whether the call was judged to read something sensitive at this path, or everything in a sensitive directory. */
export const isJudgedSensitive = (path: string, { verdict }: Running): boolean =>
  verdict.effects.some(effect => effect.kind === 'read' && effect.path === path && effect.sensitive !== null)
