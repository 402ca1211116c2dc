// Runs a client together with a server on loopback that answers its HTTP hooks:
//   node http-hook.mjs CLIENT client words…
// Some paths make the server fail; Sallyport answers all others.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { answerHook } from '../../dist/adapters/hooks/answer-hook.js'
import { httpAnswer } from '../../dist/adapters/hooks/http-answer.js'

const failures = {
  '/error': { status: 500, body: 'it broke' },
  '/empty': { status: 200, body: '' },
  '/no-json': { status: 200, body: '{"not json' },
}

const [command, ...args] = process.argv.slice(2)
const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const sent = Buffer.concat(chunks).toString('utf8')
  const { status, body } = failures[request.url] ?? httpAnswer(await answerHook('claude-code', sent, process.env))
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
server.listen(8705, '127.0.0.1', () => {
  const client = spawn(command, args, { stdio: 'inherit' })
  client.on('close', code => {
    server.close()
    server.closeAllConnections()
    process.exitCode = code ?? 1
  })
})
