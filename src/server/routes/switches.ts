import type { Context } from 'hono'
import * as v from 'valibot'
import { timestamp } from '../../core/clock.ts'
import { faultText, type Result } from '../../core/fault.ts'
import { runModes } from '../../core/switches/run-mode.ts'
import { type Changed, changeSwitches } from '../../io/stores/change-switches.ts'
import type { RouteModule, ServerContext } from '../context.ts'
import { apiError } from './api-error.ts'

/** Stops sessions, lets them go on, and switches the mode. Each change is in the journal with the person who made it. */
export const switchRoutes: RouteModule = (app, context) => {
  const changes = switchesOf(context)

  app.post('/api/stop', async c => {
    const body = v.safeParse(sessionSchema, await c.req.json().catch(() => null))
    return body.success ? changed(c, await changes.stop(body.output.session)) : apiError(c, 400, 'validation', usage)
  })

  app.post('/api/resume', async c => {
    const body = v.safeParse(sessionSchema, await c.req.json().catch(() => null))
    return body.success ? changed(c, await changes.resume(body.output.session)) : apiError(c, 400, 'validation', usage)
  })

  app.post('/api/mode', async c => {
    const body = v.safeParse(modeSchema, await c.req.json().catch(() => null))
    if (!body.success) return apiError(c, 400, 'validation', `send {"mode": one of ${runModes.join(', ')}}`)
    return changed(c, await changes.mode(body.output.mode, body.output.session))
  })

  function changed(c: Context, result: Result<Changed>): Response {
    context.changed()
    if (!result.ok) return apiError(c, 500, result.faults[0].code, faultText(result.faults[0]))
    const { unrecorded } = result.value
    return c.json({ unrecorded: unrecorded === null ? null : faultText(unrecorded) })
  }
}

const switchesOf = ({ paths, ports, user: by }: ServerContext) =>
  changeSwitches({
    paths,
    by,
    now: () => ports.clock.now().getTime(),
    record: (setting, value, session) =>
      ports.journal.append([
        { type: 'setting_changed', at: timestamp(ports.clock.now()), session, setting, value, by },
      ]),
  })

/** Null: all sessions. */
const session = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
const sessionSchema = v.strictObject({ session: v.exactOptional(session, null) })
const modeSchema = v.strictObject({ mode: v.picklist(runModes), session: v.exactOptional(session, null) })

const usage = 'send {"session": "an id"}, or {} for all sessions'
