import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../gate/ports.ts'
import { nodeHash } from '../../io/node-hash.ts'
import { randomBytes } from '../../io/random.ts'

/**
 * Signs browsers in. The terminal shows a code that works once; it is exchanged for a cookie and a key. Only hashes are kept, in memory,
 * so they end with the server.
 *
 * The key is for the pages only. Cookies do not know ports: the browser also sends ours to any other server on this machine's loopback
 * address, for example to a development server that an agent started. The key is kept by the origin, which has a port.
 */
export interface SignIn {
  /** A new code; the one before it no longer works. */
  newCode(): string
  /** The session for a right code, which works once; null for any other text. */
  take(code: string): Credentials | null
  /** The browser that is signed in with one of these cookies and this key; null if none is. */
  find(cookies: readonly string[], key: string | null): SignedIn | null
}

export interface Credentials {
  readonly cookie: string
  readonly key: string
}

export interface SignedIn {
  /** Whether it is still signed in. */
  isValid(): boolean
}

export function signIn(clock: Pick<Clock, 'now'>): SignIn {
  const now = () => clock.now().getTime()
  let code: { readonly hash: string; readonly until: number } | null = null
  /** By the hash of the cookie, oldest first. */
  const browsers = new Map<string, { readonly key: string; readonly until: number }>()

  return {
    newCode: () => {
      const text = secret()
      code = { hash: nodeHash(text), until: now() + codeMs }
      return text
    },
    take: text => {
      if (code === null || now() > code.until || !isSame(nodeHash(text), code.hash)) return null
      code = null
      const credentials = { cookie: secret(), key: secret() }
      browsers.set(nodeHash(credentials.cookie), { key: nodeHash(credentials.key), until: now() + browserMs })
      for (const oldest of [...browsers.keys()].slice(0, -maxBrowsers)) browsers.delete(oldest)
      return credentials
    },
    find: (cookies, key) => {
      if (key === null) return null
      for (const cookie of cookies.slice(0, maxCookies)) {
        const hash = nodeHash(cookie)
        const browser = browsers.get(hash)
        if (browser === undefined || now() > browser.until || !isSame(nodeHash(key), browser.key)) continue
        return { isValid: () => browsers.has(hash) && now() <= browser.until }
      }
      return null
    },
  }
}

/** 256 random bits. */
const secret = (): string => Buffer.from(randomBytes(32)).toString('base64url')

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))

const codeMs = 600_000
const browserMs = 12 * 3_600_000
const maxBrowsers = 32
/** Another server on this machine can add cookies of the same name, but not remove ours. */
const maxCookies = 8
