import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Host, loadPlugin, type Outcome } from './load-plugin.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-plugins-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const input = { command: 'ls' }
const clients = ['opencode', 'pi']

/** A hook that says one thing, whatever it is asked. */
const says = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify({ protocol: 1, ...answer })}'`
const callThrough = async (client: string, command: string, host: Host = {}, patience?: number): Promise<Outcome> =>
  (await loadPlugin(client, { folder, command, ...(patience === undefined ? {} : { patience }) })).call(input, host)

/** What a hook was asked. */
async function askedBy(client: string, host: Host = {}): Promise<object> {
  const file = join(folder, `asked-${client}.json`)
  await callThrough(client, `cat > '${file}'; echo '{"protocol":1,"decision":"allow"}'`, host)
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe.each(clients)('the plugin of %s', client => {
  test.each([
    ['an allow runs the call as it is', { decision: 'allow' }, { runs: input }],
    ['a deny blocks it, and says why', { decision: 'deny', reason: 'because' }, { blocked: 'because' }],
    [
      'an allow with another input runs that one, and nothing is left of the first',
      { decision: 'allow', input: { command: 'pwd', timeout: 5 } },
      { runs: { command: 'pwd', timeout: 5 } },
    ],
    [
      'a deny with another input blocks all the same',
      { decision: 'deny', reason: 'because', input: { command: 'pwd' } },
      { blocked: 'because' },
    ],
  ])('%s', async (_, answer, outcome) => {
    expect(await callThrough(client, says(answer))).toEqual(outcome)
  })

  const failures: readonly (readonly [what: string, command: string])[] = [
    ['it says nothing', 'cat > /dev/null'],
    ['it does not listen and says nothing', ':'],
    ['it says no JSON', 'cat > /dev/null; echo allow'],
    ['it says half a JSON', `cat > /dev/null; printf '{"protocol":1,"decision":"al'`],
    ['it says two answers', `${says({ decision: 'allow' })}; echo '{"protocol":1,"decision":"allow"}'`],
    ['it says a list', `cat > /dev/null; echo '[{"protocol":1,"decision":"allow"}]'`],
    ['it says something before the answer', `echo hello; ${says({ decision: 'allow' })}`],
    ['it speaks another version', `cat > /dev/null; echo '{"protocol":2,"decision":"allow"}'`],
    ['it speaks no version', `cat > /dev/null; echo '{"decision":"allow"}'`],
    ['it decides nothing', says({})],
    ['it decides something unknown', says({ decision: 'maybe' })],
    ['it decides in another kind', says({ decision: ['allow'] })],
    ['it denies without a reason', says({ decision: 'deny' })],
    ['it gives another input that is none', says({ decision: 'allow', input: 'pwd' })],
    ['it allows and ends with 1', `${says({ decision: 'allow' })}; exit 1`],
    ['it allows and ends with 2', `${says({ decision: 'allow' })}; echo no >&2; exit 2`],
    ['it allows and ends with 3', `${says({ decision: 'allow' })}; exit 3`],
    ['it ends with 2 and no reason', 'exit 2'],
    ['it is no command', '/nonexistent/command'],
    ['it is no shell', 'if'],
    ['it is killed', `${says({ decision: 'allow' })}; kill -KILL $$`],
    ['it is told to end', `${says({ decision: 'allow' })}; kill -TERM $$`],
  ]
  test.each(failures)('blocks the call when its hook fails: %s', async (_, command) => {
    const outcome = await callThrough(client, command)
    expect(outcome).toEqual({ blocked: expect.stringMatching(/\S/) })
  })

  test.each([
    ['never ends', `${says({ decision: 'allow' })}; sleep 60`],
    ['leaves something behind that never ends', `sleep 60 & ${says({ decision: 'allow' })}`],
  ])('blocks the call when its hook %s', async (_, command) => {
    expect(await callThrough(client, command, {}, 200)).toEqual({ blocked: expect.stringContaining('too long') })
  })

  test('blocks a call that cannot be told', async () => {
    const plugin = await loadPlugin(client, { folder, command: says({ decision: 'allow' }) })
    expect(await plugin.call({ n: 1n })).toEqual({ blocked: expect.stringMatching(/BigInt/) })
  })

  test('what tools give back is none of its business unless it was asked', async () => {
    const plugin = await loadPlugin(client, { folder, command: 'exit 1' })
    expect(await plugin.result('secret')).toBe('secret')
  })

  test('what ran in the place of a call is said with its result, once', async () => {
    const command = says({ decision: 'allow', input: { command: 'pwd' }, note: 'Not this runs but: pwd' })
    const plugin = await loadPlugin(client, { folder, command })
    await plugin.call(input)
    expect(await plugin.result('/home')).toBe('Not this runs but: pwd\n/home')
    expect(await plugin.result('/home')).toBe('/home')
  })

  const texts = client === 'pi' ? ['text', 'hidden'] : ['hidden']
  test.each([
    ['what comes back is shown in its place', says({ texts }), 'hidden'],
    ['silence shows it as it is', 'cat > /dev/null', 'secret'],
  ])('with results: %s', async (_, command, shown) => {
    const plugin = await loadPlugin(client, { folder, command, results: true })
    expect(await plugin.result('secret')).toBe(shown)
  })

  test.each([
    ['it fails', 'exit 1'],
    ['it says no JSON', 'cat > /dev/null; echo hello'],
    ['it gives back nothing', says({})],
    ['it gives back too little', says({ texts: [] })],
    ['it gives back something else', says({ texts: texts.map(() => 1) })],
  ])('with results, a result is withheld when the hook fails: %s', async (_, command) => {
    const plugin = await loadPlugin(client, { folder, command, results: true })
    expect(await plugin.result('secret')).toMatch(/^(The result is withheld\. )?sallyport: /)
  })
})

describe('OpenCode: whose call it is', () => {
  const sessions: Readonly<Record<string, object>> = {
    ses_0: { id: 'ses_0', agent: 'build' },
    ses_1: { id: 'ses_1', agent: 'general', parentID: 'ses_0' },
  }
  const known = async (id: string) => ({ data: sessions[id] ?? {} })

  test('a sub-agent comes with those that it works for', async () => {
    const line = [
      { id: 'ses_0', agent: 'build' },
      { id: 'ses_1', agent: 'general' },
    ]
    expect(await askedBy('opencode', { getSession: known })).toMatchObject({ sessionID: 'ses_1', sessions: line })
  })

  test('the servers that it was told of come along', async () => {
    expect(await askedBy('opencode', { servers: ['notes'] })).toMatchObject({ servers: ['notes'] })
  })

  test.each<readonly [string, Host['getSession']]>([
    ['is not known', async () => ({})],
    ['is another one', async () => ({ data: { id: 'ses_9' } })],
    ['is its own parent', async id => ({ data: { id, parentID: id } })],
    ['cannot be asked for', async () => Promise.reject(new Error('no'))],
    ['is never told', () => new Promise(() => {})],
  ])('a call whose session %s is blocked', async (_, getSession) => {
    const host = getSession === undefined ? {} : { getSession }
    const outcome = await callThrough('opencode', says({ decision: 'allow' }), host, 200)
    expect(outcome).toEqual({ blocked: expect.stringMatching(/\S/) })
  })

  test('an ask, which it was told not to give, blocks', async () => {
    expect(await callThrough('opencode', says({ decision: 'ask', reason: 'why' }))).toEqual({ blocked: 'why' })
  })
})

describe('Pi: where somebody can be asked', () => {
  const asks = says({ decision: 'ask', reason: 'why' })

  test.each<readonly [string, Host, Outcome]>([
    ['a yes runs the call', { confirm: async () => true }, { runs: input }],
    ['a no does not', { confirm: async () => false }, { blocked: 'The person at the prompt said no. why' }],
    ['a prompt that fails does not', { confirm: () => Promise.reject(new Error('gone')) }, { blocked: 'gone' }],
    ['nobody does not', {}, { blocked: expect.stringMatching(/\S/) }],
  ])('%s', async (_, host, outcome) => {
    expect(await callThrough('pi', asks, host)).toEqual(outcome)
  })

  test('a yes to another input runs that one', async () => {
    const answer = says({ decision: 'ask', reason: 'why', input: { command: 'pwd' } })
    expect(await callThrough('pi', answer, { confirm: async () => true })).toEqual({ runs: { command: 'pwd' } })
  })

  test('it says whether somebody is there', async () => {
    expect(await askedBy('pi', { confirm: async () => true })).toMatchObject({ hasUI: true })
    expect(await askedBy('pi')).toMatchObject({ hasUI: false })
  })
})
