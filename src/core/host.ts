import { type Word, wordText } from './word.ts'

/** A host with its port, as a pattern names them; the port is null where it names none. */
export interface HostPattern {
  readonly host: string
  readonly port: string | null
}

/** `host:port` as a pattern writes it. */
export function hostAndPort(pattern: string): HostPattern {
  const found = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(pattern)
  return found === null ? { host: pattern, port: null } : { host: found[1] ?? '', port: found[2] ?? null }
}

/** A host as rules compare it: `Example.COM.` is `example.com`. */
export const hostName = (host: Word): string => wordText(host).toLowerCase().replace(/\.$/, '')
