import * as v from 'valibot'
import type { ApprovalAnswer, Approver } from '../approvals/approver.ts'
import { fail, ok, type Result } from '../core/fault.ts'

export interface HttpApproverOptions {
  /** The address to which questions are posted: `https:`, or `http:` on this machine. */
  readonly url: string
  /** Such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
}

const maxBytes = 65_536

const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    decision: v.picklist(['approved', 'approved_for_session', 'denied', 'abort']),
    by: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  }),
)

/**
 * A remote approver (R190): posts the question as JSON and reads the answer from the response. The gate limits the wait.
 * Anything but a valid answer (another status, a redirect, too much text, a broken connection) is a deny.
 *
 * @example
 * const inbox = httpApprover({ url: 'https://approvals.example/ask', headers: { authorization: `Bearer ${token}` } })
 */
export function httpApprover({ url, headers = {} }: HttpApproverOptions): Result<Approver> {
  if (!isSafe(url)) return fail('config_error', `\`${url}\` must begin with https://, or with http:// on this machine`)
  return ok({
    name: new URL(url).host,
    channel: 'human',
    request: async ({ id, key, session, tool, summary, details, escalated, verdict }, { signal }) => {
      const { risk, tier } = verdict
      const reasons = verdict.reasons.flatMap(({ decision, because }) => (decision === 'ask' ? [because] : []))
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id, key, session, tool, summary, details, escalated, risk, tier, reasons }),
        // A redirect would send the question, and the secrets in the headers, to another server.
        redirect: 'error',
        signal,
      })
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      return v.parse(answerSchema, await readText(response)) satisfies ApprovalAnswer
    },
  })
}

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
