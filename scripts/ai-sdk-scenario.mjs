// An agent behind the gate with the AI SDK that is installed beside it. `test-ai-sdk.mjs` copies this into a folder of its own.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createAgent } from 'sallyport'
import { openModelServer } from './model-server.mjs'

const version = JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules/ai/package.json'), 'utf8')).version
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const lines = [
  { status: 429, retryAfter: '0' },
  {
    text: 'I look at it.',
    calls: [
      ['read_file', { path: 'a.txt' }],
      ['read_file', '{"path": '],
      ['shell_command', { command: 'rm -rf /' }],
      ['view_image', { path: 'dot.png' }],
    ],
  },
  { drops: true },
  { text: 'It says hello.' },
]

const providers = {
  'openai-compatible': url => createOpenAICompatible({ name: 'fake', baseURL: url, includeUsage: true })('fake'),
  anthropic: url => createAnthropic({ baseURL: url, apiKey: 'none' })('fake'),
}
for (const [name, model] of Object.entries(providers)) {
  const base = mkdtempSync(join(tmpdir(), 'sallyport-ai-sdk-'))
  const [home, workspace] = [join(base, 'home'), join(base, 'project')]
  for (const directory of [home, workspace]) mkdirSync(directory)
  writeFileSync(join(workspace, 'a.txt'), 'hello\n')
  writeFileSync(join(workspace, 'dot.png'), png)
  let request = 0
  const server = await openModelServer(() => lines[request++] ?? { text: 'too many requests' })
  const agent = await createAgent({ workspace, model: model(server.url), env: { PATH: process.env.PATH, HOME: home } })
  const events = []
  const task = agent.run('what does a.txt say?')
  for await (const event of task) events.push(event.type)
  const result = await task.result
  await agent.close()
  await server.close()
  rmSync(base, { recursive: true, force: true })
  assert.deepEqual([result.outcome, result.text, result.steps], ['completed', 'It says hello.', 2], result.reason)
  assert.equal(request, lines.length)
  assert.equal(events.filter(type => type === 'step_retried').length, 2)
  assert.equal(events.filter(type => type === 'tool_call_finished').length, 4)
  const results = server.asked.at(-1).results
  assert.equal(results.length, 4)
  assert.match(results[0], /hello/)
  assert.match(results[1], /error: validation/)
  assert.match(results[2], /error: permission/)
  assert.ok(result.spent.inputTokens > 0)
  console.log(`ai ${version} on Node ${process.version}, ${name}: ${events.length} events, ${result.steps} steps: ok`)
}
