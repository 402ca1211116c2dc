/** The reason why a person would misread an address; null if it is plain. */
export function addressDisguise(address: string): string | null {
  const [, user = '', host = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:([^/?#]*)@)?(\[[^\]]*\]|[^/:?#\s]*)/i.exec(address) ?? []
  if (/\.(com|org|net|io|dev|app|ai|co|me|sh|gov|edu)(:|$)/i.test(user))
    return 'an address with another host in front of it'
  if (/[\\%]/.test(host) || user.includes('\\')) return 'an address whose host is escaped'
  if (/(^|\.)xn--/i.test(host)) return 'an address whose letters are encoded'
  if (mixed.test(host)) return 'an address with letters that look like others'
  return /^(0x[0-9a-f]+|\d{8,}|0\d+(\.0?\d+){1,3}|0x[0-9a-f]+(\.\w+){1,3})$/i.test(host)
    ? 'an address whose number is spelled in an unusual way'
    : null
}

/** Latin letters mixed with Greek or Cyrillic ones. */
const mixed = /^(?=.*[a-z])(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])/iu
