import * as v from 'valibot'
import { isApprovalId } from '../../approvals/pending.ts'
import type { JsonObject } from '../../core/json.ts'
import type { RouteModule, ServerContext } from '../context.ts'
import { apiError } from './api-error.ts'
import { inConsole } from './in-console.ts'

/** The questions that wait for a person, and their answers (R145, R146). A GET never decides anything. */
export const approvalRoutes: RouteModule = (app, context) => {
  const { inbox, user } = context
  const by = inConsole(user)

  app.get('/api/approvals', c => c.json({ approvals: inbox.list() }))

  app.post('/api/approvals/respond', async c => {
    const parsed = v.safeParse(batchSchema, await c.req.json().catch(() => null))
    if (!parsed.success) return apiError(c, 400, 'validation', batchUsage)
    const { ids, approved } = parsed.output
    const grave = approved ? ids.filter(id => inbox.find(id)?.grave === true) : []
    if (grave.length > 0)
      return apiError(c, 400, 'grave', 'a destructive or sensitive call must be approved by itself, not in a batch')
    const answers = await answerAll(context, ids, JSON.stringify({ approved, scope: 'once' }), by)
    return c.json({
      answers,
      answered: answers.flatMap(({ approval_id, status }) => (status === 200 ? [approval_id] : [])),
    })
  })

  app.post('/api/approvals/:id/respond', async c => {
    const id = c.req.param('id')
    if (!isApprovalId(id)) return apiError(c, 400, 'validation', 'this is not an approval id')
    const { status, body } = await inbox.respond(id, await c.req.text(), by)
    return c.json(body, status)
  })

  app.post('/api/approvals/:id/extend', c => {
    const id = c.req.param('id')
    if (!isApprovalId(id)) return apiError(c, 400, 'validation', 'this is not an approval id')
    const until = inbox.extend(id)
    return until === null
      ? apiError(c, 404, 'not_found', 'no call waits for this approval')
      : c.json({ approval_id: id, until })
  })
}

/** Answers exactly these questions, one after the other. Each has a result of its own. */
async function answerAll(
  { inbox }: ServerContext,
  ids: readonly string[],
  body: string,
  by: string,
): Promise<readonly BatchAnswer[]> {
  const answers: BatchAnswer[] = []
  for (const id of ids) {
    answers.push({ approval_id: id, ...(await inbox.respond(id, body, by)) })
  }
  return answers
}

interface BatchAnswer {
  readonly approval_id: string
  readonly status: number
  readonly body: JsonObject
}

const batchSchema = v.strictObject({
  ids: v.pipe(
    v.array(v.pipe(v.string(), v.check(isApprovalId))),
    v.minLength(1),
    v.maxLength(200),
    v.check(ids => new Set(ids).size === ids.length),
  ),
  approved: v.boolean(),
})

const batchUsage = 'send {"ids": [the approvals to answer, each once], "approved": true or false}'
