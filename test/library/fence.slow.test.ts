import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess } from '../cli/cli.ts'
import { whyNoBash } from '../oracle/sandbox.ts'

const root = resolve(import.meta.dirname, '..', '..')
const missing = whyNoBash()

/** A program of a user of the library: two sessions at once, each with its own policy. Prints the outcomes as JSON. */
const program = `
import { createGate, fencedCommands, findPlace, loadPolicies, machineFence, openPorts } from 'sallyport'
const [, , ports, secretFile] = process.argv
const [first, second] = ports.split(',')
const place = findPlace({ cwd: process.cwd(), runner: 'sallyport', automation: true })
const loaded = await loadPolicies({ place })
const opened = await openPorts()
if (!loaded.ok || !opened.ok) throw new Error('not opened')
const fence = machineFence({ workspace: place.workspace })

const session = (allowed, more = {}) => {
  const settings = { ...loaded.value.fence, mode: 'enforce', profile: { ...loaded.value.fence.profile, network: ['127.0.0.1:' + allowed], ...more } }
  const gate = createGate({ policies: { ...loaded.value, fence: settings }, ports: { ...opened.value, fence }, place })
  const commands = fencedCommands()
  const run = (argv, options) => gate.run({ tool: 'shell_exec', input: { argv } }, running => commands.run(running, argv, options))
  return { gate, run, close: () => commands.close() }
}
const get = port => ['curl', '-s', '-m', '20', 'http://127.0.0.1:' + port + '/']
const one = session(first)
const two = session(second)
const outcomes = await Promise.all([
  one.run(get(first)), one.run(get(second)), two.run(get(first)), two.run(get(second)),
  one.run(['cat', secretFile]), one.run(['cat'], { input: 'typed' }), one.run(['no-such-program-at-all']),
  one.run(['cat', '/dev/zero'].concat([]).slice(0, 1), { input: 'x'.repeat(3000000) }),
])
const limited = await session(first, { limits: { ...loaded.value.fence.profile.limits, seconds: 1 } }).run(['sleep', '60'])
one.close()
two.close()
console.log(JSON.stringify([...outcomes, limited].map(({ ok, value, reason, code }) => ({ ok, code: ok ? value.code : code, out: ok ? value.stdout.slice(0, 200) : reason, isCut: ok && value.isCut }))))
await opened.value.journal.close()
process.exit(0)
`

describe.skipIf(missing !== null)('the packed library', () => {
  let base = ''
  let servers: Server[] = []
  let outcomes: { ok: boolean; code: number | string; out: string; isCut: boolean }[] = []

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'sallyport-library-'))
    const [home, project, modules] = ['home', 'project', 'project/node_modules'].map(name => join(base, name))
    for (const directory of [home, project, modules]) mkdirSync(directory ?? '')
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', base], {
      cwd: root,
      stdio: 'ignore',
    })
    const [tarball = ''] = readdirSync(base).filter(name => name.endsWith('.tgz'))
    execFileSync('tar', ['-xzf', tarball], { cwd: base })
    execFileSync('mv', [join(base, 'package'), join(modules ?? '', 'sallyport')])
    // Its dependencies, without the network. The fence shows them, since they do not lie in a home.
    for (const name of readdirSync(join(root, 'node_modules')))
      if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules ?? '', name))
    servers = await Promise.all(['first page', 'second page'].map(startServer))
    const ports = servers.map(server => (server.address() as AddressInfo).port).join(',')
    writeFileSync(join(project ?? '', 'use.mjs'), program)
    writeFileSync(join(project ?? '', '.env'), 'TOKEN=planted-secret\n')
    mkdirSync(join(home ?? '', '.config/sallyport'), { recursive: true })
    writeFileSync(
      join(home ?? '', '.config/sallyport/policy.yaml'),
      'version: 1\nrules:\n  - { when: { run: ["**"] }, then: allow }\nmode: watch\n',
    )
    const { out, err } = await startProcess(
      [process.execPath, 'use.mjs', ports, '.env'],
      { stdin: '', env: { PATH: '/usr/bin:/bin' } },
      { home: home ?? '', project: project ?? '' },
    )
    if (!out.startsWith('[')) throw new Error(`${out}${err}`)
    outcomes = JSON.parse(out)
  })
  afterAll(() => {
    for (const server of servers) server.close()
    rmSync(base, { recursive: true, force: true })
  })

  test.each([
    ['the first session reaches its own host', 0, 'first page'],
    ['the second session reaches its own host', 3, 'second page'],
    ['input is passed on', 5, 'typed'],
  ])('%s', (_what, index, out) => expect(outcomes[index]).toMatchObject({ ok: true, code: 0, out }))

  test.each([
    ['the first session does not reach the host of the second', 1],
    ['the second session does not reach the host of the first', 2],
  ])('%s', (_what, index) => expect(outcomes[index]?.out).toContain('the fence blocked network access to 127.0.0.1'))

  test('secrets are hidden', () => {
    expect(outcomes[4]).toMatchObject({ ok: true, code: 1 })
    expect(outcomes[4]?.out).not.toContain('planted-secret')
  })

  test('a missing program is no broken fence', () => expect(outcomes[6]).toMatchObject({ ok: true, code: 127 }))
  test('long output is cut', () => expect(outcomes[7]).toMatchObject({ ok: true, isCut: true }))
  test('a limit of the fence ends the call', () => expect(outcomes[8]).toMatchObject({ ok: false, code: 'timeout' }))
  test('nothing of it still runs', () => expect(spawnSync('pgrep', ['-f', '^sleep 60$']).stdout.length).toBe(0))
})

const startServer = (page: string): Promise<Server> =>
  new Promise(ready => {
    const server = createServer((_request, response) => response.end(page))
    server.listen(0, '127.0.0.1', () => ready(server))
  })
