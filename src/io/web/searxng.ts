import * as v from 'valibot'
import { lookUpHost } from '../look-up-host.ts'
import { httpGet } from './http-get.ts'

/** A search engine that the operator chose. The agent cannot choose another one. */
export interface SearchEngine {
  search(query: string, signal: AbortSignal): Promise<readonly SearchResult[]>
}

export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

export interface SearxngOptions {
  /** The address of the instance: `http://localhost:8888`. It must have the JSON format turned on. */
  readonly url: string
}

const maxBytes = 4_000_000
const answer = v.object({
  results: v.array(
    v.looseObject({ url: v.string(), title: v.optional(v.string(), ''), content: v.nullish(v.string()) }),
  ),
})

/**
 * A search engine with the interface of SearXNG.
 *
 * @example
 * const engine = searxng({ url: 'http://localhost:8888' })
 */
export function searxng({ url }: SearxngOptions): SearchEngine {
  return {
    search: async (query, signal) => {
      const at = new URL('search', url.endsWith('/') ? url : `${url}/`)
      at.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      // The operator's own host may be private, so its address is not checked.
      const [address] = await lookUpHost(at.hostname.replace(/^\[|\]$/g, ''))
      if (address === undefined) throw new Error(`the address of \`${at.hostname}\` cannot be looked up`)
      const got = await httpGet({ url: at, address, maxBytes, signal, headers: { accept: 'application/json' } })
      if (got.status !== 200) throw new Error(`the search engine answered with status ${got.status}`)
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), got.body.toString('utf8'))
      if (!parsed.success) throw new Error('the search engine did not answer in the JSON format of SearXNG')
      return parsed.output.results.map(one => ({ title: one.title, url: one.url, snippet: one.content ?? '' }))
    },
  }
}
