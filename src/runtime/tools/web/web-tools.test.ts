import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, withPolicy } from '../../../../test/requirements/open-gate.ts'
import { newWorkspace, openToolbox } from '../../../../test/runtime/open-toolbox.ts'
import { limits } from '../../../core/limits.ts'
import { searxng } from '../../../io/web/searxng.ts'
import { pageText } from './page-text.ts'
import { webFetch } from './web-fetch.ts'
import { webSearch } from './web-search.ts'

const requests: string[] = []
const pages: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/': (_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<title>T</title><p>Hello&nbsp;<b>you</b></p><script>bad()</script>'),
  '/text': (_, response) => response.end('plain text'),
  '/binary': (_, response) => response.end(Buffer.from([1, 0, 2])),
  '/missing': (_, response) => response.writeHead(404).end('not here'),
  '/here': (_, response) => response.writeHead(302, { location: '/text' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/away': (_, response) => response.writeHead(302, { location: 'http://other.example/' }).end(),
  '/metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/long': (_, response) => response.end('0123456789'.repeat(limits.outputChars / 5)),
  '/flood': (_, response) => {
    const chunk = Buffer.alloc(65_536, 120)
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', pour)
    pour()
  },
  '/search': (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams.get('q')
    if (query === 'broken') return void response.end('<html>')
    if (query === 'down') return void response.writeHead(500).end()
    response.end(
      JSON.stringify({
        results: [
          { title: `about ${query}`, url: 'https://docs.example.com/a', content: 'a snippet', engine: 'x' },
          { title: 'other', url: 'https://other.org/b', content: null },
          { title: 'script', url: 'javascript:alert(1)' },
        ],
      }),
    )
  },
}
const server = createServer((request, response) => {
  requests.push(`${request.headers.host} ${request.url}`)
  const page = pages[new URL(request.url ?? '', 'http://x').pathname]
  if (page === undefined) response.writeHead(404).end()
  else page(request, response)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** `page.example` is allowed by name; the other names only lead here. */
const listing = await withPolicy(
  'rules: [{ when: { connect: page.example }, then: allow }, { when: { connect: 127.0.0.1 }, then: allow }]',
)
const resolve = async (name: string) =>
  name === 'nowhere.example' ? [] : name === 'both.example' ? ['93.184.215.14', '10.0.0.1'] : ['127.0.0.1']

const open = () =>
  openToolbox(newWorkspace(), [webFetch({ policies: () => listing, resolve })], {
    policies: listing,
    approvers: [person().approver],
  })

describe('web_fetch', () => {
  test.each([
    ['the text of a page', '/', 'T Hello you'],
    ['plain text', '/text', 'plain text'],
    ['the status of a page that is missing', '/missing', ', status 404]\nnot here'],
    ['a redirect on the same host', '/here', '/text]\nplain text'],
    ['no redirect to another host', '/away', 'redirects to `http://other.example/`; fetch that address if you want it'],
    ['no redirect to the metadata service', '/metadata', 'redirects to `http://169.254.169.254/latest`'],
    ['no redirect to a file', '/file', 'redirects to `file:///etc/passwd`'],
    ['no endless redirects', '/loop', `more than ${limits.pageRedirects} redirects`],
    ['no binary data', '/binary', 'is not text'],
    ['the beginning of a long page', '/long', `[cut; go on with start_index ${limits.outputChars}]`],
    ['the beginning of an endless page', '/flood', '[cut; go on with start_index'],
  ])('returns %s', async (_how, path, want) => {
    const { say } = await open()
    expect(await say('web_fetch', { url: `http://page.example:${port}${path}` })).toContain(want)
  })

  test('goes on in a long page', async () => {
    const { say } = await open()
    const said = await say('web_fetch', { url: `http://page.example:${port}/long`, start_index: 5, max_length: 10 })
    expect(said).toContain('5678901234')
  })

  test('sends the name as the host, and connects to the address that was checked', async () => {
    const { say } = await open()
    requests.length = 0
    await say('web_fetch', { url: `http://page.example:${port}/text` })
    expect(requests).toEqual([`page.example:${port} /text`])
  })

  test.each([
    [
      'a name that leads to this machine',
      'http://evil.example/',
      'private_address: `evil.example`, which is `127.0.0.1`,',
    ],
    [
      'a name with one private address',
      'http://both.example/',
      'private_address: `both.example`, which is `10.0.0.1`,',
    ],
    ['a name that leads nowhere', 'http://nowhere.example/', 'not_found'],
    ['this machine', 'http://localhost/', 'private_address'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['the metadata service as a number', 'http://2852039166/', '169.254.169.254'],
    ['a private address', 'http://10.1.2.3/', 'private_address'],
    ['a private address in IPv6', 'http://[::ffff:10.1.2.3]/', 'private_address'],
    ['a file', 'file:///etc/hostname', 'must start with http'],
    ['another scheme', 'ftp://page.example/x', 'must start with http'],
    ['a password', 'http://user:pass@page.example/', 'validation'],
  ])('does not reach %s', async (_how, url, want) => {
    const { say } = await open()
    requests.length = 0
    expect(await say('web_fetch', { url })).toContain(want)
    expect(requests).toEqual([])
  })

  test('reaches this machine if the policy lists it', async () => {
    const { say } = await open()
    expect(await say('web_fetch', { url: `http://127.0.0.1:${port}/text` })).toContain('plain text')
  })

  test('reaches no private host without policies', async () => {
    const { say } = await openToolbox(newWorkspace(), [webFetch({ resolve })], { policies: listing })
    expect(await say('web_fetch', { url: `http://page.example:${port}/text` })).toContain('private_address')
  })

  test('looks a name up once', async () => {
    let asked = 0
    const rebinding = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])
    const { say } = await openToolbox(newWorkspace(), [webFetch({ policies: () => listing, resolve: rebinding })], {
      policies: listing,
    })
    expect(await say('web_fetch', { url: `http://page.example:${port}/text` })).toContain('plain text')
    expect(asked).toBe(1)
  })
})

describe('R203: web_search', () => {
  const search = (configured = true) =>
    openToolbox(newWorkspace(), [webSearch(configured ? searxng({ url: `http://127.0.0.1:${port}` }) : null)], {
      approvers: [person().approver],
    })
  test.each([
    [
      { query: 'cats' },
      '1. about cats\n   https://docs.example.com/a\n   a snippet\n2. other\n   https://other.org/b\n   ',
    ],
    [{ query: 'cats', limit: 1 }, '1. about cats\n   https://docs.example.com/a\n   a snippet'],
    [{ query: 'cats', allowed_domains: ['other.org'] }, '1. other\n   https://other.org/b\n   '],
    [{ query: 'cats', blocked_domains: ['example.com', 'other.org'] }, '(no results)'],
    [{ query: 'broken' }, 'tool_failed: the search engine did not answer in the JSON format of SearXNG'],
    [{ query: 'down' }, 'tool_failed: the search engine answered with status 500'],
  ])('%j', async (input, want) => {
    const { say } = await search()
    expect(await say('web_search', input)).toBe(want)
  })

  test('without a search engine it is `not_found`, and no one is asked', async () => {
    const { toolbox } = await search(false)
    expect(await toolbox.call('web_search', { query: 'x' })).toMatchObject({
      ok: false,
      errorKind: 'not_found',
      reason: expect.stringContaining('no search engine is configured'),
    })
  })
})

test.each([
  ['<p>a<p>b', 'a b'],
  ['a<br>b', 'a\nb'],
  ['&lt;b&gt; &#65;&#x42; &unknown;', '<b> AB &unknown;'],
  ['<style>x{}</style><!-- c -->d', 'd'],
  ['<script>unclosed', ''],
])('the text of %j', (html, text) => {
  expect(pageText(html)).toBe(text)
})
