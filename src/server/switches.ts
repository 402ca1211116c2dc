import type { Context, Env, Hono } from 'hono'
import * as v from 'valibot'
import { type Fault, faultText, type Result } from '../core/fault.ts'
import { runModes } from '../core/switches/run-mode.ts'
import type { Changed, SwitchChanges } from '../io/stores/change-switches.ts'

/** Ids of sessions come from clients and are only hashed, but no client has longer ones. */
const session = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

const modeBody = v.strictObject({ mode: v.picklist(runModes), session: v.exactOptional(session) })
/** The console names all sessions as null. */
const switchBody = v.strictObject({ session: v.exactOptional(v.nullable(session)) })

/**
 * Adds the routes that stop and resume sessions and switch the mode. INVARIANT: mount it behind the check of the cookie, since only
 * the person may use it; `changesFor` names them in the journal.
 */
export function addSwitches<E extends Env>(app: Hono<E>, changesFor: (context: Context) => SwitchChanges): void {
  app.post('/api/mode', async context => {
    const body = await readBody(context, modeBody)
    if (body === null) return refuse(context, `the body must be { "mode": ${runModes.join(' | ')}, "session"?: "…" }`)
    return answer(context, await changesFor(context).mode(body.mode, body.session ?? null))
  })
  app.post('/api/stop', async context => {
    const body = await readBody(context, switchBody)
    if (body === null) return refuse(context, wantedSession)
    return answer(context, await changesFor(context).stop(body.session ?? null))
  })
  app.post('/api/resume', async context => {
    const body = await readBody(context, switchBody)
    if (body === null) return refuse(context, wantedSession)
    return answer(context, await changesFor(context).resume(body.session ?? null))
  })
}

const wantedSession = 'the body must be { "session"?: "…" }'

/** The body; null if it is not JSON of that shape. */
async function readBody<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  const isNoList = v.check(value => !Array.isArray(value))
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), isNoList, schema), await context.req.text())
  return parsed.success ? parsed.output : null
}

const refuse = (context: Context, error: string) => context.json({ error, code: 'validation' }, 400)

/** A change that took effect but is not in the journal says so. */
function answer(context: Context, changed: Result<Changed>) {
  if (!changed.ok) return context.json(asError(changed.faults[0]), 500)
  const { unrecorded } = changed.value
  return context.json({ changed: true, unrecorded: unrecorded === null ? null : faultText(unrecorded) })
}

const asError = (fault: Fault) => ({ error: fault.message, code: fault.code })
