import { isKnown, makeWord, type Word } from '../../core/word.ts'
import type { Given } from './arguments.ts'
import type { Expression } from './expression.ts'
import { type Value, wordParts } from './value.ts'

const asking = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const bodies = new Set(['body', 'data', 'json', 'files', 'form', 'content'])

/** Whether a request carries more than its address: a body, or a method that has one. */
export const sendsRequest = (params: readonly string[], given: Given): boolean =>
  params.some(param => given.values(param).some(value => sendsBy(param, value)))

function sendsBy(param: string, value: Value): boolean {
  switch (value.is) {
    case 'none':
      return false
    case 'text':
      return param !== 'method' || !isKnown(value.word) || !asking.has(value.word.toUpperCase())
    case 'dict':
      return param === 'options' || param === 'init'
        ? value.dict.entries.some(({ key, value: entry }) => key === null || sendsEntry(key, entry))
        : true
    case 'function':
      return false
    default:
      return true
  }
}

function sendsEntry(key: Expression, value: Expression): boolean {
  if (key.is !== 'text') return true
  if (bodies.has(key.value)) return true
  return key.value === 'method' && !(value.is === 'text' && asking.has(value.value.toUpperCase()))
}

/** Hosts from `host`, `(host, port)` or `{ host, port }`, with the port where both are known. */
export function addressWords(params: readonly string[], given: Given): readonly Word[] {
  const [first = '', second = ''] = params
  const hosts = given.values(first).flatMap((value): readonly Word[] => {
    if (value.is !== 'list' && value.is !== 'dict') return []
    const words = value.is === 'list' ? (given.commands([first])[0] ?? []) : []
    return words.length === 0 ? [] : [withPort(words[0] ?? '', words[1])]
  })
  if (hosts.length > 0) return hosts
  const port = second === '' ? undefined : given.words(second)[0]
  return given.words(first).map(host => withPort(host, port))
}

const withPort = (host: Word, port: Word | undefined): Word =>
  port !== undefined && isKnown(port) && /^\d+$/.test(port) ? makeWord([...wordParts(host), `:${port}`]) : host
