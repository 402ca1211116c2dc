import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { createGate } from '../../src/gate/gate.ts'
import type { Journal } from '../../src/gate/ports.ts'
import type { Outcome } from '../../src/gate/run-call.ts'
import { systemClock } from '../../src/io/clock.ts'
import { bubblewrapFence } from '../../src/io/fence/bubblewrap-fence.ts'
import { fileFacts } from '../../src/io/files/file-facts.ts'
import { randomId } from '../../src/io/random.ts'
import { startRun } from '../../src/runtime/run.ts'
import { execTools } from '../../src/runtime/tools/exec/exec-tools.ts'
import type { ToolOutput } from '../../src/runtime/tools/runtime-tool.ts'
import { madeUpPlace, memoryJournal } from '../../src/testing.ts'
import { execSessions } from '../../src/tools/families/exec-sessions.ts'
import { person, withPolicy } from '../requirements/open-gate.ts'

export interface ExecRunOptions {
  /** `enforce`: every command runs in the fence; `off`: none does. */
  readonly fence: 'enforce' | 'off'
  /** More keys of the policy's `fence`. */
  readonly policy?: string
  readonly variables?: Readonly<Record<string, string>>
  /** Where records go, if not to memory. */
  readonly recordTo?: Journal
}

/** A run with the exec tools, real programs, the real fence, and a person who approves everything. */
export async function openExecRun({ fence, policy = '', variables = {}, recordTo }: ExecRunOptions) {
  // Outside /tmp, since the fence has its own.
  const base = mkdtempSync(process.getuid?.() === 0 ? '/srv/sallyport-exec-' : `${homedir()}/.sallyport-exec-`)
  const workspace = `${base}/project`
  const home = `${base}/home`
  for (const directory of [workspace, home, `${base}/bin`]) mkdirSync(directory)
  // The documents say `python`, which many systems have only as `python3`.
  symlinkSync('/usr/bin/python3', `${base}/bin/python`)
  const env = { PATH: `${base}/bin:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' }
  const { approver, asked } = person()
  const journal = memoryJournal({ journal: 'test', at: new Date().toISOString() })
  const sessions = execSessions()
  const gate = createGate({
    policies: await withPolicy(`fence: { mode: ${fence}, ${policy} }`),
    place: { ...madeUpPlace, cwd: workspace, workspace: [workspace], home, own: [] },
    ports: {
      facts: fileFacts,
      journal: recordTo ?? journal,
      approvers: [approver],
      clock: systemClock,
      newId: randomId,
      runKey: new Uint8Array(32),
      fence: bubblewrapFence(env, [workspace]),
    },
    tools: { sessions },
  })
  const started = await startRun({ gate, ports: { newId: randomId, clock: systemClock } })
  if (!started.ok) throw new Error(started.faults[0].message)
  const run = started.value
  const exec = execTools({ sessions, env, variables })
  const call = (tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<Outcome<ToolOutput>> => {
    const found = exec.tools.find(({ name }) => name === tool)
    if (found === undefined) throw new Error(`there is no tool ${tool}`)
    return run.call({ tool, input }, running => found.run(running), signal === undefined ? {} : { signal })
  }
  /** The data of a call that must succeed. */
  const data = async (tool: string, input: Record<string, unknown>): Promise<ExecData> => {
    const outcome = await call(tool, input)
    if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.reason}`)
    return outcome.value.data as unknown as ExecData
  }
  return {
    base,
    workspace,
    env,
    run,
    exec,
    call,
    data,
    asked,
    journal,
    close: async () => {
      await exec.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

export type ExecRun = Awaited<ReturnType<typeof openExecRun>>

/** The data of an exec tool's result. */
export interface ExecData {
  readonly exit_code: number
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly output: string
  readonly running: boolean
  readonly session_id: number
  readonly left_out_bytes: number
  readonly duration_ms: number
  readonly fenced: boolean
  readonly notes: readonly string[]
  readonly fence_denied: readonly unknown[]
  readonly env_keys: readonly string[]
}

/** The ids of the living processes that have a word in their command line, zombies among them. */
export function processesWith(word: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
      } catch {
        return false
      }
    })
}

/** A time to sleep that no other process of this machine uses, so that it finds the processes of one test. */
export const seconds = (number: number): string => `${number}.${process.pid}`

/** Zombies among the children of this process. */
export function zombies(): readonly string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter(pid => {
    try {
      return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
    } catch {
      return false
    }
  })
}

/** Waits until something is true; the test's own timeout bounds it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 20))
}
