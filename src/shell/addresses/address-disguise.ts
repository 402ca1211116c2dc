/** Why an address is not the one that a person reads; null if it is plain. */
export function addressDisguise(address: string): string | null {
  if (invisible.test(address)) return 'an address with invisible characters'
  const [, user = '', host = ''] =
    /^(?:[a-z][a-z0-9+.-]*:[/\\]{0,3})?(?:([^/?#]*)@)?(\[[^\]]*\]|[^/:?#\s]*)/i.exec(address) ?? []
  if (/\.(com|org|net|io|dev|app|ai|co|me|sh|gov|edu)(:|$)/i.test(user))
    return 'an address that begins with the name of another host'
  if ((!host.startsWith('[') && /[\\%]/.test(host)) || user.includes('\\'))
    return 'an address with escapes in its host name'
  if (/(^|\.)xn--/i.test(host)) return 'an address with encoded letters (`xn--`)'
  if (mixed.test(host)) return 'an address with look-alike letters from another alphabet'
  if (fullWidth.test(host)) return 'an address with digits or dots from another alphabet'
  return /^(0x[0-9a-f]+|\d{8,}|0\d+(\.0?\d+){1,3}|(\d+\.)+0\d+(\.\d+)*|0x[0-9a-f]+(\.\w+){1,3}|(\d+\.)+0x[0-9a-f]+(\.\w+)*)$/i.test(
    host,
  )
    ? 'an IP address in an unusual notation'
    : null
}

/** Characters that are not shown, and those that reverse text. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Latin letters mixed with Greek or Cyrillic ones. */
const mixed = /^(?=.*[a-z])(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])/iu

/** Clients take these for ordinary digits, letters and dots. */
const fullWidth = /[\uff01-\uff5e\u3002\uff61\u2460-\u24ff]/
