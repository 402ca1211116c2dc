import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import type { SearchEngine, SearchResult } from '../../../io/web/searxng.ts'
import { clipText } from '../files/clip-text.ts'
import { defineRuntimeTool, type RuntimeTool } from '../runtime-tool.ts'

const domains = v.optional(v.array(v.string()))
const usual = 10

/** Searches the web with the operator's search engine; without one, the tool says so. */
export function webSearch(engine: SearchEngine | null): RuntimeTool {
  const tool = defineRuntimeTool({
    name: 'web_search',
    description: 'Searches the web and returns titles, addresses and snippets. Read a page with `web_fetch`.',
    input: v.object({
      query: v.pipe(v.string(), v.nonEmpty('not empty')),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1'), v.maxValue(50, 'at most 50'))),
      allowed_domains: domains,
      blocked_domains: domains,
    }),
    otherKeys: { max_results: 'limit', numResults: 'limit' },
    run: async ({ query, limit = usual, allowed_domains, blocked_domains = [] }, { signal }) => {
      if (engine === null) throw new ToolFailure('not_found', unconfigured)
      const either = AbortSignal.any([signal, AbortSignal.timeout(limits.pageMs)])
      const results = await engine.search(query, either).catch((error: unknown) => {
        if (either.aborted && !signal.aborted)
          throw new ToolFailure('timeout', 'the search engine did not answer in time')
        throw error
      })
      const chosen = results
        .filter(
          one =>
            isHttp(one) && (allowed_domains === undefined || isIn(one, allowed_domains)) && !isIn(one, blocked_domains),
        )
        .slice(0, limit)
      const text = chosen.map((one, i) => `${i + 1}. ${one.title}\n   ${one.url}\n   ${one.snippet}`).join('\n')
      return {
        text: text === '' ? '(no results)' : clipText(text, limits.outputChars).text,
        data: { results: chosen.map(({ title, url, snippet }) => ({ title, url, snippet })) },
      }
    },
  })
  return {
    ...tool,
    // Without an engine the call cannot run, so it must not ask anyone.
    check: input => tool.check(input) ?? (engine === null ? { code: 'not_found', message: unconfigured } : null),
  }
}

const unconfigured = 'no search engine is configured; work without a search, or fetch an address that you know'

const hostOf = ({ url }: SearchResult): string => (URL.canParse(url) ? new URL(url).hostname : '')

const isHttp = ({ url }: SearchResult): boolean => /^https?:\/\//i.test(url)

const isIn = (result: SearchResult, domains: readonly string[]): boolean =>
  domains.some(domain => hostOf(result) === domain || hostOf(result).endsWith(`.${domain}`))
