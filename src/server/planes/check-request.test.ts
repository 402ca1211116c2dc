import { describe, expect, test } from 'vitest'
import { checkRequest, type RequestFacts } from './check-request.ts'
import { loopbackAddress, ownNames } from './own-names.ts'

const own = 'http://127.0.0.1:7777'
const names = ownNames(7777)

type Headers = Readonly<Record<string, string | readonly string[] | null>>

/** A request as a page of the console makes it, with some headers changed; null removes one. */
function facts(line: string, changed: Headers = {}): RequestFacts {
  const [method = '', target = ''] = line.split(' ')
  const isChange = method === 'POST' || method === 'PUT'
  const headers: Headers = {
    host: '127.0.0.1:7777',
    'sec-fetch-site': 'same-origin',
    ...(method === 'GET' ? {} : { origin: own }),
    ...(isChange ? { 'content-type': 'application/json', 'content-length': '2' } : {}),
    ...changed,
  }
  const values = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [[name, [value].flat()] as const],
  )
  return { method, target, headers: new Map(values) }
}

/** A program that is no browser. */
const program = { origin: null, 'sec-fetch-site': null }

describe('a request that may pass', () => {
  test.each<readonly [string, string, Headers, string]>([
    ['a page', 'GET /', {}, 'page'],
    ['a page opened by hand', 'GET /inbox', { 'sec-fetch-site': 'none' }, 'page'],
    [
      'a link to the console on another site',
      'GET /inbox',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      'page',
    ],
    ['the head of a page', 'HEAD /', {}, 'page'],
    ['a read', 'GET /api/calls?q=a%20b', {}, 'api'],
    ['a read of a program', 'GET /api/calls', program, 'api'],
    ['a read that names its origin', 'GET /api/calls', { origin: own }, 'api'],
    [
      'a read under another own name',
      'GET /api/calls',
      { host: 'localhost:7777', origin: 'http://localhost:7777' },
      'api',
    ],
    ['IPv6', 'POST /api/stop', { host: '[::1]:7777', origin: 'http://[::1]:7777' }, 'api'],
    ['a change', 'POST /api/approvals/a/respond', {}, 'api'],
    ['a change of a program that names the origin', 'POST /api/stop', { 'sec-fetch-site': null }, 'api'],
    ['JSON with its character set', 'POST /api/stop', { 'content-type': 'application/json; charset=UTF-8' }, 'api'],
    ['a removal without a body', 'DELETE /api/grants/1', {}, 'api'],
    ['a policy of 200 KB', 'POST /api/policy/check', { 'content-length': '200000' }, 'api'],
    ['the login', 'POST /api/login', {}, 'login'],
    ['a hook', 'POST /hooks/claude-code', program, 'hooks'],
    ['a hook with a whole file', 'POST /hooks/claude-code', { ...program, 'content-length': '9000000' }, 'hooks'],
    ['a path in other letters is a page', 'GET /%61pi/calls', {}, 'page'],
    ['a path with a second slash is a page', 'GET /x//api/calls', {}, 'page'],
  ])('%s', (_, line, headers, plane) => expect(checkRequest(facts(line, headers), names)).toMatchObject({ plane }))
})

