import { describe, expect, test } from 'vitest'
import { whyNoBash } from './sandbox.ts'
import { compareShell, shells, whyNoShell } from './unseen.ts'

const count = Number(process.env['SALLYPORT_ORACLE_SHELLS'] ?? 300)

describe('no script that the gate allows starts the marker or writes outside the workspace', () => {
  for (const shell of shells) {
    const missing = whyNoBash() ?? whyNoShell(shell)
    const skipped = missing === null ? '' : `: skipped, ${missing}`
    test.skipIf(missing !== null)(`in ${count} scripts for ${shell}${skipped}`, { timeout: 600_000 }, async () => {
      const { allowed, misses } = await compareShell(shell, { from: 1, count })
      expect(misses).toEqual([])
      // Scripts that ask or that the gate denies prove nothing.
      expect(allowed).toBeGreaterThan(count * 0.25)
    })
  }
})
