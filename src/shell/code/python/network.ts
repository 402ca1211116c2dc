import type { Tables } from '../table.ts'

/** Methods of HTTP clients. */
const verbs = {
  'get head options (url)': 'connect url',
  'post put patch delete (url)': 'send url',
  'request stream (method, url, data, json)': 'request url method data json',
} as const

/** Functions that connect to other machines. */
export const network: Tables = {
  socket: {
    'create_connection (address)': 'socket address',
    'create_server (address)': 'change network/expose',
    'socket ()': 'makes socket',
    'getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr (host)': 'connect host',
    '*': 'plain',
  },
  '(socket)': {
    'connect connect_ex (address)': 'socket address',
    'sendto (data, address)': 'socket address',
    'bind (address)': 'change network/expose',
    '*': 'plain',
  },
  ssl: { 'get_server_certificate (addr)': 'socket addr', '*': 'plain' },
  'urllib.request': {
    'urlopen (url, data)': 'request url data',
    'urlretrieve (url, filename)': ['connect url', 'write filename'],
    'Request (url, data, headers, origin_req_host, unverifiable, method)': 'request url data method',
    'pathname2url url2pathname quote unquote ProxyHandler HTTPHandler HTTPSHandler HTTPCookieProcessor install_opener getproxies':
      'plain',
    'build_opener (…)': 'makes session',
  },
  'urllib.error': { '*': 'plain' },
  'urllib.parse': { '*': 'plain' },
  urllib: {
    'urlopen (url, data)': 'request url data',
    'urlretrieve (url, filename)': ['connect url', 'write filename'],
    '*': 'plain',
  },
  urllib2: { 'urlopen Request (url, data)': 'request url data', '*': 'plain' },
  'http.client': {
    'HTTPConnection HTTPSConnection (host, port)': ['connect host', 'makes connection host'],
    '*': 'plain',
  },
  httplib: { 'HTTPConnection HTTPSConnection (host, port)': ['connect host', 'makes connection host'], '*': 'plain' },
  '(connection)': { 'request putrequest (method, url, body)': 'request self method body', '*': 'plain' },
  'http.server': { 'HTTPServer ThreadingHTTPServer test (…)': 'change network/expose', '*': 'plain' },
  'http.cookiejar': { '*': 'plain' },
  socketserver: { '*': 'change network/expose' },
  'wsgiref.simple_server': { '*': 'change network/expose' },
  'xmlrpc.client': { 'ServerProxy (uri)': 'send uri', '*': 'plain' },
  'xmlrpc.server': { '*': 'change network/expose' },
  ftplib: { 'FTP FTP_TLS (host)': 'send host', '*': 'plain' },
  smtplib: { 'SMTP SMTP_SSL LMTP (host)': 'send host', '*': 'plain' },
  poplib: { 'POP3 POP3_SSL (host)': 'connect host', '*': 'plain' },
  imaplib: { 'IMAP4 IMAP4_SSL (host)': 'connect host', 'IMAP4_stream (command)': 'script command', '*': 'plain' },
  telnetlib: { 'Telnet (host)': 'send host', '*': 'plain' },
  nntplib: { 'NNTP NNTP_SSL (host)': 'send host', '*': 'plain' },
  webbrowser: { 'open open_new open_new_tab (url)': 'connect url', '*': 'opaque starts a browser by a given command' },
  requests: {
    ...verbs,
    'Session session (…)': 'makes session',
    '*': 'plain',
  },
  'requests.sessions': { 'Session (…)': 'makes session', '*': 'plain' },
  httpx: { ...verbs, 'Client AsyncClient (…)': 'makes session', '*': 'plain' },
  aiohttp: { 'ClientSession (…)': 'makes session', 'request (method, url)': 'request url method', '*': 'plain' },
  urllib3: {
    'PoolManager (…)': 'makes session',
    'request (method, url, body)': 'request url method body',
    '*': 'plain',
  },
  '(session)': { ...verbs, 'open (url, data)': 'request url data', 'ws_connect (url)': 'send url', '*': 'plain' },
  websocket: { 'create_connection WebSocketApp (url)': 'send url', '*': 'plain' },
  websockets: { 'connect (url)': 'send url', 'serve (…)': 'change network/expose', '*': 'plain' },
}
