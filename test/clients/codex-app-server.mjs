// Drives Codex like an editor, so that it asks for permission, and approves everything:
//   node codex-app-server.mjs CODEX
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const codex = spawn(process.argv[2], ['app-server'], { stdio: ['pipe', 'pipe', 'inherit'] })
const send = message => codex.stdin.write(`${JSON.stringify(message)}\n`)
const waiting = new Map()
let count = 0
const call = (method, params) =>
  new Promise(done => {
    count += 1
    waiting.set(count, done)
    send({ id: count, method, params })
  })

createInterface({ input: codex.stdout }).on('line', line => {
  const message = JSON.parse(line)
  if (message.method === undefined) return waiting.get(message.id)?.(message.result)
  if (message.id !== undefined) {
    process.stdout.write(`${message.method}\n`)
    send({ id: message.id, result: { decision: 'accept' } })
  }
  if (message.method === 'turn/completed') codex.kill()
})

await call('initialize', { clientInfo: { name: 'test', title: 'test', version: '0' } })
send({ method: 'initialized' })
const { thread } = await call('thread/start', { cwd: process.cwd(), approvalPolicy: 'untrusted', sandbox: 'read-only' })
await call('turn/start', { threadId: thread.id, input: [{ type: 'text', text: 'do it' }] })
