import { isKnown, knownPrefix, makeWord, type Word } from '../../../core/word.ts'
import { holeFor, wordParts } from '../evaluation/value.ts'

export type CodeDestination =
  | { readonly to: 'host'; readonly host: Word }
  | { readonly to: 'file'; readonly path: Word }
  | { readonly to: 'nowhere' }

/** The host or file that a URL points to, as far as it is known; text after the host may be unknown. */
export function codeDestination(address: Word): CodeDestination {
  const prefix = knownPrefix(address).trim()
  if (/^(data|blob|about):/i.test(prefix)) return { to: 'nowhere' }
  const file = /^file:(\/\/(localhost)?)?/i.exec(prefix)
  if (file !== null) return { to: 'file', path: withoutStart(address, file[0].length) }
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#\\]*)([/?#\\])?/i.exec(prefix)
  if (authority === null) return { to: 'host', host: isKnown(address) ? prefix : address }
  if (authority[2] === undefined && !isKnown(address)) return { to: 'host', host: makeWord(unknownHost(address)) }
  return { to: 'host', host: hostIn(prefix) ?? authority[1] ?? '' }
}

/** Parses the URL like a browser, so that `http://a@b` and `http://2130706433` show their real host. */
function hostIn(url: string): string | null {
  const whole = url.startsWith('//') ? `http:${url}` : url
  return URL.canParse(whole) ? new URL(whole).host : null
}

const unknownHost = (address: Word) =>
  wordParts(address).map(part => (typeof part === 'string' ? part.replace(/^[a-z][a-z0-9+.-]*:\/\/(.*@)?/i, '') : part))

const withoutStart = (word: Word, length: number): Word => {
  const [first, ...rest] = wordParts(word)
  return typeof first === 'string' ? makeWord([first.trim().slice(length), ...rest]) : makeWord([holeFor('file')])
}
