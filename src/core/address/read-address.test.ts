import { describe, expect, test } from 'vitest'
import { makeWord, wordText } from '../word.ts'
import { canonicalHost } from './host-readings.ts'
import { isLoopback, isNetworkUrl, readAddress, targetsOf } from './read-address.ts'

const hosts = (text: string): string =>
  readAddress(text)
    .targets.map(({ host, port }) => (port === null ? host : `${host}:${port}`))
    .join(' ')

/** Each address and every host that a client connects to for it. */
const rows: readonly (readonly [address: string, hosts: string])[] = [
  // Ordinary addresses.
  ['https://example.com', 'example.com'],
  ['https://example.com/', 'example.com'],
  ['https://example.com:8443/a?b#c', 'example.com:8443'],
  ['https://EXAMPLE.com/A', 'example.com'],
  ['HTTPS://example.com', 'example.com'],
  ['https://example.com.', 'example.com'],
  ['https://example.com.:443/', 'example.com:443'],
  ['https://example.com?x=/y', 'example.com'],
  ['https://example.com#x', 'example.com'],
  ['  https://example.com/  ', 'example.com'],
  ['https://exa\tmple.com/', 'example.com'],
  ['https://exam\nple.com/', 'example.com'],
  ['https://a_b.example.com/', 'a_b.example.com'],
  ['https://a-b.example.com/', 'a-b.example.com'],
  ['https://1password.com/', '1password.com'],
  ['https://3.example/', '3.example'],
  // One to three slashes, and none.
  ['http:/169.254.169.254/latest', '169.254.169.254'],
  ['http:///169.254.169.254/latest', '169.254.169.254'],
  ['http:169.254.169.254', '169.254.169.254'],
  ['http:/metadata.google.internal/', 'metadata.google.internal'],
  ['https:example.com/x', 'example.com'],
  ['ftp:/example.com/x', 'example.com'],
  ['gopher:/localhost:6379/_x', 'localhost:6379'],
  // Backslashes: browsers end the host there, curl does not.
  ['http:\\\\example.com\\x', 'example.com example.com\\x'],
  ['http:/\\example.com/', 'example.com'],
  ['http://good.example\\@evil.example/', 'good.example evil.example'],
  ['http://evil.example\\.good.example/', 'evil.example evil.example\\.good.example'],
  // User names.
  ['http://user@example.com/', 'example.com'],
  ['http://user:pass@example.com:81/', 'example.com:81'],
  ['http://good.example@evil.example/', 'evil.example'],
  ['http://good.example:80@evil.example/', 'evil.example'],
  ['http://a@b@c.example/', 'c.example'],
  ['http://evil.example#@good.example/', 'evil.example'],
  ['http://evil.example?@good.example/', 'evil.example'],
  ['http://evil.example/@good.example/', 'evil.example'],
  ['http://evil.example;@good.example/', 'good.example'],
  // IPv4 in every notation.
  ['http://127.0.0.1:3000/', '127.0.0.1:3000'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://2852039166/', '169.254.169.254'],
  ['http://0xA9FEA9FE/', '169.254.169.254'],
  ['http://0xa9.0xfe.0xa9.0xfe/', '169.254.169.254'],
  ['http://0251.0376.0251.0376/', '169.254.169.254'],
  ['http://169.0xfe.0251.254/', '169.254.169.254'],
  ['http://169.254.43518/', '169.254.169.254'],
  ['http://169.16689662/', '169.254.169.254'],
  ['http://127.1/', '127.0.0.1'],
  ['http://127.0.1/', '127.0.0.1'],
  ['http://0/', '0.0.0.0'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://169.254.169.254./', '169.254.169.254'],
  ['http://010.0.0.1/', '8.0.0.1 10.0.0.1'],
  ['http://127.0.0.01/', '127.0.0.1'],
  ['http://169.254.0169.254/', '169.254.0169.254 169.254.169.254'],
  ['http://%31%36%39.254.169.254/', '169.254.169.254'],
  ['http://%6c%6f%63alhost/', 'localhost'],
  // Digits, letters and dots of other alphabets.
  ['http://１６９。２５４。１６９。２５４/', '169.254.169.254'],
  ['http://169。254.169｡254/', '169.254.169.254'],
  ['http://ｌｏｃａｌｈｏｓｔ/', 'localhost'],
  ['http://①②⑦.0.0.1/', '127.0.0.1'],
  ['http://ⓔxample.com/', 'example.com'],
  ['http://exa\u00admple.com/', 'example.com'],
  ['http://bücher.example/', 'xn--bcher-kva.example'],
  ['http://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  // IPv6, and the IPv4 addresses inside it.
  ['http://[::1]:3000/', '[::1]:3000'],
  ['http://[0:0:0:0:0:0:0:1]/', '[::1]'],
  ['http://[::]/', '[::]'],
  ['http://[2001:DB8::1]/', '[2001:db8::1]'],
  ['http://[fd00:ec2::254]/', '[fd00:ec2::254]'],
  ['http://[fd00:0ec2:0:0:0:0:0:0254]/', '[fd00:ec2::254]'],
  ['http://[fe80::1%25eth0]/', '[fe80::1]'],
  ['http://[fe80::1%eth0]:80/', '[fe80::1]:80'],
  ['http://[::ffff:169.254.169.254]/', '169.254.169.254'],
  ['http://[::ffff:a9fe:a9fe]/', '169.254.169.254'],
  ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', '169.254.169.254'],
  ['http://[::169.254.169.254]/', '169.254.169.254'],
  ['http://[::ffff:127.0.0.1]:80/', '127.0.0.1:80'],
  ['http://[64:ff9b::a9fe:a9fe]/', '[64:ff9b::a9fe:a9fe] 169.254.169.254'],
  ['http://[64:ff9b::10.0.0.1]/', '[64:ff9b::a00:1] 10.0.0.1'],
  ['http://[2002:a9fe:a9fe::]/', '[2002:a9fe:a9fe::] 169.254.169.254'],
  ['http://[2001:0:1::5601:5601]/', '[2001:0:1::5601:5601] 169.254.169.254'],
  ['http://[fe80::5efe:a9fe:a9fe]/', '[fe80::5efe:a9fe:a9fe] 169.254.169.254'],
  ['::1', '[::1]'],
  ['fe80::1', '[fe80::1]'],
  // Names that contain their address.
  ['http://169.254.169.254.nip.io/', '169.254.169.254.nip.io 169.254.169.254'],
  ['http://x.169-254-169-254.nip.io/', 'x.169-254-169-254.nip.io 169.254.169.254'],
  ['http://app-10-0-0-1.sslip.io/', 'app-10-0-0-1.sslip.io 10.0.0.1'],
  ['http://a9fea9fe.nip.io/', 'a9fea9fe.nip.io 169.254.169.254'],
  ['http://x-7f000001.nip.io/', 'x-7f000001.nip.io 127.0.0.1'],
  ['http://--1.sslip.io/', '--1.sslip.io [::1]'],
  ['http://www.sslip.io/', 'www.sslip.io'],
  ['http://nip.io/', 'nip.io'],
  // Other schemes.
  ['ws://example.com/x', 'example.com'],
  ['gopher://localhost:6379/_FLUSHALL', 'localhost:6379'],
  ['dict://localhost:11211/stat', 'localhost:11211'],
  ['ssh://git@example.com:22/x', 'example.com:22'],
  ['postgres://u:p@db.example:5432/x', 'db.example:5432'],
  ['postgres:///db', ''],
  ['data:text/html,x', ''],
  ['javascript:alert(1)', ''],
  ['file:///etc/passwd', ''],
  ['mailto:a@example.com', ''],
  // No scheme: the client guesses one.
  ['example.com', 'example.com'],
  ['example.com/x', 'example.com'],
  ['example.com:8080/x', 'example.com:8080'],
  ['localhost:3000', 'localhost:3000'],
  ['//example.com/x', 'example.com'],
  ['169.254.169.254/latest', '169.254.169.254'],
  ['user:pass@example.com/x', 'example.com'],
  ['git@example.com:o/r.git', 'example.com'],
  ['host:/srv/x', 'host'],
  ['metadata', 'metadata'],
  ['http:80', '0.0.0.80 http:80'],
  ['http://10.169.254.169.254.nip.io/', '10.169.254.169.254.nip.io 10.169.254.169 169.254.169.254'],
  ['4444', '4444'],
  ['', ''],
]

describe('reading an address', () => {
  test.each(rows)('%j leads to %j', (address, wanted) => expect(hosts(address)).toBe(wanted))

  test('the table is long enough to be worth reading', () => expect(rows.length).toBeGreaterThan(100))
})

const hole = { hole: '$x', yields: 'text' } as const

describe('an address with a hole', () => {
  test.each([
    ['the host is known', ['https://example.com/', hole], 'example.com'],
    ['the host is known before a query', ['http:/169.254.169.254?', hole], '169.254.169.254'],
    ['the host is a hole', ['https://', hole, '/x'], 'https://$x/x'],
    ['the host goes on in a hole', ['https://example.com', hole], 'https://example.com$x'],
    ['the hole may end a user name', ['https://localhost:', hole, '/x'], 'https://localhost:$x/x'],
  ] as const)('%s', (_what, parts, wanted) => {
    expect(targetsOf(makeWord(parts)).map(({ host }) => wordText(host))).toEqual([wanted])
  })
})

describe('this machine', () => {
  test.each(['localhost', 'LOCALHOST:80', 'app.localhost', '127.0.0.1:3000', '127.9.9.9', 'http://[::1]/', '::1'])(
    '%s is this machine',
    address => expect(isLoopback(address)).toBe(true),
  )
  test.each(['0.0.0.0', 'localhost.evil.example', '127.0.0.1.nip.io', 'http://localhost@evil.example/', '', '8000'])(
    '%j may be another one',
    address => expect(isLoopback(address)).toBe(false),
  )
})

describe('a text that is a URL', () => {
  test.each(['https://x', 'http:/x', 'http:example.com', 'HTTP://x', ' ftp://x', 'gopher://x', 'ssh://x'])(
    '%j is one',
    text => expect(isNetworkUrl(text)).toBe(true),
  )
  test.each(['http: what it is', 'git: fix the build', 'host:/srv', 'src/a.ts', 'file:///x', 'note:x', 'a://b', ''])(
    '%j is not',
    text => expect(isNetworkUrl(text)).toBe(false),
  )
})

describe('compared with the URL class of Node', () => {
  const made = rows.map(([address]) => address).filter(address => /^(https?|ftp|ws):/i.test(address))
  const random = randomAddresses(2_000)

  test('the host of a browser is always among the hosts', () => {
    const readable = [...made, ...random].filter(address => URL.canParse(address))
    const missing = readable.filter(address => {
      const { hostname } = new URL(address)
      return !readAddress(address).targets.some(({ host }) => host === canonicalHost(hostname))
    })
    expect(missing).toEqual([])
    expect(readable.length).toBeGreaterThan(500)
  })
})

/** Addresses from parts that confuse parsers, the same in every run. */
function randomAddresses(count: number): readonly string[] {
  const parts = [
    'a',
    '.',
    '@',
    ':',
    '/',
    '\\',
    '?',
    '#',
    ';',
    '%2e',
    '0x7f',
    '127',
    '1',
    '[::1]',
    '。',
    'localhost',
    '-',
  ]
  let seed = 7
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  return Array.from({ length: count }, () => {
    const length = 1 + Math.floor(next() * 6)
    const made = Array.from({ length }, () => parts[Math.floor(next() * parts.length)] ?? '')
    return `http:${'/'.repeat(Math.floor(next() * 4))}${made.join('')}`
  })
}
