import { rmSync } from 'node:fs'
import * as v from 'valibot'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Policies } from '../../policy/policies.ts'
import { readPrivate } from '../files/private-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { isCurrent } from './waiting-question.ts'

/** A limited time in which only the floor and the organisation's rules stop calls. It ends by itself. */
export type Pause = Readonly<v.InferOutput<typeof pauseSchema>>

const pauseSchema = v.strictObject({ version: v.literal(1), at: v.number(), until: v.number(), by: v.string() })

/** The current pause. A file that is damaged, has too long a duration, or is accessible to other users does not count. */
export function readPause(path: string, now: number): Pause | null {
  const text = readPrivate(path, maxBytes)
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), pauseSchema), text)
  if (!parsed.success) return null
  const pause = parsed.output
  return isCurrent(pause, now) && pause.until - pause.at <= limits.pauseMs ? pause : null
}

const maxBytes = 4_096

export function writePause(path: string, pause: Omit<Pause, 'version'>): Result<null> {
  try {
    writeAtomic(path, `${JSON.stringify({ version: 1, ...pause })}\n`)
    return ok(null)
  } catch (error) {
    return fail('config_error', `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

export function endPause(path: string): Result<null> {
  try {
    rmSync(path, { force: true })
    return ok(null)
  } catch (error) {
    return fail('config_error', `\`${path}\` cannot be removed: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** The policies during a pause: in watch mode. */
export const underPause = (policies: Policies, pause: Pause | null): Policies =>
  pause === null ? policies : { ...policies, watches: true }
