import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codexSettings } from '../../src/adapters/install/codex.ts'
import { codexTrust } from '../../src/adapters/install/codex-trust.ts'
import { isObject, type Json } from '../../src/core/json.ts'
import { type Client, clientBinary, openClient } from './client.ts'
import { contains, saying } from './contains.ts'
import { type Contract, forbidden, keepsContract, listIn, replacing, textIn } from './contract.ts'
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
  // Long enough for the command to end, even on a busy machine.
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
  test('an interactive shell is not started, because its later input passes no hook', async () => {
    const ran = await client().run({
      script: [
        { tool: 'exec_command', input: { cmd: 'bash', tty: true } },
        { tool: 'write_stdin', input: { session_id: '$SESSION', chars: 'touch typed.txt\n' } },
      ],
    })
    expect(ran.has('typed.txt')).toBe(false)
    expect(ran.results.join()).toContain('an interactive `bash`')
  })

  test('the agent cannot remove the trust entry of its hook', async () => {
    const config = join(client().home, '.codex/config.toml')
    const before = readFileSync(config, 'utf8')
    const ran = await client().run({ script: [contract.shell(`sed -i d ${config}`)] })
    expect(ran.results.join()).toContain('Sallyport blocks this')
    expect(readFileSync(config, 'utf8')).toBe(before)
  })

  test('Codex silently skips an untrusted hook: the call runs, and `install` and `status` report it', async () => {
    const other = openClient(contract.kind)
    contract.prepare(other, { command: 'true', args: [] })
    await expect(other.sallyport('install', 'codex', '--yes')).rejects.toThrow('NOT RUNNING YET')
    expect(await other.sallyport('status', 'codex')).toContain('NOT RUNNING')
    const ran = await other.run({ script: [contract.shell(`touch passed-over.txt; ${forbidden}`)] })
    expect(ran.has('passed-over.txt')).toBe(true)
    other.remove()
  })

  test('an allow does not skip the prompts of Codex, not even for a replaced command', async () => {
    const other = openClient({
      ...contract.kind,
      binary: process.execPath,
      args: () => [appServer, contract.kind.binary],
    })
    contract.prepare(other, { command: 'true', args: [] })
    await other.sallyport('install', 'codex', '--yes', '--trust')
    other.write(join(other.home, '.config/sallyport/policy.yaml'), `${replacing}allow: approve\n`)
    const ran = await other.run({ script: [contract.shell('touch allowed.txt'), contract.shell('touch replaced.txt')] })
    const asked = 'item/commandExecution/requestApproval\n'
    const recorded = await other.sallyport('audit', 'tail', '--json')
    other.remove()
    expect(ran.out).toBe(asked + asked)
    expect(recorded).toContain('"type":"tool_call_replaced"')
    expect(recorded).not.toContain('"meaning":"approve"')
  })

  test.each(['{ // mine\n', '{ "version": 1,', '\uFEFF{'])(
    'Codex ignores hooks that start with %j: the call runs, `install` refuses, and `doctor` reports it',
    async start => {
      const other = openClient({ ...contract.kind, args: () => contract.kind.args('').filter(arg => arg !== '--json') })
      contract.prepare(other, { command: 'true', args: [] })
      await other.sallyport('install', 'codex', '--yes', '--trust')
      const hooks = join(other.home, '.codex/hooks.json')
      other.write(hooks, readFileSync(hooks, 'utf8').replace('{', start))
      const ran = await other.run({ script: [contract.shell(`touch passed-over.txt; ${forbidden}`)] })
      expect([ran.has('passed-over.txt'), ran.out + ran.err]).toEqual([
        true,
        expect.stringMatching(codexSettings.checkup?.settingsFault?.says ?? /^$/),
      ])
      await expect(other.sallyport('install', 'codex', '--yes')).rejects.toThrow('Codex ignores the whole file')
      await expect(other.sallyport('doctor')).rejects.toThrow('Codex ignores the whole file')
      other.remove()
    },
  )

  describe('with the permission requests that Codex sends to an editor', () => {
    const editor = { ...contract.kind, binary: process.execPath, args: () => [appServer, contract.kind.binary] }
    let other: Client
    beforeAll(async () => {
      other = openClient(editor)
      contract.prepare(other, { command: 'true', args: [] })
      await other.sallyport('install', 'codex', '--yes', '--no-contain', '--trust')
      // Only the permission event has a hook, so that nothing judges the call before; the request is saved.
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

    test('a denied call is denied even though the person would approve it', async () => {
      const ran = await other.run({ script: [contract.shell(`touch denied.txt; ${forbidden}`)] })
      expect([ran.has('denied.txt'), ran.out]).toEqual([false, ''])
      expect(ran.results.join()).toContain('Sallyport blocks this')
    })

    test('a call that is not denied is left to the person', async () => {
      const ran = await other.run({ script: [contract.shell('touch accepted.txt')] })
      expect([ran.has('accepted.txt'), ran.out]).toEqual([true, 'item/commandExecution/requestApproval\n'])
    })

    test('the request has the keys of its sample', () => {
      const sent: Json = JSON.parse(readFileSync(join(other.home, 'sent.json'), 'utf8'))
      expect(keysOf(sent)).toEqual(keysOf(sampleOf('codex-PermissionRequest', sent, dirname(other.home))))
    })
  })
})

contains({
  ...contract,
  // In Codex's own sandbox no ticket can be claimed, so nothing is contained there.
  prepare: (client, server) => {
    contract.prepare(client, server)
    const path = join(client.home, '.codex/config.toml')
    client.write(path, `sandbox_mode = "danger-full-access"\n${readFileSync(path, 'utf8')}`)
  },
  ownRule: ({ home, write }) =>
    write(
      join(home, '.codex/rules/own.rules'),
      'prefix_rule(pattern = ["frobtool", "forbidden"], decision = "forbidden")\n',
    ),
  background: cmd => ({ tool: 'exec_command', input: { cmd, yield_time_ms: 250 } }),
  rewriteTo: ({ home, write }, command) => {
    const path = join(home, contract.settings)
    const settings = JSON.parse(readFileSync(path, 'utf8'))
    const hookSpecificOutput = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command },
    }
    // The last hook to end has the last word.
    settings.hooks.PreToolUse.push({
      matcher: '.*',
      hooks: [{ type: 'command', command: `sleep 3; ${saying({ hookSpecificOutput })}` }],
    })
    write(path, JSON.stringify(settings))
    return { args: contract.anyHook ?? [] }
  },
})
