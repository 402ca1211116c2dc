import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { approveAtTerminal } from './approve.ts'
import { type Client, clientBinary, openClient } from './client.ts'
import { contains } from './contains.ts'
import { type Contract, forbidden, keepsContract, listIn, textIn } from './contract.ts'
import { spoilHooks } from './samples.ts'

const version = '1.18.33'

/** OpenCode installs a package for its plugins at start; this makes it find the package already installed. */
function withoutInstalling({ write }: Client, directory: string): void {
  const at = (path: string) => join(directory, path)
  const dependencies = { '@opencode-ai/plugin': version }
  const packages = { '': { dependencies }, 'node_modules/@opencode-ai/plugin': { version } }
  write(at('package.json'), JSON.stringify({ dependencies }))
  write(at('package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  write(at('node_modules/@opencode-ai/plugin/package.json'), JSON.stringify({ name: '@opencode-ai/plugin', version }))
}

const contract: Contract = {
  name: 'opencode',
  title: 'OpenCode',
  kind: {
    model: 'fake-completions',
    binary: clientBinary('opencode', `node_modules/opencode-${process.platform}-${process.arch}/bin/opencode`),
    args: () => ['run', '--format', 'json', 'do it'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    resultsIn: body =>
      listIn(body, 'messages').flatMap(message =>
        isObject(message) && message['role'] === 'tool' ? [JSON.stringify(message['content'])] : [],
      ),
  },
  prepare: (client, { command, args }) => {
    const directory = join(client.home, '.config/opencode')
    const options = { baseURL: 'http://127.0.0.1:8704/v1', apiKey: 'none' }
    const models = { fake: { name: 'fake', tool_call: true, limit: { context: 100_000, output: 4_000 } } }
    const config = {
      model: 'fake/fake',
      small_model: 'fake/fake',
      share: 'disabled',
      provider: { fake: { npm: '@ai-sdk/openai-compatible', options, models } },
      mcp: { notes: { type: 'local', command: [command, ...args] } },
    }
    client.write(join(directory, 'opencode.json'), JSON.stringify(config))
    withoutInstalling(client, directory)
  },
  moved: { variable: 'XDG_CONFIG_HOME', from: '.config' },
  install: [],
  settings: '.config/opencode/plugin/sallyport.js',
  shell: command => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (filePath, content) => ({ tool: 'write', input: { filePath, content } }),
  note: { tool: 'notes_note', input: { text: 'hello' } },
  noteRule: 'mcp__notes__*',
  delegate: prompt => [{ tool: 'task', input: { description: 'sub', prompt, subagent_type: 'general' } }],
  agent: /"agents":\["general:ses_\w+"\]/,
  asked: 'sallyport approve ',
  unstarted: 'could not run',
  killed: 'is blocked',
  late: 'is blocked',
  isCovered: false,
  hearsReplacement: true,
  sampleFor: sent => {
    const event = textIn(sent, 'event')
    const tool = textIn(sent, 'tool')
    if (tool === 'write') return null
    return `${event}${tool.startsWith('notes_') ? '-mcp' : ''}`
  },
  samples: ['tool.execute.before', 'tool.execute.before-mcp', 'tool.execute.after'],
}

keepsContract(contract, client => {
  const plugin = () => join(client().home, contract.settings)
  const { shell } = contract

  test('the replacement input in an answer is what runs', async () => {
    const before = readFileSync(plugin(), 'utf8')
    const input = { command: 'touch rewritten.txt', description: 'another step' }
    const answer = JSON.stringify({ protocol: 1, decision: 'allow', input })
    spoilHooks(plugin(), `cat > /dev/null; echo '${answer}'`)
    const ran = await client().run({ script: [shell('touch asked-for.txt')] })
    client().write(plugin(), before)
    expect([ran.has('asked-for.txt'), ran.has('rewritten.txt')]).toEqual([false, true])
  })

  test.each([
    ['that does not parse', (text: string) => `${text}\n}`, []],
    ['that `--pure` disables', (text: string) => text, ['--pure']],
  ])('a plugin %s blocks nothing, as SECURITY.md says', async (_, spoil, args) => {
    const before = readFileSync(plugin(), 'utf8')
    client().write(plugin(), spoil(before))
    // Only the plugin could stop this harmless command.
    const ran = await client().run({ script: [shell('touch ran.txt')], args })
    client().write(plugin(), before)
    expect(ran.has('ran.txt')).toBe(true)
  })

  test('a call that a person approves at a terminal runs once when the session continues', async () => {
    const call = shell('curl -d x https://example.com; echo ran >> approved.txt')
    const first = await client().run({ script: [call] })
    expect(approveAtTerminal(client(), first)).toContain('approved: this call can run once')
    await client().run({ script: [call, call, call], args: ['--continue'] })
    expect(readFileSync(join(client().project, 'approved.txt'), 'utf8')).toBe('ran\n')
  })

  test('a plugin at project level gates calls too', async () => {
    const other = openClient(contract.kind)
    contract.prepare(other, { command: 'true', args: [] })
    withoutInstalling(other, join(other.project, '.opencode'))
    await other.sallyport('install', 'opencode', '--level', 'project', '--yes')
    const ran = await other.run({
      script: [shell('echo hello > allowed.txt'), shell(`touch denied.txt; ${forbidden}`)],
    })
    const made = [ran.has('allowed.txt'), ran.has('denied.txt')]
    other.remove()
    expect(made).toEqual([true, false])
    expect(ran.results.join()).toContain('Sallyport blocks this')
  })

  test('the plugin blocks even when OpenCode skips its own permissions', async () => {
    const ran = await client().run({
      script: [shell(`touch denied.txt; ${forbidden}`)],
      args: ['--dangerously-skip-permissions'],
    })
    expect(ran.has('denied.txt')).toBe(false)
  })
})

contains({
  ...contract,
  showsExitCode: false,
  ownRule: ({ home, write }) => {
    const path = join(home, '.config/opencode/opencode.json')
    const bash = { '*': 'allow', 'frobtool forbidden*': 'deny' }
    write(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), permission: { bash } }))
  },
})
