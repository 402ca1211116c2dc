import { describe, expect, test } from 'vitest'
import type { Run } from '../../src/core/effect.ts'
import { noFacts } from '../../src/core/facts.ts'
import { baseName } from '../../src/core/path.ts'
import { wordText } from '../../src/core/word.ts'
import { analyse } from '../../src/shell/analyse.ts'
import { madeUpPlace } from '../../src/testing.ts'
import { accountsFor } from './accounts-for.ts'
import { generateScript, programs } from './generate-starts.ts'
import { whyNoBash } from './sandbox.ts'
import { type Start, startedBy } from './started.ts'

const count = Number(process.env['SALLYPORT_ORACLE'] ?? 1_000)
const batch = 500
const missing = whyNoBash()

/** The runs that the analysis predicts, and whether it says that it cannot know. */
function predicted(script: string): { readonly runs: readonly Run[]; readonly isOpaque: boolean } {
  const { effects } = analyse(script, { place: madeUpPlace, facts: noFacts, sensitive: [] })
  return {
    runs: effects.filter(effect => effect.kind === 'run'),
    isOpaque: effects.some(effect => effect.kind === 'opaque'),
  }
}

/** Why the analysis missed a start: the program or its words were not predicted; null if it was predicted. */
function missed(start: Start, runs: readonly Run[]): string | null {
  const named = runs.filter(run => baseName(wordText(run.program)) === start.program)
  if (named.length === 0) return `${start.program}, which was not predicted`
  if (named.some(run => accountsFor(run, start))) return null
  const expected = named.map(run => JSON.stringify(run.args.map(wordText)))
  return `${start.program} with ${JSON.stringify(start.args)}, expected ${[...new Set(expected)].join(' or ')}`
}

describe('the analysis predicts every program that real bash starts', () => {
  test.skipIf(missing !== null)(
    `in ${count} random scripts${missing === null ? '' : `: skipped, ${missing}`}`,
    { timeout: 120_000 + count * 60 },
    () => {
      const misses: string[] = []
      let executed = 0
      let started = 0
      let starts = 0
      let opaque = 0
      for (let from = 0; from < count; from += batch) {
        const scripts = Array.from({ length: Math.min(batch, count - from) }, (_, i) => generateScript(from + i + 1))
        const seen = startedBy(scripts, programs)
        for (const [i, script] of scripts.entries()) {
          const { runs, isOpaque } = predicted(script)
          const mine = seen[i] ?? []
          executed += 1
          starts += mine.length
          if (mine.length > 0) started += 1
          if (isOpaque) opaque += 1
          else {
            const why = mine.map(start => missed(start, runs)).find(one => one !== null)
            if (why !== undefined) misses.push(`seed ${from + i + 1} started ${why}:\n${script}`)
          }
        }
      }
      console.log(
        `oracle: ${executed} scripts executed, ${started} of them started ${starts} programs, ${opaque} opaque (${((100 * opaque) / executed).toFixed(1)} %), ${misses.length} misses`,
      )
      expect(misses.slice(0, 5)).toEqual([])
      expect(executed).toBe(count)
      // Scripts that start nothing, or that are opaque, would prove nothing.
      expect(started).toBeGreaterThan(count * 0.8)
      expect(opaque).toBeLessThan(count * 0.1)
    },
  )
})
