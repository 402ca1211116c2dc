import { describe, expect, test } from 'vitest'
import { addressRefusal, hostRefusal } from './network-access.ts'

describe('a host', () => {
  test.each<readonly [what: string, host: string, port: number, list: readonly string[], allowed: boolean]>([
    ['is refused by an empty list', 'example.com', 443, [], false],
    ['is allowed if it is listed', 'example.com', 443, ['example.com'], true],
    ['is allowed in any letter case and with a final dot', 'EXAMPLE.com.', 443, ['example.com'], true],
    ['is refused if only its parent is listed', 'a.example.com', 443, ['example.com'], false],
    ['is allowed by a wildcard', 'a.example.com', 443, ['*.example.com'], true],
    ['is not covered by a wildcard below it', 'example.com', 443, ['*.example.com'], false],
    ['is refused if a listed name is only its beginning', 'example.com.evil.org', 443, ['example.com'], false],
    ['is refused on another port', 'example.com', 80, ['example.com:443'], false],
    ['is allowed on its port', 'example.com', 443, ['example.com:443'], true],
    ['is one address in every spelling', '0x7f000001', 3000, ['127.0.0.1:3000'], true],
    ['is allowed as an IPv6 address', '[::1]', 3000, ['[::1]:3000'], true],
  ])('%s', (_what, host, port, list, allowed) => expect(hostRefusal({ host, port }, list) === null).toBe(allowed))
})

describe('an address', () => {
  const own = ['203.0.114.7']
  test.each<readonly [what: string, address: string, list: readonly string[], allowed: boolean]>([
    ['on the internet is allowed', '93.184.215.14', ['example.com'], true],
    ['of this machine is refused', '127.0.0.1', ['example.com'], false],
    ['of this machine is refused in IPv6', '::1', ['example.com'], false],
    ['of this machine is refused inside IPv6', '::ffff:127.0.0.1', ['example.com'], false],
    ['of a cloud with credentials is refused', '169.254.169.254', ['example.com'], false],
    ['of a cloud with credentials is refused through NAT64', '64:ff9b::a9fe:a9fe', ['example.com'], false],
    ['of a private network is refused', '10.0.0.5', ['example.com'], false],
    ['of a private network is not opened by a wildcard', '10.0.0.5', ['*'], false],
    ['of a private network is allowed if it is listed', '10.0.0.5', ['10.0.0.5'], true],
    ['of this machine is allowed by the name localhost', '127.0.0.1', ['localhost:443'], true],
    ['of this machine is refused on another port', '127.0.0.1', ['localhost:3000'], false],
    ['of one of its interfaces is refused', '203.0.114.7', ['example.com'], false],
  ])('%s', (_what, address, list, allowed) =>
    expect(addressRefusal(address, { list, port: 443, own }) === null).toBe(allowed),
  )
})
