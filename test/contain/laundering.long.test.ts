import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Way, ways } from './laundering-ways.ts'
import { openRealGround, type RealGround, whyNotHere } from './real-ground.ts'

if (whyNotHere !== null) console.error(`SKIPPED: nothing can be contained here: ${whyNotHere}`)

describe.skipIf(whyNotHere !== null)('what a contained run really wrote does not run uncontained', () => {
  const proved: string[] = []

  test.concurrent.each(ways.map((way, index) => ({ ...way, index })))('$how', { timeout: 240_000 }, async way => {
    // A person keeps what the program did, and accepts nothing more by it.
    const ground = await openRealGround({ answer: ({ summary }) => (summary.startsWith('keep what') ? kept : null) })
    try {
      const filled = fillIn(way, ground, way.index)
      for (const [path, text] of Object.entries(filled.before ?? {})) ground.write(`project/${path}`, text)
      if (filled.setUp !== undefined) expect(ground.plain(filled.setUp)).toBe(0)
      const wrote = await ground.frob(filled.writes)
      expect(wrote).toMatchObject({ ok: true, value: 0, verdict: { contained: true }, trial: { committed: true } })
      const answers: string[] = []
      for (const step of filled.then) {
        const call = typeof step === 'string' ? { tool: 'Bash', input: { command: step } } : step
        answers.push(await ground.told(call))
        // What is allowed runs as a client runs it: without a fence. What is stopped runs too, to prove that the way exists.
        if (typeof step === 'string') ground.plain(step)
        else ground.write(`project/x.sh`, String(step.input['content']))
      }
      expect(answers, 'each step was allowed').not.toEqual(answers.map(() => 'allow'))
      if (way.isUnproved === undefined && (way.needs ?? []).every(isInstalled)) {
        expect(ground.exists('proof'), 'the way does not work').toBe(true)
        proved.push(way.how)
      }
    } finally {
      await ground.close()
      for (const path of scratchOf(way.index)) rmSync(path, { recursive: true, force: true })
    }
  })

  test('at least 30 of the ways were proved with real processes', () => {
    console.log(`${ways.length} ways to run it later, ${proved.length} of them proved; 0 ran uncontained`)
    expect(proved.length).toBeGreaterThanOrEqual(30)
  })
})

const kept = { decision: 'approved', by: 'dev' } as const

const scratchOf = (n: number): readonly string[] => [
  ...[`/tmp/laundered-${n}.sh`, `/tmp/redirected-${n}.sh`, `/tmp/unpacked-${n}`],
]

const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** The proof is outside the project, where a contained run cannot write. */
function fillIn(way: Way, { base, project }: RealGround, n: number): Way {
  const proof = `${base}/proof`
  const filled = JSON.stringify(way, (_key, value) =>
    typeof value !== 'string'
      ? value
      : value
          .replaceAll('$PY', `open('${proof}', 'w')`)
          .replaceAll('$JS', `require('fs').writeFileSync('${proof}', '')`)
          .replaceAll('$PWD', '@PWD@')
          .replaceAll('$PATH', '@PATH@')
          .replaceAll('$P', `touch ${proof}`)
          .replaceAll('@PWD@', '$PWD')
          .replaceAll('@PATH@', '$PATH')
          .replaceAll('$W', project)
          .replaceAll('$N', `${n}`),
  )
  return JSON.parse(filled) as Way
}
