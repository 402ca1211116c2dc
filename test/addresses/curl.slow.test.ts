import { execFile, spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLoopbackHost } from '../../src/core/address/network.ts'
import { readAddress } from '../../src/core/address/read-address.ts'

/** Spellings of this machine. For each one that curl connects to, the reader must name this machine too. */
const spellings = [
  'http://127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://user@127.0.0.1:PORT/',
  'http://evil.invalid\\@127.0.0.1:PORT/',
  'http://evil.invalid;@127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://127。0。0。1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://localhost:PORT/',
]

const version = spawnSync('curl', ['--version'], { encoding: 'utf8' })
const isMissing = version.status !== 0

describe('compared with curl', () => {
  let server: Server
  let port = 0
  const reached: string[] = []

  beforeAll(async () => {
    server = createServer((_request, response) => response.end('reached'))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => new Promise(done => server.close(done)))

  test.skipIf(isMissing).each(spellings)(`%s${isMissing ? ': skipped, curl is not installed' : ''}`, async spelling => {
    const url = spelling.replace('PORT', String(port))
    const answer = await new Promise<string>(done =>
      execFile('curl', ['-gs', '-m', '5', '--noproxy', '*', url], (_error, stdout) => done(stdout)),
    )
    if (answer !== 'reached') return
    reached.push(url)
    expect(readAddress(url).targets.filter(target => isLoopbackHost(target.host) || target.host === '0.0.0.0')).toEqual(
      [{ host: expect.any(String), port }],
    )
  })

  test.skipIf(isMissing)('curl reached the server in most spellings', () => {
    expect(reached.length).toBeGreaterThan(7)
  })
})
