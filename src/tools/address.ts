/** The host of a `connect` effect, and its port if the URL names one. */
export interface Address {
  readonly host: string
  readonly port: number | null
}

/** The target of a URL: a host, a file on this machine, or an unknown scheme. */
export type Destination =
  | { readonly to: 'host'; readonly address: Address }
  | { readonly to: 'file'; readonly path: string }
  | { readonly to: 'unknown'; readonly scheme: string }

/** Parses a URL as a browser does, so that `http://a@b` and `http://2130706433` show their real host; null if it is not a URL. */
export function destinationOf(url: string): Destination | null {
  const parsed = parse(url)
  if (parsed === null) return null
  const { protocol, hostname, port } = parsed
  if (protocol === 'file:') return { to: 'file', path: decode(parsed.pathname) }
  if (!networkSchemes.has(protocol) || hostname === '') return { to: 'unknown', scheme: protocol.slice(0, -1) }
  return { to: 'host', address: { host: plainHost(hostname), port: port === '' ? null : Number(port) } }
}

/** `[::ffff:a9fe:a9fe]` reaches 169.254.169.254, so it gets that name. */
function plainHost(hostname: string): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (mapped === null) return hostname
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether a whole text is a URL with a host or a file. */
export const isUrl = (text: string): boolean => /^\s*(?:https?|wss?|ftps?|sftp|ssh|git|file):\/\//i.test(text)

/** The URLs in a longer text. */
export const urlsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:https?|wss?|ftps?|file):\/\/[^\s<>"'`]+/gi)].map(match =>
    match[0].replace(/[.,;:!?)\]}]+$/, ''),
  )

const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'ftps:', 'sftp:', 'ssh:', 'git:'])

/** Like a browser, treats an address without a scheme as a web address: `example.com:8080/x`. */
function parse(url: string): URL | null {
  const text = url.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d+(?:\/|$)/.test(text)
  const whole = hasScheme ? text : `https://${text}`
  return URL.canParse(whole) ? new URL(whole) : null
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
