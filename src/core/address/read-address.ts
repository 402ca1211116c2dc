import { isKnown, knownPrefix, type Word } from '../word.ts'
import { hostReadings } from './host-readings.ts'
import { isLoopbackHost } from './network.ts'

/** The target of a text that a client opens as an address. */
export interface Address {
  /** Lower case; null if the text names none, so that the client guesses one. */
  readonly scheme: string | null
  /** Every host that some client would connect to; none for schemes without a host, such as `data`. */
  readonly targets: readonly Target[]
}

export interface Target {
  /** In one form, as `hostReadings` gives it; a word with holes if it is only known at run time. */
  readonly host: Word
  readonly port: number | null
}

interface KnownTarget extends Target {
  readonly host: string
}

/** An address whose text is all known. */
export interface KnownAddress extends Address {
  readonly targets: readonly KnownTarget[]
}

/**
 * Reads an address as clients do: with one to three slashes or backslashes, a user name, or only a host. Where browsers
 * and curl disagree about the host, both hosts count.
 *
 * @example
 * readAddress('http:/0xA9FEA9FE/').targets // [{ host: '169.254.169.254', port: null }]
 */
export function readAddress(text: string): KnownAddress {
  const clean = cleaned(text)
  const { scheme, rest } = splitScheme(clean)
  if (scheme !== null && hostless.has(scheme)) return { scheme, targets: [] }
  // A short number alone is a port: `nc -l 4444`.
  if (/^[1-9]\d{0,4}$/.test(clean)) return { scheme, targets: [{ host: clean, port: null }] }
  const found = new Map<string, KnownTarget>()
  // `http:80` is a port of the host `http` for curl, and the host `0.0.0.80` for a browser.
  const bare = /^(?:https?|wss?|ftp):\d+(?:[/?#]|$)/i.test(clean) ? authoritiesIn(clean) : []
  for (const authority of [...authoritiesIn(rest), ...bare])
    for (const target of targetsIn(authority)) found.set(`${target.host} ${target.port}`, target)
  return { scheme, targets: [...found.values()] }
}

/** The same for a word: if its host may change with a hole, the whole word is the host. */
export function targetsOf(address: Word): readonly Target[] {
  if (!isKnown(address) && !hostEnds(knownPrefix(address))) return [{ host: address, port: null }]
  const { targets } = readAddress(knownPrefix(address))
  return targets.length === 0 ? [{ host: address, port: null }] : targets
}

/** The first host of an address. */
export const hostOf = (address: Word): Word => targetsOf(address)[0]?.host ?? address

/** Whether every client that opens the address reaches this machine. */
export const isLoopback = (address: Word): boolean =>
  targetsOf(address).every(({ host }) => isKnown(host) && isLoopbackHost(host))

/** The scheme of an address, in lower case; null if it names none. */
export const schemeOf = (address: Word): string | null => splitScheme(cleaned(knownPrefix(address))).scheme

/** Whether a text is a URL that names a host: `https://…`, `http:/…`, `http:example.com`. */
export function isNetworkUrl(text: string): boolean {
  const clean = cleaned(text)
  const [, named = '', slashes = ''] = /^([a-z][a-z0-9+.-]*):([/\\]*)/i.exec(clean) ?? []
  const scheme = named.toLowerCase()
  if (slashes !== '') return networkSchemes.has(scheme) && (slashes.length === 2 || lenient.has(scheme))
  return special.has(scheme) && /^\w+:[^\s/:]+\.[^\s:]+$/.test(clean)
}

/** Schemes whose slashes browsers do not need: `http:example.com`. */
const special = new Set(['http', 'https', 'ws', 'wss', 'ftp'])

/** Schemes that browsers or curl open with one to three slashes: `http:/example.com`, `gopher:///example.com`. */
const lenient = new Set([
  ...special,
  ...['ftps', 'gopher', 'gophers', 'dict', 'tftp', 'ldap', 'ldaps', 'smb', 'smbs', 'telnet', 'imap', 'imaps'],
  ...['pop3', 'pop3s', 'smtp', 'smtps', 'mqtt', 'rtsp'],
])

/** Schemes that name a host to connect to. */
const networkSchemes = new Set([...lenient, 'sftp', 'scp', 'ssh', 'git', 'redis', 'rediss'])

const hostless = new Set(['data', 'blob', 'about', 'mailto', 'javascript', 'file', 'urn', 'tel'])

/** Browsers drop line breaks and tabs, and blanks around the text. */
const cleaned = (text: string): string => text.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '')

interface SplitScheme {
  readonly scheme: string | null
  readonly rest: string
}

/** `localhost:3000` and `git@host:path` have no scheme. */
function splitScheme(text: string): SplitScheme {
  const [, named = '', slashes = ''] = /^([a-z][a-z0-9+.-]*):([/\\]*)/i.exec(text) ?? []
  const scheme = named.toLowerCase()
  const rest = text.slice(named.length + 1 + slashes.length)
  if (named === '') return { scheme: null, rest: text.replace(/^[/\\]{2,3}/, '') }
  if (hostless.has(scheme)) return { scheme, rest }
  if (slashes.length === 2 || (slashes !== '' && lenient.has(scheme))) return { scheme, rest }
  // `postgres:///db` has no host, and `host:/path` is a path on a host.
  if (slashes.length > 2) return { scheme, rest: '' }
  return special.has(scheme) ? { scheme, rest } : { scheme: null, rest: text }
}

/** The part with the host: browsers end it at a backslash, curl and wget take the backslash for a part of the user name. */
function authoritiesIn(rest: string): readonly string[] {
  const whole = until(rest, /[/?#]/)
  return whole.includes('\\') ? [withoutUser(until(whole, /\\/)), withoutUser(whole)] : [withoutUser(whole)]
}

const until = (text: string, end: RegExp): string => {
  const at = text.search(end)
  return at < 0 ? text : text.slice(0, at)
}

const withoutUser = (authority: string): string => authority.slice(authority.lastIndexOf('@') + 1)

function targetsIn(authority: string): readonly KnownTarget[] {
  const [, host = '', port] =
    /^(\[[^\]]*\]?|[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*|[^:]*)(?::(\d{1,5})(?!\d))?/i.exec(authority) ?? []
  if (host === '') return []
  return hostReadings(host).map(one => ({ host: one, port: port === undefined ? null : Number(port) }))
}

/** Whether the host is over before the first hole: a hole after it cannot change it. */
const hostEnds = (prefix: string): boolean => /[/?#]/.test(splitScheme(cleaned(prefix)).rest)
