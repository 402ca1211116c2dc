import { describe, expect, test } from 'vitest'
import {
  balanced,
  bash,
  nobodyHome,
  openGate,
  person,
  withPolicy,
  withPreset,
} from '../../test/requirements/open-gate.ts'
import { denyAll, ruleApprover } from '../approvals/rule-approver.ts'
import type { ApprovalOutcome, JournalEvent } from '../audit/event.ts'
import type { Code } from '../core/fault.ts'
import type { Approver } from '../gate/ports.ts'
import type { CallInput } from '../gate/take-call.ts'
import { ToolFailure } from '../gate/tool-failure.ts'
import type { Descriptor } from '../tools/descriptor.ts'
import { type RunEnd, startRun } from './run.ts'

const asking = await withPolicy('mode: ask', await withPreset('deep-dive'))

async function begun(options: Parameters<typeof openGate>[0] = {}) {
  const opened = openGate({ policies: asking, ...options })
  let id = 0
  const started = await startRun({ gate: opened.gate, ports: { newId: () => `run-${++id}`, clock: opened.clock } })
  if (!started.ok) throw new Error(started.faults[0].message)
  const ran: string[] = []
  const call = (given: CallInput) =>
    started.value.call(given, running => void ran.push(String(running.call.input['command'])))
  return { ...opened, run: started.value, call, ran }
}

const runEvents = (events: readonly JournalEvent[]) => events.filter(event => event.type.startsWith('run_'))
const says = (decision: ApprovalOutcome): Approver => person(decision).approver

describe('a run', () => {
  test('is recorded from start to end, and its calls have its session', async () => {
    const { run, call, journal } = await begun({ approvers: [says('approved')] })
    await call(bash('make'))
    await run.complete()
    const events = journal.events()
    expect(runEvents(events)).toMatchObject([{ type: 'run_started' }, { type: 'run_completed', errorKind: null }])
    expect(events.every(event => 'session' in event && event.session === 'run-1')).toBe(true)
  })

  test('does not start without a record', async () => {
    const { gate, journal, clock } = openGate()
    journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    const started = await startRun({ gate, ports: { newId: () => 'x', clock } })
    expect(started).toMatchObject({ ok: false, faults: [{ code: 'audit_unavailable' }] })
  })

  test('ends once: the first end counts', async () => {
    const { run, journal } = await begun()
    await run.cancel('enough')
    expect(await run.complete()).toMatchObject({ outcome: 'cancelled', reason: 'enough' })
    expect(runEvents(journal.events())).toHaveLength(2)
    expect(run.signal.aborted).toBe(true)
  })

  test('cancels its open calls when it ends, questions among them', async () => {
    const { run, call, ran } = await begun({ policies: balanced, approvers: [nobodyHome] })
    const waiting = call(bash('git push'))
    const running = run.call(bash('ls'), () => new Promise(() => {}))
    await new Promise(setImmediate)
    await run.cancel('enough')
    expect(await waiting).toMatchObject({ ok: false, errorKind: 'cancelled' })
    expect(await running).toMatchObject({ ok: false, errorKind: 'cancelled' })
    expect(ran).toEqual([])
  })

  test('runs and asks nothing after its end', async () => {
    const { approver, asked } = person()
    const { run, call, ran } = await begun({ approvers: [approver] })
    await run.complete()
    for (const command of ['ls', 'make'])
      expect(await call(bash(command))).toMatchObject({ ok: false, code: 'cancelled' })
    expect(asked).toEqual([])
    expect(ran).toEqual([])
  })

  test('ends a call when its caller or the run cancels it', async () => {
    const { run } = await begun({ policies: balanced })
    const leaving = new AbortController()
    const call = run.call(bash('ls'), () => new Promise(() => {}), { signal: leaving.signal })
    await new Promise(setImmediate)
    leaving.abort()
    expect(await call).toMatchObject({ ok: false, errorKind: 'cancelled' })
    expect(run.end()).toBeNull()
  })

  test('may have many open calls', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error) => void warnings.push(warning)
    process.on('warning', listen)
    const { run } = await begun({ policies: balanced })
    const open = Array.from({ length: 50 }, () => run.call(bash('ls'), () => new Promise(() => {})))
    await new Promise(setImmediate)
    await run.cancel('enough')
    expect((await Promise.all(open)).every(({ ok }) => !ok)).toBe(true)
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })

  test('has its own approvals: another run asks again', async () => {
    const { approver, asked } = person('approved_for_session')
    const { gate, clock, call } = await begun({ approvers: [approver] })
    const other = await startRun({ gate, ports: { newId: () => 'other', clock } })
    for (let i = 0; i < 2; i += 1) await call(bash('make'))
    expect(asked).toHaveLength(1)
    if (other.ok) await other.value.call(bash('make'), () => null)
    expect(asked).toHaveLength(2)
  })

  test('keeps its session, even if a call names another', async () => {
    const { call, journal } = await begun({ approvers: [says('approved')] })
    await call({ ...bash('make'), session: 'elsewhere' })
    expect(JSON.stringify(journal.events())).not.toContain('elsewhere')
  })
})

