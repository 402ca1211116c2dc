import { isLoopback, isNetworkUrl, readAddress, schemeOf, type Target } from '../core/address/read-address.ts'
import type { World } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import { addressSigns } from '../shell/addresses/address-signs.ts'
import { change, connect, opaque, touch } from './effects.ts'

export interface UrlUse {
  readonly url: string
  /** The input key that holds the URL. */
  readonly key: string
  readonly sends: 'sends' | 'receives'
}

/** The effects of opening a URL, the same as for `curl`; null if the text is not a URL. */
export function urlEffects({ url, key, sends }: UrlUse, world: World): readonly Effect[] | null {
  const { targets } = readAddress(url)
  const scheme = schemeOf(url) ?? otherScheme(url)
  if (scheme === 'file') return [touch({ kind: 'read', path: filePath(url), key }, world)]
  if (scheme !== null && !isNetworkUrl(`${scheme}://x`)) return [opaque(`a \`${scheme.slice(0, 40)}\` address`)]
  if (targets.length === 0 || targets.some(isUnusable)) return null
  const { disguise, showsSecrets, tells, rawScheme } = addressSigns(url, targets)
  const isSent = sends === 'sends' || (tells && !isLoopback(url))
  return [
    ...(showsSecrets ? [change('secrets', 'read', url)] : []),
    ...(disguise === null ? [] : [opaque(disguise)]),
    ...(rawScheme === null ? [] : [opaque(`a \`${rawScheme}\` address`)]),
    ...targets.map(({ host, port }) => connect({ host, port }, isSent ? 'sends' : 'receives')),
  ]
}

/** Whether a whole text is a URL with a host or a file. */
export const isUrl = (text: string): boolean => isNetworkUrl(text) || /^\s*file:\//i.test(text)

/** The URLs in a longer text. */
export const urlsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:https?|wss?|ftps?|file):[/\\]{1,3}[^\s<>"'`]+/gi)].map(match =>
    match[0].replace(/[.,;:!?)\]}]+$/, ''),
  )

/** `view-source:x` has a scheme, `localhost:3000` and `git@host:x` have none. */
const otherScheme = (url: string): string | null =>
  /^\s*([a-z][a-z0-9+.-]*):(?!\d)/i.exec(url)?.[1]?.toLowerCase() ?? null

const isUnusable = ({ host }: Target): boolean => typeof host !== 'string' || /[\s<>^|]/.test(host)

const filePath = (url: string): string => (URL.canParse(url.trim()) ? decode(new URL(url.trim()).pathname) : url)

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
