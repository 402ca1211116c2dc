// A coding agent in your terminal: npm install sallyport ai @ai-sdk/anthropic
// ANTHROPIC_API_KEY=… node agent.ts "Why does the test fail?"
import { createInterface } from 'node:readline/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAgent } from 'sallyport'

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const agent = await createAgent({
  workspace: process.cwd(),
  model: createAnthropic()('claude-sonnet-4-5'),
  approve: async ({ summary, because }) => {
    const answer = await terminal.question(`${because}\n${summary}\nRun it? [y/n] `)
    return answer === 'y' ? 'allow' : 'deny'
  },
})
const task = agent.run(process.argv[2] ?? 'Say what this project is.')
for await (const event of task) {
  if (event.type === 'text') process.stdout.write(event.text)
  if (event.type === 'tool_call_judged') console.log(`\n[${event.decision}] ${event.tool}`)
}
const { outcome, reason, spent } = await task.result
console.log(`\n${outcome}${reason === null ? '' : `: ${reason}`}, ${spent.inputTokens + spent.outputTokens} tokens`)
terminal.close()
await agent.close()
