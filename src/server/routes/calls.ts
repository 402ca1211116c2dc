import * as v from 'valibot'
import type { SessionRow } from '../api.ts'
import { wordsOf } from '../calls/call-filter.ts'
import type { RouteModule } from '../context.ts'
import { allSessions } from '../parts.ts'
import { apiError } from './api-error.ts'

/** The timeline: pages of calls, one call in full, and sessions. */
export const callRoutes: RouteModule = (app, { calls, settings }) => {
  app.get('/api/calls', async c => {
    const parsed = v.safeParse(querySchema, c.req.query())
    if (!parsed.success) return apiError(c, 400, 'validation', `bad query: ${parsed.issues[0].message}`)
    const { limit, before, q = '', ...filter } = parsed.output
    return c.json(await calls.page({ filter: { ...filter, words: wordsOf(q) }, before, limit }))
  })

  app.get('/api/calls/:id', async c => {
    const id = c.req.param('id')
    const detail = idPattern.test(id) ? await calls.detail(id) : null
    return detail === null ? apiError(c, 404, 'not_found', 'the journal has no call with this id') : c.json(detail)
  })

  app.get('/api/sessions', c => {
    const stopped = new Set(settings.stopped())
    const sessions: readonly SessionRow[] = calls.recent
      .sessions()
      .map(session => ({ ...session, stopped: stopped.has(session.id) || stopped.has(allSessions) }))
    return c.json({ sessions })
  })
}

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
