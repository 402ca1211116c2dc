import type { Hono } from 'hono'
import { addContainedFiles } from './contained-files.ts'
import type { TuningContext } from './context.ts'
import { addGrants } from './grants.ts'
import { addInsights } from './insights.ts'
import { addPlayground } from './playground.ts'
import { addPolicyCheck } from './policy-check.ts'
import { addPolicySave } from './policy-save.ts'
import { addPolicyView } from './policy-view.ts'

/** Adds the routes of the pages that tune the gate. INVARIANT: they are only reachable for the person who signed in. */
export function addTuning(app: Hono, context: TuningContext): void {
  for (const add of [
    addPlayground,
    addGrants,
    addContainedFiles,
    addPolicyView,
    addPolicyCheck,
    addPolicySave,
    addInsights,
  ])
    add(app, context)
}
