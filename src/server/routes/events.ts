import type { RouteModule } from '../context.ts'
import { signedInBy } from '../login/signed-in-by.ts'
import type { Exchange } from '../pages/send-page.ts'
import { apiError } from './api-error.ts'

/** The live stream: every record of the journal in its order (R215), and events about questions and the machine (R144). */
export const eventRoutes: RouteModule = (app, { stream }) => {
  app.get('/api/events', c => {
    const text = c.req.header('last-event-id') ?? c.req.query('after') ?? null
    if (text !== null && !/^\d{1,15}$/.test(text))
      return apiError(c, 400, 'validation', '`Last-Event-ID` must be the number of a record')
    const { incoming } = c.env as Exchange
    const body = stream.open(text === null ? null : Number(text), () => signedInBy(incoming)?.isValid() === true)
    if (body === null) return apiError(c, 503, 'too_many_streams', 'too many streams are open; close another tab')
    return c.body(body, 200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  })
}
