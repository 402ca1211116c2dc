import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Host, loadPlugin, type Outcome } from './load-plugin.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-plugins-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const input = { command: 'ls' }
const clients = ['opencode', 'pi']

/** A hook that gives the same answer to every request. */
const says = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify({ protocol: 1, ...answer })}'`
const callThrough = async (client: string, command: string, host: Host = {}, patience?: number): Promise<Outcome> =>
  (await loadPlugin(client, { folder, command, ...(patience === undefined ? {} : { patience }) })).call(input, host)

/** The request that the hook receives. */
async function askedBy(client: string, host: Host = {}): Promise<object> {
  const file = join(folder, `asked-${client}.json`)
  await callThrough(client, `cat > '${file}'; echo '{"protocol":1,"decision":"allow"}'`, host)
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe.each(clients)('the plugin of %s', client => {
  test.each([
    ['an allow runs the call unchanged', { decision: 'allow' }, { runs: input }],
    ['a deny blocks the call with its reason', { decision: 'deny', reason: 'because' }, { blocked: 'because' }],
    [
      'an allow with another input runs that input and keeps nothing of the first',
      { decision: 'allow', input: { command: 'pwd', timeout: 5 } },
      { runs: { command: 'pwd', timeout: 5 } },
    ],
    [
      'a deny with another input still blocks',
      { decision: 'deny', reason: 'because', input: { command: 'pwd' } },
      { blocked: 'because' },
    ],
  ])('%s', async (_, answer, outcome) => {
    expect(await callThrough(client, says(answer))).toEqual(outcome)
  })

  const failures: readonly (readonly [what: string, command: string])[] = [
    ['it answers nothing', 'cat > /dev/null'],
    ['it neither reads nor answers', ':'],
    ['its answer is not JSON', 'cat > /dev/null; echo allow'],
    ['its answer is half a JSON object', `cat > /dev/null; printf '{"protocol":1,"decision":"al'`],
    ['it answers twice', `${says({ decision: 'allow' })}; echo '{"protocol":1,"decision":"allow"}'`],
    ['its answer is a list', `cat > /dev/null; echo '[{"protocol":1,"decision":"allow"}]'`],
    ['it prints something before the answer', `echo hello; ${says({ decision: 'allow' })}`],
    ['its answer has another protocol version', `cat > /dev/null; echo '{"protocol":2,"decision":"allow"}'`],
    ['its answer has no protocol version', `cat > /dev/null; echo '{"decision":"allow"}'`],
    ['its answer has no decision', says({})],
    ['its decision is unknown', says({ decision: 'maybe' })],
    ['its decision is a list', says({ decision: ['allow'] })],
    ['it denies without a reason', says({ decision: 'deny' })],
    ['its replacement input is not an object', says({ decision: 'allow', input: 'pwd' })],
    ['it allows and exits with 1', `${says({ decision: 'allow' })}; exit 1`],
    ['it allows and exits with 2', `${says({ decision: 'allow' })}; echo no >&2; exit 2`],
    ['it allows and exits with 3', `${says({ decision: 'allow' })}; exit 3`],
    ['it exits with 2 and no reason', 'exit 2'],
    ['its command does not exist', '/nonexistent/command'],
    ['its command line has a syntax error', 'if'],
    ['it is killed', `${says({ decision: 'allow' })}; kill -KILL $$`],
    ['it gets SIGTERM', `${says({ decision: 'allow' })}; kill -TERM $$`],
  ]
  test.each(failures)('blocks the call when its hook fails: %s', async (_, command) => {
    const outcome = await callThrough(client, command)
    expect(outcome).toEqual({ blocked: expect.stringMatching(/\S/) })
  })

  test.each([
    ['never ends', `${says({ decision: 'allow' })}; sleep 60`],
    ['leaves a child behind that never ends', `sleep 60 & ${says({ decision: 'allow' })}`],
  ])('blocks the call when its hook %s', async (_, command) => {
    expect(await callThrough(client, command, {}, 200)).toEqual({ blocked: expect.stringContaining('too long') })
  })

  test('blocks a call that cannot be sent as JSON', async () => {
    const plugin = await loadPlugin(client, { folder, command: says({ decision: 'allow' }) })
    expect(await plugin.call({ n: 1n })).toEqual({ blocked: expect.stringMatching(/BigInt/) })
  })

  test('tool results do not pass the hook unless `results` is on', async () => {
    const plugin = await loadPlugin(client, { folder, command: 'exit 1' })
    expect(await plugin.result('secret')).toBe('secret')
  })

  test('the result of a replaced call says once what ran', async () => {
    const command = says({ decision: 'allow', input: { command: 'pwd' }, note: 'Running `pwd` instead' })
    const plugin = await loadPlugin(client, { folder, command })
    await plugin.call(input)
    expect(await plugin.result('/home')).toBe('Running `pwd` instead\n/home')
    expect(await plugin.result('/home')).toBe('/home')
  })

  const texts = client === 'pi' ? ['text', 'hidden'] : ['hidden']
  test.each([
    ["the hook's text replaces the result", says({ texts }), 'hidden'],
    ['an empty answer leaves the result unchanged', 'cat > /dev/null', 'secret'],
  ])('with results: %s', async (_, command, shown) => {
    const plugin = await loadPlugin(client, { folder, command, results: true })
    expect(await plugin.result('secret')).toBe(shown)
  })

  test.each([
    ['it fails', 'exit 1'],
    ['its answer is not JSON', 'cat > /dev/null; echo hello'],
    ['it returns no texts', says({})],
    ['it returns too few texts', says({ texts: [] })],
    ['it returns something other than texts', says({ texts: texts.map(() => 1) })],
  ])('with results, a result is withheld when the hook fails: %s', async (_, command) => {
    const plugin = await loadPlugin(client, { folder, command, results: true })
    expect(await plugin.result('secret')).toMatch(/^(The result is withheld\. )?sallyport: /)
  })
})

describe('OpenCode: the session of a call', () => {
  const sessions: Readonly<Record<string, object>> = {
    ses_0: { id: 'ses_0', agent: 'build' },
    ses_1: { id: 'ses_1', agent: 'general', parentID: 'ses_0' },
  }
  const known = async (id: string) => ({ data: sessions[id] ?? {} })

  test("a sub-agent's call lists its parent sessions", async () => {
    const line = [
      { id: 'ses_0', agent: 'build' },
      { id: 'ses_1', agent: 'general' },
    ]
    expect(await askedBy('opencode', { getSession: known })).toMatchObject({ sessionID: 'ses_1', sessions: line })
  })

  test('the request names the configured MCP servers', async () => {
    expect(await askedBy('opencode', { servers: ['notes'] })).toMatchObject({ servers: ['notes'] })
  })

  test.each<readonly [string, Host['getSession']]>([
    ['is unknown', async () => ({})],
    ['has another id', async () => ({ data: { id: 'ses_9' } })],
    ['is its own parent', async id => ({ data: { id, parentID: id } })],
    ['cannot be fetched', async () => Promise.reject(new Error('no'))],
    ['is never returned', () => new Promise(() => {})],
  ])('a call whose session %s is blocked', async (_, getSession) => {
    const host = getSession === undefined ? {} : { getSession }
    const outcome = await callThrough('opencode', says({ decision: 'allow' }), host, 200)
    expect(outcome).toEqual({ blocked: expect.stringMatching(/\S/) })
  })

  test('an ask, which OpenCode cannot show, blocks', async () => {
    expect(await callThrough('opencode', says({ decision: 'ask', reason: 'why' }))).toEqual({ blocked: 'why' })
  })
})

describe('Pi: an ask', () => {
  const asks = says({ decision: 'ask', reason: 'why' })

  test.each<readonly [string, Host, Outcome]>([
    ['is answered with yes and the call runs', { confirm: async () => true }, { runs: input }],
    [
      'is answered with no and the call is blocked',
      { confirm: async () => false },
      { blocked: 'The person at the prompt said no. why' },
    ],
    ['fails and the call is blocked', { confirm: () => Promise.reject(new Error('gone')) }, { blocked: 'gone' }],
    ['has no person to answer it and the call is blocked', {}, { blocked: expect.stringMatching(/\S/) }],
  ])('%s', async (_, host, outcome) => {
    expect(await callThrough('pi', asks, host)).toEqual(outcome)
  })

  test('is answered with yes and the replacement input runs', async () => {
    const answer = says({ decision: 'ask', reason: 'why', input: { command: 'pwd' } })
    expect(await callThrough('pi', answer, { confirm: async () => true })).toEqual({ runs: { command: 'pwd' } })
  })

  test('the request says whether a person can be asked', async () => {
    expect(await askedBy('pi', { confirm: async () => true })).toMatchObject({ hasUI: true })
    expect(await askedBy('pi')).toMatchObject({ hasUI: false })
  })
})
