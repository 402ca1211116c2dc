import { isKnown, makeWord, type Word } from '../../../core/word.ts'
import { listWords, type NamedValues } from '../evaluation/arguments.ts'
import { entriesOf } from '../evaluation/entries.ts'
import type { Expression } from '../evaluation/expression.ts'
import { type Value, wordOf, wordParts } from '../evaluation/value.ts'
import type { RowCall } from './apply-row.ts'

const asking = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const bodies = new Set(['body', 'data', 'json', 'files', 'form', 'content'])

/** Whether a request sends data besides its URL: a body, or a method that has one. */
export const sendsRequest = (params: readonly string[], given: NamedValues): boolean =>
  params.some(param => given.values(param).some(value => sendsBy(param, value)))

function sendsBy(param: string, value: Value): boolean {
  if (value.is === 'none' || value.is === 'function') return false
  if (bodies.has(param)) return true
  if (value.is === 'dict')
    return value.dict.entries.some(({ key, value: entry }) => key === null || sendsEntry(key, entry))
  if (value.is === 'text') return param === 'method' && !(isKnown(value.word) && asking.has(value.word.toUpperCase()))
  return param !== 'url'
}

function sendsEntry(key: Expression, value: Expression): boolean {
  if (key.is !== 'text') return true
  if (bodies.has(key.value)) return true
  return key.value === 'method' && !(value.is === 'text' && asking.has(value.value.toUpperCase()))
}

/** Hosts from `host`, `(host, port)` or `{ host, port }`, with the port if both are known. */
export function addressWords(
  [first = '', second = '']: readonly string[],
  { given, evaluate }: RowCall,
): readonly Word[] {
  const hosts = given.values(first).flatMap((value): readonly Word[] => {
    if (value.is === 'list')
      return listWords(value.list.items, { evaluate, flatten: 0 }).map(([host = '', port]) => withPort(host, port))
    if (value.is !== 'dict') return []
    const [port] = entriesOf(value, 'port', evaluate).map(one => wordOf(one, 'port'))
    const named = ['host', 'hostname', 'url', 'uri', 'href', 'path'].flatMap(key => entriesOf(value, key, evaluate))
    return named.slice(0, 1).map(one => withPort(wordOf(one, 'host'), port))
  })
  if (hosts.length > 0) return hosts
  const others = second === '' ? [] : given.words(second)
  return given.words(first).flatMap(word => hostAndPort(word, others[0]))
}

/** Node takes the port first, Python the host; a port alone means this machine. */
function hostAndPort(first: Word, second: Word | undefined): readonly Word[] {
  const isPort = isKnown(first) && /^\d+$/.test(first)
  if (isPort) return [withPort(second ?? 'localhost', first)]
  if (isKnown(first) || second === undefined || !isKnown(second) || /^\d+$/.test(second))
    return [withPort(first, second)]
  return [second]
}

const withPort = (host: Word, port: Word | undefined): Word =>
  port !== undefined && isKnown(port) && /^\d+$/.test(port) ? makeWord([...wordParts(host), `:${port}`]) : host
