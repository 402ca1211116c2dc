import { type Word, wordText } from './word.ts'

/** A host pattern with its port; null matches any port. */
export interface HostPattern {
  readonly host: string
  readonly port: string | null
}

/** Splits a pattern such as `host:port`. */
export function hostAndPort(pattern: string): HostPattern {
  const found = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(pattern)
  return found === null ? { host: pattern, port: null } : { host: found[1] ?? '', port: found[2] ?? null }
}

/** Normalises a host for comparison: `Example.COM.` becomes `example.com`. */
export const hostName = (host: Word): string => wordText(host).toLowerCase().replace(/\.$/, '')
