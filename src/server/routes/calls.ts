import * as v from 'valibot'
import { timestamp } from '../../core/clock.ts'
import { undo } from '../../io/overlay/undo.ts'
import type { CallAnswer, CallDetail, SessionRow, UndoneCall } from '../api.ts'
import { wordsOf } from '../calls/call-filter.ts'
import { undoState } from '../calls/undo-state.ts'
import type { RouteModule } from '../context.ts'
import { allSessions } from '../parts.ts'
import { apiError } from './api-error.ts'
import { inConsole } from './in-console.ts'

/** The timeline: pages of calls, one call in full, its undo, and sessions. */
export const callRoutes: RouteModule = (app, { calls, settings, env, ports, user }) => {
  app.get('/api/calls', async c => {
    const parsed = v.safeParse(querySchema, c.req.query())
    if (!parsed.success) return apiError(c, 400, 'validation', `bad query: ${parsed.issues[0].message}`)
    const { limit, before, q = '', ...filter } = parsed.output
    return c.json(await calls.page({ filter: { ...filter, words: wordsOf(q) }, before, limit }))
  })

  app.get('/api/calls/:id', async c => {
    const detail = await find(c.req.param('id'))
    return detail === null
      ? apiError(c, 404, 'not_found', noCall)
      : c.json({ ...detail, undo: undoState(detail.row, env) } satisfies CallAnswer)
  })

  app.post('/api/calls/:id/undo', async c => {
    const detail = await find(c.req.param('id'))
    if (detail === null) return apiError(c, 404, 'not_found', noCall)
    const { id, trial } = detail.row
    const state = undoState(detail.row, env)
    if (trial === null || state === null) return apiError(c, 409, 'conflict', 'this call kept no changes')
    if (!state.isPossible) return apiError(c, 409, 'conflict', state.because)
    const undone = await undo(
      {
        id: trial.id,
        force: false,
        record: event =>
          ports.journal.append([{ ...event, call: id, at: timestamp(ports.clock.now()), by: inConsole(user) }]),
      },
      env,
    )
    return undone.ok
      ? c.json({ call: id, does: undone.value.summary } satisfies UndoneCall)
      : apiError(c, 409, undone.faults[0].code, undone.faults[0].message)
  })

  const find = async (id: string): Promise<CallDetail | null> => (idPattern.test(id) ? calls.detail(id) : null)

  app.get('/api/sessions', c => {
    const stopped = new Set(settings.stopped())
    const sessions: readonly SessionRow[] = calls.recent
      .sessions()
      .map(session => ({ ...session, stopped: stopped.has(session.id) || stopped.has(allSessions) }))
    return c.json({ sessions })
  })
}

const noCall = 'the journal has no call with this id'
const idPattern = /^[\w-]{1,128}$/

const text = v.exactOptional(v.pipe(v.string(), v.maxLength(500)))
const number = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(least), v.maxValue(most))

const querySchema = v.strictObject({
  session: text,
  tool: text,
  decision: text,
  rule: text,
  q: text,
  before: v.optional(v.nullable(number(1, Number.MAX_SAFE_INTEGER)), null),
  limit: v.optional(number(1, 300), '100'),
})
