/** Why an address is not the one that a person reads; null if it is plain. */
export function addressDisguise(address: string): string | null {
  const [, user = '', host = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:([^/?#]*)@)?(\[[^\]]*\]|[^/:?#\s]*)/i.exec(address) ?? []
  if (/\.(com|org|net|io|dev|app|ai|co|me|sh|gov|edu)(:|$)/i.test(user))
    return 'an address that begins with the name of another host'
  if (/[\\%]/.test(host) || user.includes('\\')) return 'an address with escapes in its host name'
  if (/(^|\.)xn--/i.test(host)) return 'an address with encoded letters (`xn--`)'
  if (mixed.test(host)) return 'an address with look-alike letters from another alphabet'
  return /^(0x[0-9a-f]+|\d{8,}|0\d+(\.0?\d+){1,3}|0x[0-9a-f]+(\.\w+){1,3})$/i.test(host)
    ? 'an IP address in an unusual notation'
    : null
}

/** Latin letters mixed with Greek or Cyrillic ones. */
const mixed = /^(?=.*[a-z])(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])/iu