describe('a request that is refused', () => {
  test.each<readonly [string, string, Headers, string]>([
    ['another host', 'GET /api/calls', { host: 'evil.example' }, 'foreign_host'],
    ['a rebound name with our port', 'GET /api/calls', { host: 'evil.example:7777' }, 'foreign_host'],
    ['a name below localhost', 'GET /api/calls', { host: 'a.localhost:7777' }, 'foreign_host'],
    ['no port', 'GET /api/calls', { host: '127.0.0.1' }, 'foreign_host'],
    ['another port', 'GET /api/calls', { host: '127.0.0.1:80' }, 'foreign_host'],
    ['every address', 'GET /api/calls', { host: '0.0.0.0:7777' }, 'foreign_host'],
    ['IPv4 in IPv6', 'GET /api/calls', { host: '[::ffff:127.0.0.1]:7777' }, 'foreign_host'],
    ['IPv6 in full', 'GET /api/calls', { host: '[0:0:0:0:0:0:0:1]:7777' }, 'foreign_host'],
    ['a decimal address', 'GET /api/calls', { host: '2130706433:7777' }, 'foreign_host'],
    ['a hexadecimal address', 'GET /api/calls', { host: '0x7f.0.0.1:7777' }, 'foreign_host'],
    ['a short address', 'GET /api/calls', { host: '127.1:7777' }, 'foreign_host'],
    ['a user name', 'GET /api/calls', { host: 'evil@127.0.0.1:7777' }, 'foreign_host'],
    ['other letters', 'GET /api/calls', { host: 'LOCALHOST:7777' }, 'foreign_host'],
    ['a dot at the end', 'GET /api/calls', { host: 'localhost.:7777' }, 'foreign_host'],
    ['no host', 'GET /api/calls', { host: null }, 'foreign_host'],
    ['two hosts', 'GET /api/calls', { host: ['127.0.0.1:7777', 'evil.example'] }, 'repeated_header'],
    ['a foreign page', 'GET /', { host: 'evil.example' }, 'foreign_host'],
    ['a foreign origin', 'POST /api/stop', { origin: 'http://evil.example' }, 'foreign_origin'],
    ['a null origin', 'POST /api/stop', { origin: 'null' }, 'foreign_origin'],
    ['no origin', 'POST /api/stop', { origin: null }, 'foreign_origin'],
    ['another port of this machine', 'POST /api/stop', { origin: 'http://127.0.0.1:3000' }, 'foreign_origin'],
    ['https', 'POST /api/stop', { origin: 'https://127.0.0.1:7777' }, 'foreign_origin'],
    ['another own name', 'POST /api/stop', { origin: 'http://localhost:7777' }, 'foreign_origin'],
    ['an origin that begins like ours', 'POST /api/stop', { origin: `${own}.evil.example` }, 'foreign_origin'],
    ['two origins', 'POST /api/stop', { origin: [own, 'http://evil.example'] }, 'repeated_header'],
    ['a foreign origin that reads', 'GET /api/events', { origin: 'http://evil.example' }, 'foreign_origin'],
    ['a null origin that reads', 'GET /api/events', { origin: 'null' }, 'foreign_origin'],
    ['a cross-site read', 'GET /api/events', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['a read of another port', 'GET /api/events', { 'sec-fetch-site': 'same-site' }, 'cross_site'],
    [
      'a cross-site navigation to data',
      'GET /api/calls',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      'cross_site',
    ],
    ['a change by hand', 'POST /api/stop', { 'sec-fetch-site': 'none' }, 'cross_site'],
    [
      'a script of ours on another site',
      'GET /assets/x.js',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      'cross_site',
    ],
    ['a login of another site', 'POST /api/login', { origin: 'http://evil.example' }, 'foreign_origin'],
    ['a login by link', 'GET /api/login', {}, 'method'],
    ['a form', 'POST /api/stop', { 'content-type': 'application/x-www-form-urlencoded' }, 'content_type'],
    ['a form with a file', 'POST /api/stop', { 'content-type': 'multipart/form-data; boundary=x' }, 'content_type'],
    ['JSON as text', 'POST /api/stop', { 'content-type': 'text/plain' }, 'content_type'],
    ['JSON beside text', 'POST /api/stop', { 'content-type': 'text/plain; application/json' }, 'content_type'],
    ['no content type', 'POST /api/stop', { 'content-type': null }, 'content_type'],
    [
      'a body of unknown length',
      'POST /api/stop',
      { 'content-length': null, 'transfer-encoding': 'chunked' },
      'length',
    ],
    ['two lengths', 'POST /api/stop', { 'content-length': ['2', '9'] }, 'repeated_header'],
    ['a large body', 'POST /api/stop', { 'content-length': '65537' }, 'too_large'],
    ['a large policy', 'POST /api/policy', { 'content-length': '262145' }, 'too_large'],
    ['a read with a body', 'GET /api/calls', { 'content-length': '4' }, 'body'],
    ['a removal with a body', 'DELETE /api/grants/1', { 'transfer-encoding': 'chunked' }, 'body'],
    ['a preflight', 'OPTIONS /api/stop', {}, 'method'],
    ['TRACE', 'TRACE /api/stop', {}, 'method'],
    ['PATCH', 'PATCH /api/stop', {}, 'method'],
    ['a page that is changed', 'POST /inbox', {}, 'method'],
    ['an address as the target', 'GET http://127.0.0.1:7777/api/calls', {}, 'bad_target'],
    ['two slashes', 'GET //evil.example/api/calls', {}, 'bad_target'],
    ['a backslash', 'GET /\\evil.example/api', {}, 'bad_target'],
    ['an asterisk', 'GET *', {}, 'bad_target'],
    ['a long target', `GET /${'a'.repeat(5_000)}`, {}, 'bad_target'],
    ['a hook from a browser', 'POST /hooks/claude-code', {}, 'browser'],
    [
      'a hook from a page without an origin',
      'POST /hooks/claude-code',
      { origin: null, 'sec-fetch-site': 'none' },
      'browser',
    ],
    ['a hook as a form', 'POST /hooks/claude-code', { ...program, 'content-type': 'text/plain' }, 'content_type'],
    ['a hook that reads', 'GET /hooks/claude-code', program, 'method'],
  ])('%s', (_, line, headers, code) => expect(checkRequest(facts(line, headers), names)).toMatchObject({ code }))
})

describe('an address to listen on', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.3.2.1', '127.3.2.1'],
    ['localhost', 'localhost'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['0.0.0.0', null],
    ['::', null],
    ['192.168.1.2', null],
    ['127.0.0.1.evil.example', null],
    ['127.0.0.256', null],
    ['', null],
  ])('%s', (host, want) => expect(loopbackAddress(host)).toBe(want))
})
