import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallPage, Card, Overview } from '../../src/server/api.ts'
import { openEventReader } from './event-reader.ts'
import { rawRequest, sendRaw } from './raw-request.ts'
import { type ServeProcess, signInWith, startServe } from './serve-process.ts'

/** A text that only the journal contains. No answer to an attack may have it. */
const secretWord = `canary-${randomUUID()}`

const dist = resolve(import.meta.dirname, '../../dist')
const ground = mkdtempSync(join(tmpdir(), 'sallyport-attacks-'))
const project = join(ground, 'project')
const env = { HOME: join(ground, 'home'), PATH: process.env['PATH'] ?? '' }
for (const directory of [env.HOME, join(project, '.git')]) mkdirSync(directory, { recursive: true })
writeFileSync(join(env.HOME, 'secret.txt'), secretWord)

let server: ServeProcess
let usedLink: string
let headers: Readonly<Record<string, string>>
let card: Card
let before: State

interface State {
  readonly approvals: readonly string[]
  readonly mode: string
  readonly stopped: readonly string[]
  readonly last: number
}

const get = async <T>(path: string): Promise<T> => (await fetch(server.url + path, { headers })).json() as Promise<T>

/** Everything that an attack could have changed. */
async function state(): Promise<State> {
  const { approvals } = await get<{ readonly approvals: readonly Card[] }>('/api/approvals')
  const { mode, stopped } = await get<Overview>('/api/overview')
  const { last } = await get<CallPage>('/api/calls')
  return { approvals: approvals.map(({ id }) => id), mode, stopped, last }
}

