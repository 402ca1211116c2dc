// An MCP server over stdio with one tool that writes to a file, so that tests can see whether the gate stopped it.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const trace = process.argv[2]
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tools = [
  {
    name: 'note',
    description: 'Writes a note',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
]

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'notes', version: '1.0.0' },
        },
      })
    case 'tools/list':
      return send({ id, result: { tools } })
    case 'tools/call':
      appendFileSync(trace, `${params.arguments.text}\n`)
      return send({ id, result: { content: [{ type: 'text', text: 'noted' }] } })
    default:
      return send({ id, error: { code: -32601, message: 'no such method' } })
  }
})
