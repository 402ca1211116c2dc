/** The target of a redirect; null if it is not a valid address, or leaves an encrypted connection. */
export function redirectTarget(from: string, location: string): string | null {
  if (!URL.canParse(location, from)) return null
  const next = new URL(location, from)
  if (new URL(from).protocol === 'https:' && next.protocol !== 'https:') return null
  return next.href
}
