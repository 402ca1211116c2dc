// Runs a client together with a fake model, both in a network with only a loopback interface:
//   node with-fake-model.mjs MODEL SCRIPT.json LOG.jsonl [--interrupt-at SECONDS] -- client words…
import { spawn } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const words = process.argv.slice(2)
const [model, scriptFile, log, ...options] = words.slice(0, words.indexOf('--'))
const [command, ...args] = words.slice(words.indexOf('--') + 1)
const [, interruptAt] = options
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
  if (interruptAt !== undefined) interruptOnce(client, interruptAt)
  client.on('close', code => {
    clearTimeout(late)
    // After an interrupt, processes that outlive the client are counted first.
    if (interruptAt === undefined) endAll(client.pid)
    server.close()
    server.closeAllConnections()
    process.exitCode = code ?? 1
  })
})

/**
 * Interrupts the client as a person does once two processes `sleep SECONDS` run, kills it if it goes on, and writes down how many
 * of them outlive it.
 */
function interruptOnce(client, seconds) {
  const look = setInterval(() => {
    if (sleeping(seconds).length < 2) return
    clearInterval(look)
    process.kill(-client.pid, 'SIGINT')
    const kill = setTimeout(() => client.kill('SIGKILL'), 3_000)
    client.on('exit', () => clearTimeout(kill))
  }, 50)
  client.on('exit', () => {
    clearInterval(look)
    setTimeout(() => {
      const left = sleeping(seconds)
      writeFileSync(`${log}.left`, String(left.length))
      for (const pid of left) process.kill(pid, 'SIGKILL')
      endAll(client.pid)
    }, 1_000)
  })
}

/** The processes `sleep SECONDS`, in a fence or not. */
const sleeping = seconds =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => commandLine(pid) === `sleep\0${seconds}\0`)

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Kills the client and every process it left behind, because the test waits until no process holds its output open. */
function endAll(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left.
  }
}
