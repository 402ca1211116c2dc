// Shows an agent behind the gate and in the fence, without a key: the model is a script on this machine, everything else is real.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { summaryOf } from '../../src/cli/agent/agent.ts'
import { newLiveView } from '../../src/cli/agent/live-view.ts'
import { stdoutPainter } from '../../src/cli/terminal/painter.ts'
import { agentPath } from '../../src/core/wording/agent-path.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { ownPaths } from '../../src/io/paths.ts'
import type { AgentEvent } from '../../src/runtime/agent/agent-event.ts'
import { createAgent } from '../../src/runtime/agent/create-agent.ts'
import { demoScript, demoTask } from './demo-script.ts'
import { openModelServer } from './model-server.ts'

const root = mkdtempSync(join(tmpdir(), 'sallyport-demo-'))
const project = join(root, 'project')
const env = { ...process.env, HOME: join(root, 'home'), XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' }
for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'] as const) Reflect.deleteProperty(env, name)
const paint = stdoutPainter()

makeProject()
const server = await openModelServer(demoScript)
try {
  console.log(paint.bold(`Task: ${demoTask}\n`))
  const agent = await createAgent({
    workspace: project,
    model: createOpenAICompatible({ name: 'demo', baseURL: server.url, includeUsage: true })('demo'),
    env,
    preset: 'balanced',
    transcript: join(root, 'transcript.jsonl'),
    approve: async ({ summary, because, request }) => {
      const who = agentPath(request.agents)
      const answer = summary.includes('push') ? 'deny' : 'allow'
      console.log(paint.ask(`  ? ${summary}${who === '' ? '' : ` (${who})`}`))
      console.log(paint.dim(`    ${because}`))
      console.log(`    the demo answers: ${paint.bold(answer)}`)
      return answer
    },
  })
  const view = newLiveView({
    write: text => void process.stdout.write(text),
    paint,
    width: () => process.stdout.columns ?? 110,
    progress: false,
    now: () => Date.now(),
  })
  const events: AgentEvent[] = []
  const task = agent.run(demoTask)
  for await (const event of task) {
    events.push(event)
    view.show(event)
  }
  const result = await task.result
  await agent.close()
  console.log(summaryOf(result, paint))
  report(events)
  process.exitCode = result.outcome === 'completed' ? 0 : 1
} finally {
  await server.close()
  rmSync(root, { recursive: true, force: true })
}

/** A small project with a bug, a test that finds it, and a remote. */
function makeProject(): void {
  mkdirSync(join(root, 'home'), { recursive: true })
  mkdirSync(project)
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  write('package.json', '{ "name": "demo", "type": "module", "scripts": { "test": "node --test" } }\n')
  write('sum.js', 'export const sum = (a, b) => a - b\n')
  write(
    'sum.test.js',
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { sum } from './sum.js'\n\ntest('adds', () => assert.equal(sum(2, 3), 5))\n",
  )
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=demo', '-c', 'user.email=demo@example.com', ...args], {
      cwd: project,
      env,
      stdio: 'ignore',
    })
  execFileSync('git', ['init', '--bare', '-q', join(root, 'remote.git')], { env })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  git('remote', 'add', 'origin', join(root, 'remote.git'))
}

/** What happened, counted from the events, and whether the journal is whole. */
function report(events: readonly AgentEvent[]): void {
  const count = (holds: (event: AgentEvent) => boolean) => events.filter(holds).length
  const judged = (decision: string) => count(event => event.type === 'tool_call_judged' && event.decision === decision)
  const fenced = count(event => event.type === 'tool_call_started' && event.fence?.mode === 'enforce')
  const { journal, journalAnchor } = ownPaths(env)
  const verified = verifyJournal(journal, { anchor: journalAnchor })
  console.log(`calls     ${judged('allow')} ran (${fenced} in the fence), ${judged('deny')} stopped`)
  const asked = count(event => event.type === 'approval_requested')
  console.log(`asked     ${asked === 1 ? 'once' : `${asked} times`}`)
  console.log(
    `agents    1 and ${count(event => event.type === 'run_started' && event.agents !== undefined)} sub-agents`,
  )
  console.log(`sum.js    ${readFileSync(join(project, 'sum.js'), 'utf8').trim()}`)
  console.log(`journal   ${verified.ok ? `verified, ${verified.value.records} records` : JSON.stringify(verified)}`)
}
