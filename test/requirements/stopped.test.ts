import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStops, type Stops } from '../../src/io/stores/stops.ts'
import { openSwitches } from '../../src/io/stores/switches.ts'
import { startRun } from '../../src/runtime/run.ts'
import { execTools } from '../../src/runtime/tools/exec/exec-tools.ts'
import { createToolbox } from '../../src/runtime/tools/toolbox.ts'
import { execSessions } from '../../src/tools/families/exec-sessions.ts'
import { bash, nobodyHome, openGate, withPolicy } from './open-gate.ts'

let root = ''
let stops: Stops
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sallyport-stopped-'))
  stops = openStops(join(root, 'stops'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const switches = () => openSwitches({ stops: join(root, 'stops'), modes: join(root, 'modes') })
const stop = (session: string | null) => stops.stop({ session, at: 1, by: 'dev' })

/** The watch keeps no process alive, and a test that only waits has nothing else to do. */
async function busy<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 1_000)
  return work.finally(() => clearInterval(timer))
}

describe('a stopped session', () => {
  test('is denied from the next call on, and runs again after it is resumed', async () => {
    const { gate, types } = openGate({ switches: switches() })
    expect((await gate.check(bash('ls'))).decision).toBe('allow')
    stop('test')
    expect(await gate.check(bash('ls'))).toMatchObject({
      decision: 'deny',
      code: 'session_stopped',
      errorKind: 'cancelled',
    })
    expect((await gate.check({ ...bash('ls'), session: 'other' })).decision).toBe('allow')
    stops.resume('test')
    expect((await gate.check(bash('ls'))).decision).toBe('allow')
    expect(types().filter(type => type === 'tool_call_finished')).toHaveLength(1)
  })

  test('withdraws an open question', async () => {
    const { gate, journal, types } = openGate({ switches: switches(), approvers: [nobodyHome] })
    const verdict = gate.check(bash('git push'))
    while (!types().includes('approval_requested')) await new Promise(setImmediate)
    stop('test')
    expect(await busy(verdict)).toMatchObject({ decision: 'deny', code: 'session_stopped' })
    expect(journal.events().at(-2)).toMatchObject({ type: 'tool_call_judged', stage: 'stop' })
    const decided = journal.events().find(({ type }) => type === 'approval_decided')
    expect(decided).toMatchObject({ reason: 'cancelled', by: 'dev stopped the session' })
  })

  test('is denied though a person approved the question at that moment', async () => {
    const { gate } = openGate({
      switches: switches(),
      approvers: [
        {
          name: 'person',
          channel: 'human',
          request: async () => {
            stop('test')
            return { decision: 'approved', by: 'dev' }
          },
        },
      ],
    })
    expect(await gate.check(bash('git push'))).toMatchObject({ decision: 'deny', code: 'session_stopped' })
  })

  test('ends a call that runs, and its function is told to stop', async () => {
    const { gate, journal } = openGate({ switches: switches() })
    let wasAborted = false
    const outcome = gate.run(bash('ls'), async ({ signal }) => {
      signal.addEventListener('abort', () => {
        wasAborted = true
      })
      stop(null)
      return new Promise(() => {})
    })
    expect(await busy(outcome)).toMatchObject({
      ok: false,
      code: 'session_stopped',
      reason: expect.stringContaining('stopped all sessions'),
    })
    expect(wasAborted).toBe(true)
    expect(journal.events().at(-1)).toMatchObject({ type: 'tool_call_finished', outcome: 'cancelled' })
  })

  test('ends its run, and a program that still runs between two calls', async () => {
    const sessions = execSessions()
    const policies = await withPolicy('fence: { mode: off }\nrules: [{ when: { run: sleep }, then: allow }]')
    const { gate, clock } = openGate({
      policies,
      switches: switches(),
      tools: { sessions },
      place: { cwd: '/', runner: 'sallyport' },
    })
    const exec = execTools({ sessions, switches: switches() })
    const run = await startRun({ gate, ports: { newId: () => 'run', clock, switches: switches() } })
    if (!run.ok) throw new Error(run.faults[0].message)
    const toolbox = createToolbox({ run: run.value, tools: exec.tools })
    const started = await toolbox.call('exec_command', { cmd: 'exec sleep 300', yield_time_ms: 1 })
    expect(started).toMatchObject({ ok: true, value: { data: { running: true } } })
    stop('run')
    await busy(new Promise(resolve => run.value.signal.addEventListener('abort', resolve)))
    expect(run.value.end()).toMatchObject({
      outcome: 'cancelled',
      reason: expect.stringContaining('stopped this session'),
    })
    await busy(exec.close())
  })
})
