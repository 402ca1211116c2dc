import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NetworkSession, startNetwork } from '../../src/io/fence/network/network-session.ts'
import { probeBubblewrap } from '../../src/io/fence/probe.ts'

const probed = await probeBubblewrap()
if (!probed.ok) console.warn(`SKIPPED: the network of the fence is not tested here: ${probed.faults[0].message}`)

/** Asks for a page from inside the network of a session, as a program that knows the proxy does. */
const script = `
const net = require('net')
const { host, port, via, credentials } = JSON.parse(process.argv[1])
const socket = net.connect(via === 'proxy' ? { host: '127.0.0.1', port: 3128 } : { host, port })
const headers = credentials === null ? '' : 'Proxy-Authorization: Basic ' + Buffer.from(credentials).toString('base64') + '\\r\\n'
let text = ''
let isOpen = false
socket.on('error', error => { console.log(error.code); process.exit() })
socket.on('data', data => {
  text += data
  if (!isOpen && text.startsWith('HTTP/1.1 200 Connection')) { isOpen = true; text = ''; socket.write('GET / HTTP/1.0\\r\\n\\r\\n') }
})
socket.on('close', () => console.log(text.split('\\r\\n').at(-1) || text.split('\\r\\n')[0]))
socket.write(via === 'proxy' ? 'CONNECT ' + host + ':' + port + ' HTTP/1.1\\r\\nHost: x\\r\\n' + headers + '\\r\\n' : 'GET / HTTP/1.0\\r\\n\\r\\n')
`

interface Asking {
  readonly host: string
  readonly port: number
  readonly via: 'proxy' | 'direct'
  readonly credentials: string | null
}

function ask({ enter }: NetworkSession, asking: Asking): Promise<string> {
  const [program = '', ...words] = enter
  const child = spawn(program, [...words, process.execPath, '-e', script, JSON.stringify(asking)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  return new Promise(resolve => child.once('close', () => resolve(text.trim())))
}

describe.skipIf(!probed.ok)('the network of the fence', () => {
  let server: Server
  let port = 0
  let one: NetworkSession
  let two: NetworkSession

  beforeAll(async () => {
    server = createServer((_request, response) => response.end('the page'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    const sessions = await Promise.all([startNetwork(), startNetwork()])
    const [first, second] = sessions
    if (first?.ok !== true || second?.ok !== true) throw new Error('the network did not start')
    one = first.value
    two = second.value
  })

  afterAll(() => {
    one.close()
    two.close()
    server.close()
  })

  const asking = (more: Partial<Asking>): Asking => ({
    host: '127.0.0.1',
    port,
    via: 'proxy',
    credentials: null,
    ...more,
  })

  test('R107: a command inside reaches nothing directly, and Sallyport outside reaches the server', async () => {
    expect(await ask(one, asking({ via: 'direct' }))).toBe('ECONNREFUSED')
    expect(await ask(one, asking({ via: 'direct', host: '192.0.2.1' }))).toBe('ENETUNREACH')
    const outside = await fetch(`http://127.0.0.1:${port}/`)
    expect(await outside.text()).toBe('the page')
  })

  test('a listed host is reached through the proxy', async () => {
    const { access } = one.open([`127.0.0.1:${port}`])
    expect(await ask(one, asking({ credentials: access.credentials }))).toBe('the page')
    expect(access.refused).toEqual([])
  })

  test('a host that is not listed is refused at once, by name', async () => {
    const { access } = one.open(['example.com'])
    expect(await ask(one, asking({ credentials: access.credentials, host: 'evil.example' }))).toContain(
      'the fence blocked network access to evil.example',
    )
    expect(access.refused).toMatchObject([{ host: 'evil.example', port }])
  })

  test('a request without credentials is refused', async () => expect(await ask(one, asking({}))).toContain('407'))

  test('credentials end with their call', async () => {
    const { access } = one.open([`127.0.0.1:${port}`])
    access.close()
    expect(await ask(one, asking({ credentials: access.credentials }))).toContain('407')
  })

  test('two sessions at once are each held to their own list', async () => {
    const open = one.open([`127.0.0.1:${port}`]).access
    const shut = two.open(['example.com']).access
    const [first, second, stolen] = await Promise.all([
      ask(one, asking({ credentials: open.credentials })),
      ask(two, asking({ credentials: shut.credentials })),
      ask(two, asking({ credentials: open.credentials })),
    ])
    expect(first).toBe('the page')
    expect(second).toContain('the fence blocked network access to 127.0.0.1')
    expect(stolen).toContain('407')
  })

  test('two calls of one session are each held to their own list', async () => {
    const open = one.open([`127.0.0.1:${port}`]).access
    const shut = one.open([]).access
    expect(await ask(one, asking({ credentials: open.credentials }))).toBe('the page')
    expect(await ask(one, asking({ credentials: shut.credentials }))).toContain('the fence blocked')
  })

  test.each(['localhost', '0x7f000001', '2130706433', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'the machine itself is not reached as %s',
    async host => {
      const { access } = one.open(['*'])
      expect(await ask(one, asking({ host, credentials: access.credentials }))).toContain('the fence blocked')
    },
  )
})