beforeAll(async () => {
  server = await startServe({ env, cwd: project, args: ['--port', '0', '--wait', '1h'] })
  usedLink = server.link
  headers = await signInWith(usedLink)
  const stream = await openEventReader(`${server.url}/api/events`, headers)
  const hook = spawn(process.execPath, [join(dist, 'hook.cjs'), 'claude-code'], {
    env: { ...env, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', SALLYPORT_WAIT: '3000' },
    cwd: project,
  })
  hook.stdin.end(
    JSON.stringify({
      ...{ session_id: 'victim', cwd: project, hook_event_name: 'PreToolUse', permission_mode: 'default' },
      ...{ tool_name: 'Bash', tool_input: { command: `git push origin ${secretWord}` }, tool_use_id: 'toolu_1' },
    }),
  )
  const required = await stream.until(({ event }) => event === 'approval_required')
  card = JSON.parse(required.data).card
  stream.close()
  before = await state()
})

afterAll(async () => {
  await server.stop()
  rmSync(ground, { recursive: true, force: true })
})

/** The headers of a signed-in page, as a victim's browser would add them. */
const victim = () => [`Cookie: ${headers['cookie']}`, `X-Sallyport-Key: ${headers['x-sallyport-key']}`]
const host = () => `Host: 127.0.0.1:${server.port}`
const ownOrigin = () => `Origin: ${server.url}`
const json = 'Content-Type: application/json'
const yes = '{"approved":true}'
const respond = () => `POST /api/approvals/${card.id}/respond`

type Attack = () => string

/** Requests that a foreign page, a rebound name or a program could send. Those with `victim()` have the right cookie and key. */
const attacks: Readonly<Record<string, Attack>> = {
  'foreign Origin': () => rawRequest(respond(), [host(), 'Origin: http://evil.example', json, ...victim()], yes),
  'null Origin': () => rawRequest(respond(), [host(), 'Origin: null', json, ...victim()], yes),
  'missing Origin': () => rawRequest(respond(), [host(), json, ...victim()], yes),
  'empty Origin': () => rawRequest(respond(), [host(), 'Origin:', json, ...victim()], yes),
  'two Origins': () =>
    rawRequest(respond(), [host(), ownOrigin(), 'Origin: http://evil.example', json, ...victim()], yes),
  'Origin of another port': () =>
    rawRequest(respond(), [host(), 'Origin: http://127.0.0.1:3000', json, ...victim()], yes),
  'Origin of another own name': () =>
    rawRequest(respond(), [host(), `Origin: http://localhost:${server.port}`, json, ...victim()], yes),
  'Origin with https': () =>
    rawRequest(respond(), [host(), `Origin: https://127.0.0.1:${server.port}`, json, ...victim()], yes),
  'a Referer in place of the Origin': () =>
    rawRequest(respond(), [host(), `Referer: ${server.url}/inbox`, json, ...victim()], yes),
  'rebound Host': () => rawRequest(respond(), ['Host: evil.example', ownOrigin(), json, ...victim()], yes),
  'rebound Host with our port': () => rawRequest('GET /api/calls', [`Host: evil.example:${server.port}`, ...victim()]),
  'rebound Host and Origin': () =>
    rawRequest(
      respond(),
      [`Host: evil.example:${server.port}`, `Origin: http://evil.example:${server.port}`, json, ...victim()],
      yes,
    ),
  'Host 0.0.0.0': () => rawRequest('GET /api/calls', [`Host: 0.0.0.0:${server.port}`, ...victim()]),
  'Host [::]': () => rawRequest('GET /api/calls', [`Host: [::]:${server.port}`, ...victim()]),
  'Host IPv4 in IPv6': () => rawRequest('GET /api/calls', [`Host: [::ffff:127.0.0.1]:${server.port}`, ...victim()]),
  'Host IPv6 in full': () => rawRequest('GET /api/calls', [`Host: [0:0:0:0:0:0:0:1]:${server.port}`, ...victim()]),
  'Host in decimal': () => rawRequest('GET /api/calls', [`Host: 2130706433:${server.port}`, ...victim()]),
  'Host in hexadecimal': () => rawRequest('GET /api/calls', [`Host: 0x7f000001:${server.port}`, ...victim()]),
  'Host in octal': () => rawRequest('GET /api/calls', [`Host: 0177.0.0.1:${server.port}`, ...victim()]),
  'Host shortened': () => rawRequest('GET /api/calls', [`Host: 127.1:${server.port}`, ...victim()]),
  'Host without a port': () => rawRequest('GET /api/calls', ['Host: 127.0.0.1', ...victim()]),
  'Host with a user': () => rawRequest('GET /api/calls', [`Host: x@127.0.0.1:${server.port}`, ...victim()]),
  'Host with a dot': () => rawRequest('GET /api/calls', [`Host: localhost.:${server.port}`, ...victim()]),
  'no Host': () => rawRequest('GET /api/calls', victim()),
  'two Hosts': () => rawRequest('GET /api/calls', [host(), 'Host: evil.example', ...victim()]),
  'HTTP/1.0 without a Host': () => `GET /api/calls HTTP/1.0\r\n${victim().join('\r\n')}\r\n\r\n`,
  'X-Forwarded-Host': () =>
    rawRequest('GET /api/calls', ['Host: evil.example', `X-Forwarded-Host: 127.0.0.1:${server.port}`, ...victim()]),
  'a form': () =>
    rawRequest(
      respond(),
      [host(), ownOrigin(), 'Content-Type: application/x-www-form-urlencoded', ...victim()],
      'approved=true',
    ),
  'a form that is JSON': () =>
    rawRequest(respond(), [host(), ownOrigin(), 'Content-Type: application/x-www-form-urlencoded', ...victim()], yes),
  multipart: () =>
    rawRequest(
      respond(),
      [host(), ownOrigin(), 'Content-Type: multipart/form-data; boundary=b', ...victim()],
      `--b\r\nContent-Disposition: form-data; name="approved"\r\n\r\ntrue\r\n--b--\r\n`,
    ),
  'JSON as text/plain': () =>
    rawRequest(respond(), [host(), 'Origin: http://evil.example', 'Content-Type: text/plain', ...victim()], yes),
  'JSON as text/plain with our Origin': () =>
    rawRequest(respond(), [host(), ownOrigin(), 'Content-Type: text/plain', ...victim()], yes),
  'JSON without a type': () => rawRequest(respond(), [host(), ownOrigin(), ...victim()], yes),
  'a beacon': () =>
    rawRequest(
      respond(),
      [
        host(),
        'Origin: http://evil.example',
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Mode: no-cors',
        json,
        ...victim(),
      ],
      yes,
    ),
  'cross-site events': () =>
    rawRequest('GET /api/events?after=0', [
      host(),
      'Origin: http://evil.example',
      'Sec-Fetch-Site: cross-site',
      ...victim(),
    ]),
  'events of another port': () =>
    rawRequest('GET /api/events?after=0', [host(), 'Sec-Fetch-Site: same-site', ...victim()]),
  'cross-site events without an Origin': () =>
    rawRequest('GET /api/events?after=0', [
      host(),
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: no-cors',
      ...victim(),
    ]),
  'a link to data': () =>
    rawRequest('GET /api/calls', [host(), 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', ...victim()]),
  'a frame of data': () =>
    rawRequest('GET /api/calls', [
      host(),
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Dest: iframe',
      'Sec-Fetch-Mode: navigate',
      ...victim(),
    ]),
  'data as a script': () =>
    rawRequest('GET /api/calls', [host(), 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Dest: script', ...victim()]),
  'a GET that decides': () => rawRequest(`GET /api/approvals/${card.id}/respond?approved=true`, [host(), ...victim()]),
  'a GET with a method override': () =>
    rawRequest(`GET /api/approvals/${card.id}/respond`, [
      host(),
      'X-HTTP-Method-Override: POST',
      'X-HTTP-Method: POST',
      'X-Method-Override: POST',
      ...victim(),
    ]),
  'a form with _method': () =>
    rawRequest(
      'POST /api/approvals?_method=DELETE',
      [host(), ownOrigin(), 'Content-Type: application/x-www-form-urlencoded', ...victim()],
      '_method=DELETE',
    ),
  'a preflight': () =>
    rawRequest(`OPTIONS /api/approvals/${card.id}/respond`, [
      host(),
      'Origin: http://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: x-sallyport-key',
    ]),
  'the cookie without the key': () =>
    rawRequest(respond(), [host(), ownOrigin(), json, `Cookie: ${headers['cookie']}`], yes),
  'the key without the cookie': () =>
    rawRequest(respond(), [host(), ownOrigin(), json, `X-Sallyport-Key: ${headers['x-sallyport-key']}`], yes),
  'the cookie without the key, reading': () =>
    rawRequest('GET /api/events?after=0', [host(), `Cookie: ${headers['cookie']}`]),
  'the cookie in the URL': () =>
    rawRequest(`GET /api/calls?${headers['cookie']}&key=${headers['x-sallyport-key']}`, [host()]),
  'the key as a bearer token': () =>
    rawRequest('GET /api/calls', [host(), `Authorization: Bearer ${headers['x-sallyport-key']}`]),
  'a cookie in other letters': () =>
    rawRequest('GET /api/calls', [
      host(),
      `Cookie: ${headers['cookie']?.toUpperCase()}`,
      `X-Sallyport-Key: ${headers['x-sallyport-key']}`,
    ]),
  'half a cookie': () =>
    rawRequest('GET /api/calls', [
      host(),
      `Cookie: ${headers['cookie']?.slice(0, 40)}`,
      `X-Sallyport-Key: ${headers['x-sallyport-key']}`,
    ]),
  'no cookie at all': () => rawRequest('GET /api/calls', [host()]),
  'a used login code': () =>
    rawRequest('POST /api/login', [host(), ownOrigin(), json], JSON.stringify({ code: usedLink.split('#')[1] })),
  'a login of another site': () =>
    rawRequest(
      'POST /api/login',
      [host(), 'Origin: http://evil.example', json],
      JSON.stringify({ code: usedLink.split('#')[1] }),
    ),
  'a login with a list': () => rawRequest('POST /api/login', [host(), ownOrigin(), json], '{"code":[""]}'),
  'a login with a prototype': () =>
    rawRequest('POST /api/login', [host(), ownOrigin(), json], '{"__proto__":{"code":""}}'),
  'an address as the target': () => rawRequest(`GET http://evil.example/api/calls`, [host(), ...victim()]),
  'our address as the target': () => rawRequest(`GET http://127.0.0.1:${server.port}/api/calls`, [host(), ...victim()]),
  'a target with two slashes': () => rawRequest('GET //evil.example/api/calls', [host(), ...victim()]),
  'a path in other letters': () => rawRequest('GET /%61pi/calls', [host()]),
  'a path in capitals': () => rawRequest('GET /API/calls', [host()]),
  'a path with dots': () => rawRequest('GET /x/../api/calls', [host()]),
  'a path with encoded dots': () => rawRequest('GET /x/%2e%2e/api/calls', [host()]),
  'a page path before the API': () => rawRequest('GET /login/../api/events?after=0', [host()]),
  CONNECT: () => rawRequest(`CONNECT 127.0.0.1:${server.port}`, [host(), ...victim()]),
  TRACE: () => rawRequest('TRACE /api/calls', [host(), ...victim()]),
  'an unknown method': () => rawRequest('APPROVE /api/approvals', [host(), ...victim()]),
  'an upgrade': () =>
    rawRequest('GET /api/events', [
      host(),
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ]),
  'HTTP/2 on this port': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'both lengths': () =>
    rawRequest(
      'POST /api/login',
      [host(), ownOrigin(), json, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${rawRequest(respond(), [host(), ownOrigin(), json], yes)}`,
    ),
  'two lengths': () =>
    rawRequest('POST /api/login', [host(), ownOrigin(), json, 'Content-Length: 2', 'Content-Length: 90'], '{}'),
  'a length in other letters': () =>
    rawRequest('POST /api/login', [host(), ownOrigin(), json, 'Content-Length: +2'], '{}'),
  'a strange encoding': () =>
    rawRequest('POST /api/login', [host(), ownOrigin(), json, 'Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  'an obsolete folded header': () => rawRequest('GET /api/calls', [host(), 'X-A: b\r\n Cookie: c']),
  'a header with a line feed': () => `GET /api/calls HTTP/1.1\n${host()}\nCookie: a\n\n`,
  'a header with NUL': () => rawRequest('GET /api/calls', [host(), 'X-A: \0']),
  'huge headers': () => rawRequest('GET /api/calls', [host(), `X-A: ${'a'.repeat(100_000)}`]),
  'a huge body': () => rawRequest(respond(), [host(), ownOrigin(), json, ...victim(), 'Content-Length: 99999999'], yes),
  'a body in pieces': () =>
    rawRequest(
      respond(),
      [host(), ownOrigin(), json, ...victim(), 'Transfer-Encoding: chunked'],
      `11\r\n${yes}\r\n0\r\n\r\n`,
    ),
  'a hook of a page': () => rawRequest('POST /hooks/claude-code', [host(), 'Origin: http://evil.example', json], '{}'),
  'a hook as a form': () => rawRequest('POST /hooks/claude-code', [host(), 'Content-Type: text/plain'], '{}'),
  'static traversal': () => rawRequest('GET /../../../../../../etc/passwd', [host()]),
  'encoded static traversal': () => rawRequest('GET /assets/%2e%2e/%2e%2e/%2e%2e/secret.txt', [host()]),
  'twice encoded static traversal': () => rawRequest('GET /assets/%252e%252e%252fsecret.txt', [host()]),
  'static traversal with a backslash': () => rawRequest('GET /assets/..\\..\\secret.txt', [host()]),
  'a static path with NUL': () => rawRequest('GET /assets/%00/../secret.txt', [host()]),
  'a bad id': () =>
    rawRequest('POST /api/approvals/..%2f..%2fetc/respond', [host(), ownOrigin(), json, ...victim()], yes),
  'an id of a prototype': () =>
    rawRequest('POST /api/approvals/__proto__/respond', [host(), ownOrigin(), json, ...victim()], yes),
  'an answer of another shape': () =>
    rawRequest(respond(), [host(), ownOrigin(), json, ...victim()], '{"approved":"true"}'),
  'an answer with more keys': () =>
    rawRequest(respond(), [host(), ownOrigin(), json, ...victim()], '{"approved":true,"scope":"once","id":"x"}'),
}

describe('attacks on a running server', () => {
  test('there are many', () => expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(40))

  test('without the attack, the same request is answered', async () => {
    const { status, text } = await sendRaw(server.port, rawRequest('GET /api/calls', [host(), ...victim()]))
    expect([status, text]).toEqual([200, expect.stringContaining(secretWord)])
  })

  test('each is refused: nothing changes, and nothing is read', async () => {
    const leaks: string[] = []
    for (const [name, attack] of Object.entries(attacks)) {
      const { status, text } = await sendRaw(server.port, attack())
      // A page has no data: every path that is no file of the console gets its document.
      const isPage = status === 200 && text.includes('<div id="app">')
      if ((status !== null && status < 400 && !isPage) || text.includes(secretWord) || text.includes('root:'))
        leaks.push(`${name}: ${text.slice(0, 300)}`)
      if (/^access-control-/im.test(text)) leaks.push(`${name}: CORS`)
      if (/^set-cookie:/im.test(text)) leaks.push(`${name}: a cookie`)
    }
    expect(leaks).toEqual([])
    expect(await state()).toEqual(before)
  })

  test('a request behind a refused one is not answered', async () => {
    const hidden = rawRequest('GET /api/calls', [host(), ...victim()])
    const bytes = rawRequest('POST /api/stop', [host(), 'Origin: http://evil.example', json], '{}').replace(
      'Connection: close',
      'Connection: keep-alive',
    )
    const { status, text } = await sendRaw(server.port, bytes + hidden)
    expect(status).toBe(403)
    expect(text).not.toContain(secretWord)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('10,000 guesses of the code and of the cookie find nothing, and do not lock the person out', async () => {
    const statuses = new Map<number, number>()
    const guess = async (n: number): Promise<void> => {
      const word = Buffer.from(randomUUID() + randomUUID())
        .toString('base64url')
        .slice(0, 43)
      const answer =
        n % 2 === 0
          ? await fetch(`${server.url}/api/login`, {
              method: 'POST',
              headers: { origin: server.url, 'content-type': 'application/json' },
              body: JSON.stringify({ code: word }),
            })
          : await fetch(`${server.url}/api/overview`, {
              headers: {
                cookie: `sallyport_${server.port}=${word}`,
                'x-sallyport-key': headers['x-sallyport-key'] ?? '',
              },
            })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
    const link = await server.newLink()
    for (let n = 0; n < 10_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => guess(n + i)))
    expect([...statuses.keys()].sort()).toEqual([401, 429])
    expect([...statuses.values()].reduce((a, b) => a + b)).toBe(10_000)
    expect(statuses.get(429)).toBeGreaterThan(9_000)
    expect(await state()).toEqual(before)
    await expect(signInWith(link)).resolves.toHaveProperty('cookie')
  })

  test('no page may be framed, sniffed, cached with data, or told where it was opened from', async () => {
    for (const path of ['/', '/inbox', '/api/overview', '/api/nothing', '/assets/none.js']) {
      const { headers: sent } = await fetch(server.url + path, { headers })
      expect(sent.get('x-frame-options')).toBe('DENY')
      expect(sent.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(sent.get('x-content-type-options')).toBe('nosniff')
      expect(sent.get('referrer-policy')).toBe('no-referrer')
      expect(sent.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(sent.get('access-control-allow-origin')).toBeNull()
      if (path.startsWith('/api/')) expect(sent.get('cache-control')).toBe('no-store')
    }
  })

  test('the terminal shows no code after it was used, and the server keeps no secret in a file', async () => {
    const written = spawn('grep', [
      '-rl',
      '-e',
      headers['x-sallyport-key'] ?? '',
      '-e',
      usedLink.split('#')[1] ?? '',
      env.HOME,
    ])
    const code = await new Promise(done => written.on('close', done))
    expect(code).toBe(1)
  })

  test('the person still answers', async () => {
    const answer = await fetch(`${server.url}/api/approvals/${card.id}/respond`, { method: 'POST', headers, body: yes })
    expect(answer.status).toBe(200)
    expect((await state()).approvals).toEqual([])
  })
})
