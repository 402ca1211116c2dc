import { hostOf } from '../../../core/address/read-address.ts'
import { isKnown, knownPrefix, makeWord, type Word } from '../../../core/word.ts'
import { holeFor, wordParts } from '../evaluation/value.ts'

export type CodeDestination =
  | { readonly to: 'host'; readonly address: Word }
  | { readonly to: 'file'; readonly path: Word }
  | { readonly to: 'nowhere' }

/** The host or file that a URL points to, as far as it is known; text after the host may be unknown. */
export function codeDestination(address: Word): CodeDestination {
  const prefix = knownPrefix(address).trim()
  if (/^(data|blob|about):/i.test(prefix)) return { to: 'nowhere' }
  const file = /^file:(\/\/(localhost)?)?/i.exec(prefix)
  if (file !== null) return { to: 'file', path: withoutStart(address, file[0].length) }
  if (isKnown(address)) return { to: 'host', address: prefix }
  // The rest of the address is judged as an argument of the call.
  return { to: 'host', address: isKnown(hostOf(address)) ? prefix : makeWord(unknownHost(address)) }
}

const unknownHost = (address: Word) =>
  wordParts(address).map(part => (typeof part === 'string' ? part.replace(/^[a-z][a-z0-9+.-]*:\/\/(.*@)?/i, '') : part))

const withoutStart = (word: Word, length: number): Word => {
  const [first, ...rest] = wordParts(word)
  return typeof first === 'string' ? makeWord([first.trim().slice(length), ...rest]) : makeWord([holeFor('file')])
}
