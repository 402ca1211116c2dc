import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/core/effect.ts'
import { analyse } from '../../src/shell/analyse.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import { covers } from './covers.ts'
import { generateWrites } from './generate-writes.ts'
import { hardWrites } from './hard-writes.ts'
import { whyNoBash } from './sandbox.ts'
import { files } from './world.ts'
import { type Written, writtenBy } from './written.ts'

const count = Number(process.env['SALLYPORT_ORACLE_WRITES'] ?? 300)
const missing = whyNoBash()
const skipped = missing === null ? '' : `: skipped, ${missing}`

const predicted = (script: string): readonly Effect[] =>
  analyse(script, { place: madeUpPlace, facts: memoryFacts({ files }), sensitive: [] }).effects

const isOpaque = (effects: readonly Effect[]): boolean => effects.some(effect => effect.kind === 'opaque')

/** The changes that no effect predicted. */
const unseen = (written: Written, effects: readonly Effect[]): readonly string[] =>
  written.changed.filter(path => !effects.some(effect => covers(effect, path, written)))

describe('the analysis predicts every change that real bash makes outside the workspace', () => {
  test.skipIf(missing !== null)(`in ${count} random scripts${skipped}`, { timeout: 120_000 + count * 200 }, () => {
    const scripts = Array.from({ length: count }, (_, i) => generateWrites(i + 1))
    const misses: string[] = []
    let wrote = 0
    let opaque = 0
    for (const [i, written] of writtenBy(scripts).entries()) {
      const effects = predicted(scripts[i] ?? '')
      const missed = unseen(written, effects)
      if (written.changed.length > 0) wrote += 1
      if (isOpaque(effects)) opaque += 1
      else if (missed.length > 0)
        misses.push(`seed ${i + 1} changed ${missed.join(', ')}, which was not predicted:\n${scripts[i]}`)
    }
    console.log(
      `oracle: ${scripts.length} scripts executed, ${wrote} of them wrote outside the workspace, ${opaque} opaque (${((100 * opaque) / count).toFixed(1)} %), ${misses.length} misses`,
    )
    expect(misses.slice(0, 5)).toEqual([])
    // Scripts that write nothing outside the workspace, or that are opaque, would prove nothing.
    expect(wrote).toBeGreaterThan(count * 0.5)
    expect(opaque).toBeLessThan(count * 0.1)
  })

  test.skipIf(missing !== null)(`in ${hardWrites.length} difficult scripts${skipped}`, { timeout: 120_000 }, () => {
    const written = writtenBy(hardWrites.map(([, script]) => script))
    const misses = hardWrites.flatMap(([title, script], i) => {
      const mine = written[i] ?? { changed: [], created: new Set() }
      if (mine.changed.length === 0) return [`${title} wrote nothing outside the workspace: ${script}`]
      const effects = predicted(script)
      const missed = isOpaque(effects) ? [] : unseen(mine, effects)
      return missed.length === 0 ? [] : [`${title} changed ${missed.join(', ')}, which was not predicted: ${script}`]
    })
    expect(misses).toEqual([])
  })
})
