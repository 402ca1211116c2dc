import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { block } from '../../test/dialects/blocks.ts'
import { bash, openGate, withPreset } from '../../test/requirements/open-gate.ts'
import { httpApprover } from './http-approver.ts'

const tools = await withPreset('tools')
let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

/** A real server that answers with the given listener. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`
}

const says =
  (text: string, status = 200): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status).end(text)
  }

async function check(url: string) {
  const inbox = httpApprover({ url, headers: { authorization: 'Bearer x' } })
  if (!inbox.ok) throw new Error(inbox.faults[0].message)
  return openGate({ policies: tools, approvers: [inbox.value] }).gate.check(bash('make'))
}

describe('R190: an approval provider may be remote', () => {
  test.each([
    ['approved', 'allow', null],
    ['approved_for_session', 'allow', null],
    ['denied', 'deny', 'approval_denied'],
    ['abort', 'deny', 'approval_aborted'],
  ])('%s', async (decision, want, code) => {
    const url = await serve(says(JSON.stringify({ decision, by: 'ops' })))
    expect(await check(url)).toMatchObject({ decision: want, code })
  })

  test('the server receives the question in its redacted form', async () => {
    let sent = ''
    const url = await serve((request, response) => {
      request.on('data', chunk => {
        sent += chunk
      })
      request.on('end', () => response.end('{"decision":"denied","by":"ops"}'))
    })
    await check(url)
    expect(JSON.parse(sent)).toMatchObject({
      tool: 'Bash',
      details: { command: 'make' },
      reasons: [expect.any(String)],
    })
  })

  const yes = '{"decision":"approved","by":"ops"}'
  test.each([
    ['another status', says(yes, 500)],
    ['no content', says('', 204)],
    ['invalid JSON', says('yes')],
    ['no decision', says('{"by":"ops"}')],
    ['an empty `by`', says('{"decision":"approved","by":""}')],
    ['an unknown decision', says('{"decision":"allow","by":"ops"}')],
    ['an unknown key', says('{"decision":"approved","by":"ops","remember":true}')],
    ['a body that is too long', says(`${yes}${' '.repeat(70_000)}`)],
    ['a redirect', ((_, response) => response.writeHead(307, { location: '/yes' }).end()) satisfies RequestListener],
    ['a broken connection', (request => request.socket.destroy()) satisfies RequestListener],
  ])('%s is a deny', async (_what, listener) => {
    expect(await check(await serve(listener))).toMatchObject({ decision: 'deny', code: 'approval_failed' })
  })

  test('an unreachable server is a deny', async () => {
    const url = await serve(says(yes))
    await new Promise(resolve => servers[0]?.close(resolve))
    expect(await check(url)).toMatchObject({ decision: 'deny', code: 'approval_failed' })
  })

  test('the wait is bounded by `approval_timeout_ms`, and the connection ends with it', async () => {
    const waitMs = block('tools/recipe-a.yaml').approvals?.timeoutMs ?? 0
    expect(waitMs).toBe(5_000)
    const steps = new EventEmitter()
    const [came, ended] = [once(steps, 'came'), once(steps, 'ended')]
    const url = await serve(request => {
      request.resume()
      request.socket.on('close', () => steps.emit('ended'))
      steps.emit('came')
    })
    const inbox = httpApprover({ url })
    const policies = { ...tools, approvals: { ...tools.approvals, timeoutMs: waitMs } }
    const { gate, clock } = openGate({ policies, approvers: inbox.ok ? [inbox.value] : [] })
    const verdict = gate.check(bash('make'))
    await came
    clock.advance(waitMs)
    expect(await verdict).toMatchObject({ decision: 'deny', code: 'approval_timeout' })
    await ended
  })

  test.each(['http://approvals.example/', 'http://127.0.0.1.evil.example/', 'file:///x', 'ask', ''])(
    'an unencrypted or invalid address is refused: %j',
    url => expect(httpApprover({ url })).toMatchObject({ ok: false, faults: [{ code: 'config_error' }] }),
  )
})
