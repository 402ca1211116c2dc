import { setMaxListeners } from 'node:events'
import type { Measure } from '../../approvals/blast-radius/measures.ts'
import { type Figure, figureWords } from '../../approvals/blast-radius/radius-words.ts'
import type { Place } from '../../core/call.ts'
import { askGitWithin } from './ask-git.ts'
import { measureFiles } from './git-figures.ts'
import { liveTarget } from './live-target.ts'

/** How long a person waits for the figures. */
const surveyMs = 200

/**
 * The possible cost of an approved call, in lines for the prompt: files, commits, and the place that it acts on. It only reads, and
 * says so if the time was not enough.
 */
export async function survey(
  measures: readonly Measure[],
  place: Place,
  env: NodeJS.ProcessEnv,
  ms = surveyMs,
): Promise<readonly string[]> {
  if (measures.length === 0) return []
  const late = new AbortController()
  // Every question to git listens to it.
  setMaxListeners(0, late.signal)
  const timer = setTimeout(() => late.abort(), ms)
  const git = askGitWithin(late.signal, place.workspace)
  const one = async (measure: Measure): Promise<Figure | null> => {
    const figure =
      measure.kind === 'target'
        ? await liveTarget(measure.system, { run: measure.run, env, home: place.home })
        : await measureFiles(measure, git, late.signal)
    return figure ?? (late.signal.aborted ? { kind: 'unmeasured', why: `it would take longer than ${ms} ms` } : null)
  }
  const figures = await Promise.all(measures.map(measure => one(measure).catch(() => null)))
  clearTimeout(timer)
  return [...new Set(figures.flatMap(figure => (figure === null ? [] : [figureWords(figure)])))]
}
