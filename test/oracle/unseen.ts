import type { Call } from '../../src/core/call.ts'
import { judge } from '../../src/gate/judge.ts'
import { nodeHash } from '../../src/io/node-hash.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'
import { loadedReaders, loadReaders } from '../../src/shell/code/load-readers.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import { noWorkspace } from '../no-home.ts'
import { generateForShell } from './generate-dialects.ts'
import { generateHidden } from './generate-hidden.ts'
import { markedBy, pathOf } from './marked.ts'

/** The shells for which scripts can be generated. */
export const shells = ['bash', 'dash', 'busybox'] as const
export type Shell = (typeof shells)[number]

export interface Comparison {
  readonly shell: Shell
  readonly generated: number
  /** Scripts that the gate allowed, all of which ran. */
  readonly allowed: number
  /** Allowed scripts that started the marker or wrote outside the workspace, each with its seed. */
  readonly misses: readonly string[]
}

const batch = 2_000

/** Why scripts for a shell cannot run here; null if they can. */
export const whyNoShell = (shell: Shell): string | null => (pathOf(shell) === null ? `${shell} is not installed` : null)

/** Judges generated scripts by the preset `balanced`, and runs the allowed ones to see whether they start the marker or write outside. */
export async function compareShell(
  shell: Shell,
  range: { readonly from: number; readonly count: number },
): Promise<Comparison> {
  const isAllowed = await gate()
  const misses: string[] = []
  let allowed = 0
  for (let done = 0; done < range.count; done += batch) {
    const seeds = Array.from({ length: Math.min(batch, range.count - done) }, (_, i) => range.from + done + i)
    const scripts = new Map(seeds.map(seed => [generate(shell, seed), seed]))
    const running = [...scripts.keys()].filter(isAllowed)
    allowed += running.length
    for (const { script, did } of markedBy(running, pathOf(shell) ?? '/bin/sh'))
      misses.push(
        `seed ${scripts.get(script)} ${did === 'started' ? 'started the marker' : 'wrote outside'}:\n${script}`,
      )
  }
  return { shell, generated: range.count, allowed, misses }
}

const generate = (shell: Shell, seed: number): string =>
  shell === 'bash' ? generateHidden(seed) : generateForShell(shell, seed)

const files = { '/home/dev/project/a.txt': 'text\n', '/home/dev/project/src/b.ts': 'text\n' }

async function gate(): Promise<(script: string) => boolean> {
  const loaded = await loadPolicies({ place: noWorkspace, preset: 'balanced' })
  if (!loaded.ok) throw new Error(loaded.faults[0].message)
  await loadReaders('python3 perl')
  const judging = {
    policies: loaded.value,
    facts: memoryFacts({ files }),
    runKey: new Uint8Array(32),
    tools: {},
    hash: nodeHash,
    readers: loadedReaders(),
  }
  return command => {
    const call: Call = { tool: 'Bash', input: { command }, place: madeUpPlace, id: null }
    return judge(call, judging).verdict.decision === 'allow'
  }
}
