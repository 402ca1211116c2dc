// Runs a client together with a fake model, both in a network with only a loopback interface:
//   node with-fake-model.mjs MODEL SCRIPT.json LOG.jsonl -- client words…
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [model, scriptFile, log, , command, ...args] = process.argv.slice(2)
const { port, answer } = await import(`./${model}.mjs`)
const script = JSON.parse(readFileSync(scriptFile, 'utf8'))

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const body = text === '' ? {} : JSON.parse(text)
    appendFileSync(log, `${JSON.stringify({ url: request.url, body })}\n`)
    answer(request, response, body, script)
  })
})
server.listen(port, '127.0.0.1', () => {
  // At a terminal a person answers the client's own prompt, which needs the terminal's foreground.
  const isAtTerminal = process.stdin.isTTY === true
  const client = spawn(command, args, {
    stdio: [isAtTerminal ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    detached: !isAtTerminal,
  })
  const late = setTimeout(() => endAll(client.pid), 100_000)
  client.on('close', code => {
    clearTimeout(late)
    endAll(client.pid)
    server.close()
    server.closeAllConnections()
    process.exitCode = code ?? 1
  })
})

/** Kills the client and every process it left behind, because the test waits until no process holds its output open. */
function endAll(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left.
  }
}
