import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'

/** The host of `https://user@host:8080/x`, `git@host:x`, `host:22` or `host`, if the address is known that far. */
export function hostOf(address: Word): Word {
  if (!isKnown(address))
    return (
      /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\@]*@)?)?([^/:?#@\\\s]+)(?::\d+)?[/?#]/i.exec(knownPrefix(address))?.[1] ??
      address
    )
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\@]*@)?(\[[^\]]*\]|[^/:?#\\]*)/i.exec(address)
  if (url !== null) return url[1] ?? address
  const scp = /^(?:[^@/\s]+@)?(\[[^\]]*\]|[^/:@\s]+)(?::|\/|$)/.exec(address)
  return scp?.[1] ?? address
}

export function portOf(address: Word): number | null {
  const port = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*):(\d{1,5})(?:[/?#]|$)/i.exec(
    wordText(address),
  )
  return port === null ? null : Number(port[1])
}
