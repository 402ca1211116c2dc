// A server for the tests: the inbox and the hooks' socket in a process of their own. It reads commands as lines of JSON and prints
// events and results as lines of JSON.
import { createInterface } from 'node:readline'
import { openHookServer } from '../../src/server/hooks/open-hook-server.ts'

const [dist = '', ...numbers] = process.argv.slice(2)
const [mostPending, questionMs] = numbers.map(Number)
const server = await openHookServer({
  dist,
  ...(mostPending === undefined ? {} : { mostPending }),
  ...(questionMs === undefined ? {} : { questionMs }),
})
const tell = (value: object) => void process.stdout.write(`${JSON.stringify(value)}\n`)
server.inbox.events.on(event => tell({ event }))
tell({ ready: true, fault: server.socketFault })

const commands: Readonly<Record<string, (...given: readonly string[]) => unknown>> = {
  list: () => server.inbox.list(),
  respond: (id = '', body = '', by = '') => server.inbox.respond(id, body, by),
  extend: (id = '') => server.inbox.extend(id),
  http: (body = '', headers = '{}', leavesAfter = 'Infinity') => {
    const leaves = Date.now() + Number(leavesAfter)
    return server.http({
      client: 'claude-code',
      body,
      header: name => JSON.parse(headers)[name],
      isGone: () => Date.now() >= leaves,
    })
  },
  close: () => server.close(),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line)
  // Answered in any order, because a request may wait for an answer.
  void Promise.resolve(commands[name]?.(...given)).then(result => tell({ result: result ?? null, of: name }))
}
