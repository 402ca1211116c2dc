import { isLoopback, readAddress } from '../../../core/address/read-address.ts'
import { isKnown, knownPrefix, type Word } from '../../../core/word.ts'
import { codeDestination } from './addresses.ts'
import type { RowCall } from './apply-row.ts'
import type { CodeRecorder } from './recorder.ts'

/** A connection to a database by URL, by `dbname=x host=y` or by `host`; without any of them it is on this machine. */
export function applyDatabase(param: string, { given, recorder }: RowCall): void {
  const hosts = given.words('host')
  for (const host of hosts) reach(host, recorder)
  const urls = param === 'host' ? [] : given.words(param)
  for (const url of urls) connect(url, recorder)
  if (hosts.length + urls.length === 0) reach('localhost', recorder)
}

function connect(url: Word, recorder: CodeRecorder): void {
  const start = knownPrefix(url)
  const file = isKnown(url) ? /^sqlite(?:\+\w+)?:\/\/\/?([^?]*)/.exec(url)?.[1] : undefined
  if (file !== undefined) return file === '' || file === ':memory:' ? undefined : recorder.touch('write', file, false)
  // A `host` parameter overrides the host of the URL.
  const named = [...start.matchAll(/\bhost(?:addr)?\s*=\s*'?([^\s'&]+)/g)].map(([, host = '']) => host)
  for (const host of named) reach(host, recorder)
  if (/\bservice\s*=/.test(start)) recorder.opaque('connects to a database by its service name')
  const isUrl = /^[\w+]+:\/\//.test(start)
  if (!isKnown(url) && !isUrl && named.length === 0) return reach(url, recorder)
  if (!isUrl) return named.length === 0 ? reach('localhost', recorder) : undefined
  const destination = codeDestination(url)
  if (destination.to === 'host') reach(hasHost(destination.address) ? destination.address : 'localhost', recorder)
}

const hasHost = (address: Word): boolean => !isKnown(address) || readAddress(address).targets.length > 0

/** Data that goes to a database on this machine is not counted as sent. */
const reach = (host: Word, recorder: CodeRecorder): void => recorder.connect(host, !isLoopback(host))
