import { describe, expect, test, vi } from 'vitest'
import { bash, openGate, person, withFiles, withPolicy } from '../../test/requirements/open-gate.ts'
import { limits } from '../core/limits.ts'

const zone = new Map<string, readonly string[]>([
  ['public.example', ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']],
  ['wiki.corp.example', ['10.1.2.3']],
  ['mixed.example', ['93.184.215.14', '192.168.0.7']],
  ['loop.example', ['127.0.0.1']],
  ['six.example', ['fd12::1']],
  ['mapped.example', ['::ffff:169.254.169.254']],
  ['empty.example', []],
])

const resolve = vi.fn(async (name: string): Promise<readonly string[]> => {
  const found = zone.get(name)
  if (found === undefined) throw new Error(`ENOTFOUND ${name}`)
  return found
})

const fetched = (url: string, tool = 'mcp__web__get') => ({ tool, input: { url } })
const approving = () => ({ approvers: [person('approved').approver], resolve })
const check = async (url: string, tool?: string) => {
  const { gate } = openGate(approving())
  const { decision, code } = await gate.check(fetched(url, tool))
  return code ?? decision
}

const rows: readonly (readonly [what: string, url: string, result: string])[] = [
  ['a public name', 'https://public.example/x', 'allow'],
  ['a public address', 'https://93.184.215.14/', 'allow'],
  ['a name with a private address', 'https://wiki.corp.example/', 'private_address'],
  ['a name with a public and a private address', 'https://mixed.example/', 'private_address'],
  ['a name that leads to this machine', 'http://loop.example:6379/', 'private_address'],
  ['a name with a private IPv6 address', 'http://six.example/', 'private_address'],
  ['a name with a mapped address', 'http://mapped.example/', 'private_address'],
  ['a name without an address', 'http://empty.example/', 'host_unresolved'],
  ['a name that does not exist', 'http://missing.example/', 'host_unresolved'],
  ['a private address', 'http://10.0.0.5/', 'private_address'],
  ['a private address with a port', 'http://192.168.1.1:8080/', 'private_address'],
  ['a private IPv6 address', 'http://[fd00::1]/', 'private_address'],
  ['cloud metadata', 'http://169.254.169.254/latest/', 'private_address'],
  ['cloud metadata by name', 'http://metadata/computeMetadata/', 'private_address'],
  ['cloud metadata in hex, with one slash', 'http:/0xA9FEA9FE/', 'private_address'],
  ['cloud metadata behind a wildcard name', 'http://169.254.169.254.nip.io/', 'private_address'],
  ['an unspecified address', 'http://0.0.0.0:3000/', 'private_address'],
  ['a server on this machine', 'http://localhost:3000/', 'allow'],
  ['a server on this machine, by address', 'http://127.0.0.1:3000/', 'allow'],
  ['a server on this machine, by IPv6', 'http://[::1]:3000/', 'allow'],
  ['a host without a scheme', 'wiki.corp.example', 'private_address'],
]

describe('an MCP call to an address that is not public (R168)', () => {
  test.each(rows)('%s: %s', async (_what, url, result) => expect(await check(url)).toBe(result))

  test('a resource of a server counts too', async () => {
    const { gate } = openGate(approving())
    const verdict = await gate.check({ tool: 'ReadMcpResourceTool', input: { server: 's', uri: 'http://10.0.0.5/' } })
    expect(verdict.code).toBe('private_address')
  })

  test('a URL deeper in the input counts too', async () => {
    const { gate } = openGate(approving())
    const input = { options: { pages: [{ link: 'https://wiki.corp.example/' }] } }
    expect((await gate.check({ tool: 'mcp__web__get', input })).code).toBe('private_address')
  })

  test('no person is asked about a refused call, and the refusal is recorded', async () => {
    const { approver, asked } = person()
    const { gate, journal } = openGate({ approvers: [approver], resolve })
    await gate.check(fetched('https://wiki.corp.example/'))
    expect(asked).toEqual([])
    expect(journal.lines().join('\n')).toContain('private_address')
  })

  test('names are looked up for MCP calls only, and not for a call that is denied', async () => {
    resolve.mockClear()
    const { gate } = openGate({
      ...approving(),
      policies: await withPolicy('rules: [{ when: { tool: "mcp__*" }, then: deny }]'),
    })
    await gate.check(fetched('https://public.example/'))
    await gate.check(bash('curl https://public.example/'))
    await gate.check({ tool: 'WebFetch', input: { url: 'https://public.example/', prompt: 'x' } })
    expect(resolve).not.toHaveBeenCalled()
  })

  test('a trusted rule that names the host allows it', async () => {
    const policies = await withPolicy('rules: [{ when: { connect: "*.corp.example" }, then: allow }]')
    const { gate } = openGate({ ...approving(), policies })
    expect((await gate.check(fetched('https://wiki.corp.example/'))).decision).toBe('allow')
  })

  test('a trusted rule that names the network allows it', async () => {
    const policies = await withPolicy('rules: [{ when: { network: private }, then: allow }]')
    const { gate } = openGate({ ...approving(), policies })
    expect((await gate.check(fetched('http://10.0.0.5/'))).decision).toBe('allow')
  })

  test('a rule that names only the tool does not allow it', async () => {
    const policies = await withPolicy('rules: [{ when: { tool: mcp__web__get }, then: allow }]')
    const { gate } = openGate({ ...approving(), policies })
    expect((await gate.check(fetched('https://wiki.corp.example/'))).code).toBe('private_address')
  })

  test('a rule of an untrusted project does not allow it', async () => {
    const source = 'rules: [{ when: { connect: "*.corp.example" }, then: allow }]'
    const policies = await withFiles([{ layer: 'project', trusted: false, source }])
    const { gate } = openGate({ ...approving(), policies })
    expect((await gate.check(fetched('https://wiki.corp.example/'))).code).toBe('private_address')
  })

  test('a policy that only watches records the deny', async () => {
    const policies = await withPolicy('mode: watch')
    const { gate } = openGate({ ...approving(), policies })
    const { decision, watched } = await gate.check(fetched('https://wiki.corp.example/'))
    expect({ decision, watched }).toEqual({ decision: 'allow', watched: 'deny' })
  })

  test('a lookup that takes too long refuses the call', async () => {
    const { gate, clock } = openGate({ ...approving(), resolve: () => new Promise(() => {}) })
    const verdict = gate.check(fetched('https://public.example/'))
    const settled = await Promise.race([verdict, advancing(clock)])
    expect(settled?.code).toBe('host_unresolved')
  })

  test('too many names refuse the call', async () => {
    const urls = Array.from({ length: limits.resolvedHosts + 1 }, (_, i) => `https://h${i}.example/`)
    const { gate } = openGate(approving())
    expect((await gate.check({ tool: 'mcp__web__get', input: { urls } })).code).toBe('limit_reached')
  })

  test('a call that runs through the gate is refused as well', async () => {
    const { gate } = openGate(approving())
    const execute = vi.fn(async () => 'page')
    const outcome = await gate.run(fetched('https://wiki.corp.example/'), execute)
    expect(outcome.verdict.code).toBe('private_address')
    expect(execute).not.toHaveBeenCalled()
  })
})

/** Moves the clock until the other promise settles. */
async function advancing(clock: { advance(ms: number): void }): Promise<null> {
  for (let i = 0; i < 1_000; i += 1) {
    await new Promise(done => setImmediate(done))
    clock.advance(limits.resolveMs)
  }
  return null
}
