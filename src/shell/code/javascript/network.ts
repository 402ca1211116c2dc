import type { Tables } from '../table.ts'

const verbs = {
  'get head options (url)': 'connect url',
  'post put patch delete (url)': 'send url',
  'request (config)': 'request config config',
} as const

/** Functions that connect to other machines. */
export const network: Tables = {
  http: {
    'get (url, options)': 'connect url',
    'request (url, options)': 'request url url options',
    'createServer Server (…)': 'makes server',
    '*': 'plain',
  },
  http2: { 'connect (url)': 'send url', 'createServer createSecureServer (…)': 'makes server', '*': 'plain' },
  net: {
    'connect createConnection (port, host)': 'socket port host',
    'Socket (…)': 'makes socket',
    'createServer Server (…)': 'makes server',
    '*': 'plain',
  },
  tls: { 'connect (port, host)': 'socket port host', 'createServer (…)': 'makes server', '*': 'plain' },
  '(socket)': { 'connect (port, host)': 'socket port host', '*': 'plain' },
  '(server)': { 'listen (port)': 'change network/expose port', '*': 'plain' },
  dgram: { 'createSocket (…)': 'makes datagram', '*': 'plain' },
  '(datagram)': {
    'send (message, port, host)': 'send host',
    'connect (port, host)': 'send host',
    'bind (port)': 'change network/expose port',
    '*': 'plain',
  },
  dns: {
    'lookup resolve resolve4 resolve6 resolveTxt resolveMx resolveAny reverse (host)': 'connect host',
    '*': 'plain',
  },
  axios: { ...verbs, 'itself (config)': 'request config config', 'create (…)': 'makes client', '*': 'plain' },
  got: { ...verbs, 'itself (url, options)': 'request url options', 'extend (…)': 'makes client', '*': 'plain' },
  ky: { ...verbs, 'itself (url, options)': 'request url options', 'create extend (…)': 'makes client', '*': 'plain' },
  superagent: { ...verbs, '*': 'plain' },
  'node-fetch': { 'itself (url, init)': 'request url init', '*': 'plain' },
  undici: { 'fetch request stream (url, init)': 'request url init', '*': 'plain' },
  '(client)': { ...verbs, '*': 'plain' },
  ws: { 'itself WebSocket (url)': 'send url', 'WebSocketServer Server (…)': 'change network/expose', '*': 'plain' },
  nodemailer: { 'createTransport (options)': 'send options', '*': 'plain' },
}
