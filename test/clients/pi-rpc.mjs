// Drives Pi over RPC, and answers yes or no whenever an extension asks:
//   node pi-rpc.mjs yes|no pi words…
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [answer, command, ...args] = process.argv.slice(2)
const pi = spawn(command, [...args, '--mode', 'rpc'], { stdio: ['pipe', 'pipe', 'inherit'] })
const send = message => pi.stdin.write(`${JSON.stringify(message)}\n`)

createInterface({ input: pi.stdout }).on('line', line => {
  const message = JSON.parse(line)
  if (message.type === 'extension_ui_request' && message.method === 'confirm') {
    process.stdout.write(`${message.title}: ${message.message}\n`)
    send({ type: 'extension_ui_response', id: message.id, confirmed: answer === 'yes' })
  }
  if (message.type === 'agent_end') pi.kill()
})
send({ type: 'prompt', message: 'do it' })
