import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TicketGround, ticketGround } from '../test/contain/ticket-ground.ts'

/**
 * Measures a contained call behind a hook in its two halves: the hook that makes the ticket, beside the hook for a plain call; and
 * the runner with its command, beside plain `bwrap … true` and the client's own shell. All alternate in the same run.
 */
const rounds = Number(process.env['SALLYPORT_BENCH_ROUNDS'] ?? 15)
const hook = join(process.cwd(), 'dist/hook.cjs')

const plainWords = [
  ...['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', 'true'],
]

function askHook({ env, project }: TicketGround, command: string): string {
  const sent = {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', permission_mode: 'default', tool_name: 'Bash' },
    ...{ cwd: project, tool_use_id: 'bench', tool_input: { command } },
  }
  return execFileSync(process.execPath, [hook, 'claude-code'], {
    env: { ...env, SALLYPORT_CONTAIN: '1' },
    cwd: project,
    input: JSON.stringify(sent),
    encoding: 'utf8',
  })
}

function run(ground: TicketGround, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { env: ground.env, cwd: ground.project, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
}

async function measure(ground: TicketGround): Promise<void> {
  const times = new Map<string, number[]>()
  const timed = (name: string, work: () => void) => {
    const start = performance.now()
    work()
    times.set(name, [...(times.get(name) ?? []), performance.now() - start])
  }
  const forms: (string | null)[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const command of ['frob true', 'frob touch changed'] as const) forms.push(await ground.fencedForm(command))
    const [reads, writes] = forms.splice(0)
    if (reads == null || writes == null) throw new Error('the fence does not answer here')
    timed('bash -c true', () => run(ground, '/bin/bash', ['-c', 'true']))
    timed('bwrap … true', () => run(ground, 'bwrap', plainWords))
    timed('runner, nothing changed', () => run(ground, '/bin/bash', ['-c', reads]))
    timed('runner, a file changed', () => run(ground, '/bin/bash', ['-c', writes]))
    rmSync(join(ground.project, 'changed'), { force: true })
    timed('hook, plain call', () => void askHook(ground, 'git status'))
    timed('hook, contained call', () => {
      if (!askHook(ground, 'frob true').includes('/contain/run ')) throw new Error('the hook did not contain the call')
    })
    // The first round only fills caches.
    if (round === 0) times.clear()
  }
  const medians = new Map(
    [...times].map(([name, list]) => [name, [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0]),
  )
  for (const [name, median] of medians) console.log(`  ${name.padEnd(26)} median ${median.toFixed(1).padStart(7)} ms`)
  const ratio = (one: string, other: string) => ((medians.get(one) ?? 0) / (medians.get(other) ?? 1)).toFixed(2)
  console.log(`the runner takes ${ratio('runner, nothing changed', 'bwrap … true')} × plain bubblewrap, and`)
  console.log(`${ratio('runner, a file changed', 'bwrap … true')} × if a file changed; the hook of a contained call`)
  console.log(`takes ${ratio('hook, contained call', 'hook, plain call')} × the hook of a plain one`)
}

const ground = await ticketGround()
try {
  console.log(`contained calls behind a hook (${rounds} rounds)`)
  await measure(ground)
} finally {
  ground.remove()
}
