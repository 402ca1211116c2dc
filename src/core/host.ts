import { canonicalHost } from './address/host-readings.ts'
import { type Word, wordText } from './word.ts'

/** A host pattern with its port; null matches any port. */
export interface HostPattern {
  readonly host: string
  readonly port: string | null
}

/** Splits a pattern such as `host:port`, and brings its host into one form. */
export function hostAndPort(pattern: string): HostPattern {
  const found = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(pattern)
  return found === null
    ? { host: hostName(pattern), port: null }
    : { host: hostName(found[1] ?? ''), port: found[2] ?? null }
}

/** A host in the form in which hosts are compared: `Example.COM.` becomes `example.com`. */
export const hostName = (host: Word): string => canonicalHost(wordText(host))
