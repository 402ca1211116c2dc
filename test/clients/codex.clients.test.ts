import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codexTrust } from '../../src/adapters/install/codex-trust.ts'
import { isObject, type Json } from '../../src/core/json.ts'
import { type Client, clientBinary, openClient } from './client.ts'
import { type Contract, forbidden, keepsContract, listIn, textIn } from './contract.ts'
import { keysOf, sampleOf } from './samples.ts'

const config = `
model = "gpt-5.5"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:8702/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
`

const appServer = resolve(import.meta.dirname, 'codex-app-server.mjs')

const contract: Contract = {
  name: 'codex',
  title: 'Codex',
  kind: {
    model: 'fake-responses',
    binary: clientBinary('codex', 'node_modules/.bin/codex'),
    args: () => ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', 'do it'],
    env: { FAKE_KEY: 'none' },
    resultsIn: body =>
      listIn(body, 'input').flatMap(item =>
        isObject(item) && String(item['type']).endsWith('_call_output') ? [JSON.stringify(item['output'])] : [],
      ),
  },
  prepare: (client, { command, args }) =>
    client.write(
      join(client.home, '.codex/config.toml'),
      `${config}\n[mcp_servers.notes]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    ),
  moved: { variable: 'CODEX_HOME', from: '.codex' },
  install: ['--trust'],
  settings: '.codex/hooks.json',
  // It waits for the command, however busy the machine is.
  shell: cmd => ({ tool: 'exec_command', input: { cmd, yield_time_ms: 30_000 } }),
  write: (path, content) => ({
    tool: 'apply_patch',
    input: `*** Begin Patch\n*** Add File: ${path}\n+${content}\n*** End Patch\n`,
  }),
  note: { tool: 'note', namespace: 'mcp__notes', input: { text: 'hello' } },
  noteRule: 'mcp__notes__*',
  delegate: message => [
    { tool: 'spawn_agent', namespace: 'multi_agent_v1', input: { message } },
    { tool: 'wait_agent', namespace: 'multi_agent_v1', input: { targets: ['$AGENT'], timeout_ms: 30_000 } },
  ],
  agent: /"agents":\["[a-z]+:[0-9a-f-]{36}"\]/,
  asked: 'ask them to run `sallyport approve',
  unstarted: 'could not run',
  killed: 'runs',
  late: 'runs',
  anyHook: ['--dangerously-bypass-hook-trust'],
  sampleFor: sent => {
    const tool = textIn(sent, 'tool_name')
    const kind = tool === 'Bash' ? '' : tool.startsWith('mcp__') ? '-mcp' : `-${tool}`
    return `${textIn(sent, 'hook_event_name')}${kind}`
  },
  samples: [
    'PreToolUse',
    'PreToolUse-apply_patch',
    'PreToolUse-mcp',
    'PostToolUse',
    'PostToolUse-apply_patch',
    'PostToolUse-mcp',
  ],
}

keepsContract(contract, client => {
  test('a bare shell is not started, since what is typed into it later passes no hook', async () => {
    const ran = await client().run({
      script: [
        { tool: 'exec_command', input: { cmd: 'bash', tty: true } },
        { tool: 'write_stdin', input: { session_id: '$SESSION', chars: 'touch typed.txt\n' } },
      ],
    })
    expect(ran.has('typed.txt')).toBe(false)
    expect(ran.results.join()).toContain('an interactive `bash`')
  })

  test('the agent cannot take away the trust in its hook', async () => {
    const config = join(client().home, '.codex/config.toml')
    const before = readFileSync(config, 'utf8')
    const ran = await client().run({ script: [contract.shell(`sed -i d ${config}`)] })
    expect(ran.results.join()).toContain('Sallyport blocks this')
    expect(readFileSync(config, 'utf8')).toBe(before)
  })

  test('a hook that nobody trusts is passed over in silence: the call runs, and `install` and `status` say so', async () => {
    const other = openClient(contract.kind)
    contract.prepare(other, { command: 'true', args: [] })
    await expect(other.sallyport('install', 'codex', '--yes')).rejects.toThrow('NOT RUNNING YET')
    expect(await other.sallyport('status', 'codex')).toContain('NOT RUNNING')
    const ran = await other.run({ script: [contract.shell(`touch passed-over.txt; ${forbidden}`)] })
    expect(ran.has('passed-over.txt')).toBe(true)
    other.remove()
  })

  describe('where Codex asks for permission, as in an editor', () => {
    const editor = { ...contract.kind, binary: process.execPath, args: () => [appServer, contract.kind.binary] }
    let other: Client
    beforeAll(async () => {
      other = openClient(editor)
      contract.prepare(other, { command: 'true', args: [] })
      await other.sallyport('install', 'codex', '--yes', '--trust')
      // Only where it asks, so that nothing has judged the call before; and what it sends is kept.
      const path = join(other.home, '.codex/hooks.json')
      const text = readFileSync(path, 'utf8')
        .replace('PreToolUse', 'PermissionRequest')
        .replace('"ulimit', `"tee '${join(other.home, 'sent.json')}' | { ulimit`)
        .replace('exit 2; }"', 'exit 2; }; }"')
      other.write(path, text)
      const config = join(other.home, '.codex/config.toml')
      const trusted = codexTrust.add(readFileSync(config, 'utf8'), { path, text, known: [] })
      if (trusted.ok) other.write(config, trusted.value)
    })
    afterAll(() => other.remove())

    test('what is denied is denied there too, although the person would say yes', async () => {
      const ran = await other.run({ script: [contract.shell(`touch denied.txt; ${forbidden}`)] })
      expect([ran.has('denied.txt'), ran.out]).toEqual([false, ''])
      expect(ran.results.join()).toContain('Sallyport blocks this')
    })

    test('what is not denied is left to the person', async () => {
      const ran = await other.run({ script: [contract.shell('touch accepted.txt')] })
      expect([ran.has('accepted.txt'), ran.out]).toEqual([true, 'item/commandExecution/requestApproval\n'])
    })

    test('what it sends has the keys of its sample', () => {
      const sent: Json = JSON.parse(readFileSync(join(other.home, 'sent.json'), 'utf8'))
      expect(keysOf(sent)).toEqual(keysOf(sampleOf('codex-PermissionRequest', sent, dirname(other.home))))
    })
  })
})
