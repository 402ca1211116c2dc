import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../src/core/fault.ts'
import type { FencePlan } from '../../src/fence/fence.ts'
import { type FenceProfile, fenceKeys, unlimited } from '../../src/fence/profile.ts'
import type { Fence } from '../../src/gate/ports.ts'
import type { OpenTrial, Trials } from '../../src/gate/trial-port.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import type { FileState, TreeChange } from '../../src/trial/change.ts'
import { bash, openGate, person, withFiles } from '../requirements/open-gate.ts'

const caseSchema = v.strictObject({
  note: v.string(),
  /** The user's policy, and that of a project that is not trusted. */
  policy: v.optional(v.string(), ''),
  project: v.optional(v.string()),
  command: v.string(),
  changes: v.array(v.pipe(v.string(), v.regex(/^[-+~] \S/))),
  overlay: v.optional(v.literal('missing')),
  /** Whether the old files fit the undo store. */
  fits: v.optional(v.boolean(), true),
  person: v.optional(v.picklist(['approved', 'denied'])),
  want: v.strictObject({
    ran: v.picklist(['trial', 'undo', 'fence', 'no']),
    kept: v.optional(v.boolean()),
    asked: v.number(),
    /** Text of the questions: what they show, and what they do not. */
    question: v.optional(v.string()),
    question_lacks: v.optional(v.string()),
    /** What the person is told before the run. */
    noted: v.optional(v.string()),
    fence_denied: v.optional(v.string()),
  }),
})
type TrialCase = v.InferOutput<typeof caseSchema>

const cases = v.parse(v.array(caseSchema), load(readFileSync(join(import.meta.dirname, 'trial-cases.yaml'), 'utf8')))

const root = madeUpPlace.workspace[0] ?? ''

describe('runs in an overlay', () => {
  test('there are cases', () => expect(cases.length).toBeGreaterThan(20))

  test.each(cases.map(one => [one.note, one] as const))('%s', async (_, given) => {
    const { want } = given
    const { ran, committed, notes, asked, denied } = await runCase(given)
    const questions = JSON.stringify(asked)
    expect({ ran, asked: asked.length }).toEqual({ ran: want.ran, asked: want.asked })
    if (want.kept !== undefined) expect(committed).toBe(want.kept && given.changes.length > 0)
    expect(notes.join('\n')).toContain(want.noted ?? '')
    if (want.noted === undefined) expect(notes).toEqual([])
    expect(questions).toContain(want.question ?? '')
    if (want.question_lacks !== undefined) expect(questions).not.toContain(want.question_lacks)
    expect(denied).toMatchObject(
      want.fence_denied === undefined ? [] : [{ kind: 'write', path: `${root}/${want.fence_denied}` }],
    )
  })
})

/** Runs a case through a gate whose fence and overlay only note what they are asked to do. */
async function runCase(given: TrialCase) {
  let [ran, committed]: [TrialCase['want']['ran'], boolean] = ['no', false]
  let notes: readonly string[] = []
  const human = person(given.person)
  const fence: Fence = {
    name: 'bubblewrap',
    probe: async () => ok(fenceKeys),
    plan: profile => ok(planFor(profile)),
  }
  const trials: Trials = {
    probe: async () => (given.overlay === 'missing' ? fail('sandbox_denied', 'none here') : ok('unshare')),
    fits: () => given.fits,
    open: async plan => ok(trialOf(plan, given, () => (committed = true))),
  }
  const { gate, journal } = openGate({
    policies: await withFiles([
      { layer: 'user', trusted: true, source: given.policy },
      ...(given.project === undefined ? [] : [{ layer: 'project' as const, trusted: false, source: given.project }]),
    ]),
    approvers: given.person === undefined ? [] : [human.approver],
    facts: memoryFacts({ [`${root}/generate`]: '#!/bin/sh\n', [`${root}/src/a.ts`]: 'a' }),
    fence,
    trials,
  })
  await gate.run(
    bash(given.command),
    running => {
      ran =
        running.plan === null
          ? 'no'
          : running.plan.argv[0] === 'undo'
            ? 'undo'
            : isOverlay(running.plan)
              ? 'trial'
              : 'fence'
      notes = running.notes ?? []
    },
    { contain: 'never' },
  )
  const denied = journal.events().flatMap(event => (event.type === 'fence_denied' ? event.denials : []))
  return { ran, committed, notes, asked: human.asked, denied }
}

const isOverlay = ({ overlay }: FencePlan): boolean => overlay !== undefined

const planFor = ({ overlay, keepsProtected }: FenceProfile): FencePlan => ({
  ...{ argv: [keepsProtected === true ? 'undo' : 'bwrap'], env: [], mounts: [], seccomp: null, network: [] },
  ...{ limits: unlimited, guarded: [] },
  ...(overlay === true ? { overlay: [root] } : {}),
})

const trialOf = (plan: FencePlan, { changes, fits }: TrialCase, commit: () => void): OpenTrial => ({
  id: 'trial',
  roots: [root],
  plan,
  diff: async () => ok({ changes: changes.map(changeOf), conflicts: [], leftOut: [] }),
  canUndo: () => fits,
  newText: path => path,
  commit: async () => {
    commit()
    return ok({ id: 'trial', canUndo: fits })
  },
  discard: () => {},
})

const file: FileState = { kind: 'file', mode: 0o644, size: 1, modified: '1', identity: '1:1', names: 1, target: null }

function changeOf(text: string): TreeChange {
  const [sign, path] = [text[0], `${root}/${text.slice(2)}`]
  return { path, was: sign === '+' ? null : file, now: sign === '-' ? null : file, content: true }
}