type EndRow = readonly [how: string, options: Parameters<typeof openGate>[0], code: Code, end: Partial<RunEnd> | null]
const unknownCategory: Descriptor = {
  category: 'shel' as never,
  extractRisk: () => ({ argv: [], riskLevel: 'low', reason: '' }),
  sanitiseForApproval: () => ({}),
  sanitiseForEvent: () => ({}),
}

describe('the effect of an outcome on the run', () => {
  test.each<EndRow>([
    [
      'R80: abort ends it as cancelled',
      { approvers: [says('abort')] },
      'approval_aborted',
      { outcome: 'cancelled', errorKind: 'cancelled' },
    ],
    ['R80: a denial does not end it', { approvers: [says('denied')] }, 'approval_denied', null],
    [
      'R77: mode ask without anyone to ask ends it as a fault of configuration',
      {},
      'no_approver',
      { outcome: 'failed', errorKind: 'config_error' },
    ],
    ['C12: in automation, a missing approver does not end it', { place: { automation: true } }, 'no_approver', null],
    [
      'C12: nor in automation that the policy turns on',
      { policies: { ...asking, automation: true } },
      'no_approver',
      null,
    ],
    ['R191: rules that cover nothing do not end it', { approvers: [ruleApprover({ rules: [] })] }, 'no_rule', null],
    [
      'C12: an unreachable person in automation does not end it',
      { approvers: [says('approved')], place: { automation: true } },
      'no_approver',
      null,
    ],
    ['a rule that denies does not end it', { approvers: [denyAll] }, 'approval_denied', null],
    [
      'R177: an invalid descriptor ends it',
      { tools: { overridden: new Set(['Bash']), getDescriptor: () => unknownCategory } },
      'config_error',
      { outcome: 'failed', errorKind: 'config_error' },
    ],
    [
      'a fence that is missing does not end it',
      { policies: { ...asking, fence: { ...asking.fence, mode: 'enforce' } }, approvers: [says('approved')] },
      'sandbox_denied',
      null,
    ],
  ])('%s', async (_how, options, code, end) => {
    const { run, call, ran, journal } = await begun(options)
    expect(await call(bash('make'))).toMatchObject({ ok: false, code })
    expect(run.end()).toEqual(end === null ? null : expect.objectContaining(end))
    expect(runEvents(journal.events()).map(event => event.type)).toEqual([
      'run_started',
      ...(end === null ? [] : [`run_${end.outcome}`]),
    ])
    expect(ran).toEqual([])
  })

  test('R77: the run fails at once, and the next call does not run', async () => {
    const { run, call, journal } = await begun()
    expect(await call(bash('make'))).toMatchObject({ errorKind: 'permission' })
    expect(runEvents(journal.events()).at(-1)).toMatchObject({ type: 'run_failed', errorKind: 'config_error' })
    expect(await call(bash('make again'))).toMatchObject({ ok: false, errorKind: 'cancelled' })
    expect(run.end()).toMatchObject({ reason: expect.stringContaining('there is no one to ask') })
  })

  test('R193: repeating a denied call ends the run without asking again', async () => {
    const { approver, asked } = person('denied')
    const { run, call, journal } = await begun({ approvers: [approver] })
    await call(bash('make'))
    expect(run.end()).toBeNull()
    expect(await call(bash('make'))).toMatchObject({ code: 'loop_guard' })
    expect(run.end()).toMatchObject({ outcome: 'failed', errorKind: 'permission' })
    expect(runEvents(journal.events()).at(-1)).toMatchObject({ type: 'run_failed' })
    expect(asked).toHaveLength(1)
  })

  test('a tool that fails or reports an abort does not end the run', async () => {
    const { run } = await begun({ policies: balanced })
    for (const code of ['cancelled', 'tool_failed', 'human_required'] as const)
      await run.call(bash('ls'), () => {
        throw new ToolFailure(code, 'no')
      })
    expect(run.end()).toBeNull()
  })
})
