import { describe, expect, test } from 'vitest'
import { noFacts } from '../../src/core/facts.ts'
import { baseName } from '../../src/core/path.ts'
import { wordText } from '../../src/core/word.ts'
import { analyse } from '../../src/shell/analyse.ts'
import { madeUpPlace } from '../../src/testing.ts'
import { startedBy, whyNoBash } from './bash.ts'
import { generateScript, programs } from './generate.ts'

const count = Number(process.env['SALLYPORT_ORACLE'] ?? 1_000)
const batch = 500
const missing = whyNoBash()

/** What the analysis says would start, and whether it says that it cannot know. */
function predicted(script: string): { readonly names: ReadonlySet<string>; readonly isOpaque: boolean } {
  const { effects } = analyse(script, { place: madeUpPlace, facts: noFacts, sensitive: [] })
  const names = effects.flatMap(effect => (effect.kind === 'run' ? [baseName(wordText(effect.program))] : []))
  return { names: new Set(names), isOpaque: effects.some(effect => effect.kind === 'opaque') }
}

describe('what bash starts, the analysis has said', () => {
  test.skipIf(missing !== null)(
    `${count} scripts in real bash${missing === null ? '' : `: skipped, ${missing}`}`,
    () => {
      const misses: string[] = []
      let executed = 0
      let started = 0
      let opaque = 0
      for (let from = 0; from < count; from += batch) {
        const scripts = Array.from({ length: Math.min(batch, count - from) }, (_, i) => generateScript(from + i + 1))
        const seen = startedBy(scripts, programs)
        for (const [i, script] of scripts.entries()) {
          const { names, isOpaque } = predicted(script)
          const unseen = [...(seen[i] ?? [])].filter(name => !names.has(name))
          executed += 1
          if ((seen[i]?.size ?? 0) > 0) started += 1
          if (isOpaque) opaque += 1
          else if (unseen.length > 0)
            misses.push(`seed ${from + i + 1} started ${unseen.join(', ')} unseen:\n${script}`)
        }
      }
      console.log(
        `oracle: ${executed} scripts, ${started} started a program, ${opaque} opaque, ${misses.length} misses`,
      )
      expect(misses.slice(0, 5)).toEqual([])
      expect(executed).toBe(count)
      // Scripts that start nothing, or that nothing can be said about, would prove nothing.
      expect(started).toBeGreaterThan(count * 0.8)
      expect(opaque).toBeLessThan(count * 0.1)
    },
  )
})
