import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { type Client, clientBinary, openClient } from './client.ts'
import { contains } from './contains.ts'
import { type Contract, forbidden, keepsContract, listIn, textIn } from './contract.ts'
import { keysOf, sampleOf, tapHooks, tappedIn } from './samples.ts'

const contract: Contract = {
  name: 'copilot',
  title: 'Copilot CLI',
  kind: {
    model: 'fake-completions',
    binary: clientBinary('copilot', 'node_modules/.bin/copilot'),
    args: () => ['-p', 'do it', '--no-color', '--allow-all-tools', '--allow-all-paths'],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:8704/v1',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_MODEL: 'gpt-5.1',
    },
    resultsIn: body =>
      listIn(body, 'messages').flatMap(message =>
        isObject(message) && message['role'] === 'tool' ? [JSON.stringify(message['content'])] : [],
      ),
  },
  prepare: (client, server) => {
    const mcpServers = { notes: { type: 'local', ...server, tools: ['*'] } }
    client.write(join(client.home, '.copilot/mcp-config.json'), JSON.stringify({ mcpServers }))
  },
  moved: { variable: 'COPILOT_HOME', from: '.copilot' },
  install: [],
  settings: '.copilot/hooks/sallyport.json',
  shell: command => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (path, file_text) => ({ tool: 'create', input: { path, file_text } }),
  note: { tool: 'notes-note', input: { text: 'hello' } },
  noteRule: 'mcp__notes-*',
  delegate: prompt => [
    { tool: 'task', input: { description: 'sub', prompt, agent_type: 'general-purpose', name: 'sub', mode: 'sync' } },
  ],
  asked: 'Sallyport asks: ',
  unstarted: 'hook exited with code 2',
  killed: 'is blocked',
  late: 'runs',
  sampleFor: sent => {
    const tool = textIn(sent, 'toolName')
    if (tool === 'create') return null
    const event = isObject(sent) && 'toolResult' in sent ? 'postToolUse' : 'preToolUse'
    return `${event}${tool.includes('-') ? '-mcp' : ''}`
  },
  samples: ['preToolUse', 'preToolUse-mcp', 'postToolUse', 'postToolUse-mcp'],
}

keepsContract(contract, client => {
  test('a damaged policy blocks the call, and the model is told why', async () => {
    const policy = join(client().home, '.config/sallyport/policy.yaml')
    client().write(policy, 'version: 1\nrulez: []\n')
    const ran = await client().run({ script: [contract.shell('touch damaged.txt')] })
    client().write(policy, 'version: 1\n')
    expect(ran.has('damaged.txt')).toBe(false)
    expect(ran.results.join()).toContain('unknown key `rulez`')
  })

  const asking = { ...contract.kind, args: () => ['-p', 'do it', '--no-color'] }
  const approving = (client: Client) =>
    client.write(join(client.home, '.config/sallyport/policy.yaml'), 'version: 1\nallow: approve\n')

  test("an allow leaves Copilot CLI's own rules on; with `allow: approve` it overrides even `--deny-tool`", async () => {
    const other = openClient(asking)
    await other.sallyport('install', 'copilot', '--yes')
    const run = async (file: string, args: readonly string[] = []) =>
      (await other.run({ script: [contract.shell(`touch ${file}`)], args })).has(file)
    const denying = ['--deny-tool', 'shell(touch)']
    const left = [await run('a'), await run('b', ['--allow-tool', 'shell(touch)']), await run('c', denying)]
    approving(other)
    const approved = [await run('d'), await run('e', denying)]
    other.remove()
    expect([left, approved]).toEqual([
      [false, true, false],
      [true, true],
    ])
  })

  describe('with the permission requests of Copilot CLI', () => {
    let other: Client
    beforeAll(async () => {
      other = openClient(asking)
      await other.sallyport('install', 'copilot', '--yes', '--no-contain')
      // Only the permission event has a hook, so that nothing judges the call before; the request is saved.
      const settings = join(other.home, contract.settings)
      other.write(settings, readFileSync(settings, 'utf8').replace('preToolUse', 'permissionRequest'))
      tapHooks(settings, join(other.home, 'tapped.jsonl'))
    })
    afterAll(() => other.remove())

    test('a denied call does not run', async () => {
      const ran = await other.run({ script: [contract.shell(`touch denied.txt; ${forbidden}`)] })
      expect(ran.has('denied.txt')).toBe(false)
    })

    test('an allowed call is left to the prompt, and runs without one if a policy approves', async () => {
      const left = await other.run({ script: [contract.shell('touch left.txt')] })
      approving(other)
      const ran = await other.run({ script: [contract.shell('touch permitted.txt')] })
      expect([left.has('left.txt'), ran.has('permitted.txt')]).toEqual([false, true])
    })

    test('the request has the keys of its sample', () => {
      const sent = tappedIn(join(other.home, 'tapped.jsonl')).at(-1) ?? null
      expect(keysOf(sent)).toEqual(keysOf(sampleOf('copilot-permissionRequest', sent, dirname(other.home))))
    })
  })
})

contains({
  ...contract,
  policy: 'version: 1\nallow: approve\n',
  background: command => ({ tool: 'bash', input: { command, description: 'a step', mode: 'async' } }),
})
