import type { ObjectEntries } from 'valibot'
import type { Effect } from '../../core/effect.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import { connect } from '../effects.ts'
import { each, field, missing, textsUnder } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import { type Account, defineTool, type Tool } from '../tool.ts'
import { urlEffects, urlsIn } from '../url-effects.ts'

/** Tools that fetch a page. The URLs may be in the prompt instead of a field. */
const fetchTool = (fields: ObjectEntries): Tool =>
  defineTool({
    family: 'web',
    category: 'network',
    tier: 'read',
    fields: {
      ...each('url', field.optionalAddress),
      ...each('urls', field.addresses),
      ...each('prompt', field.text),
      ...fields,
    },
    account: (input, setting) => {
      const named = [...textsUnder(input, 'url'), ...textsUnder(input, 'urls')]
      const urls = named.length === 0 ? urlsIn(ownString(input, 'prompt') ?? '') : named
      if (urls.length === 0) return missing('url', setting)
      const effects: Effect[] = []
      for (const one of urls) {
        const opened = urlEffects({ url: one, key: 'url', sends: 'receives' }, setting.world)
        if (opened === null) return fail('validation', `field \`url\` of \`${setting.tool}\` must be a URL`)
        effects.push(...opened)
      }
      return ok(webAccount(input, effects, urls.join(' ')))
    },
  })

/** Tools that use a search engine. The agent cannot choose which one. */
const searchWeb: Tool = defineTool({
  family: 'web',
  category: 'network',
  tier: 'read',
  fields: {
    ...each('query', field.command),
    ...each(
      'allowed_domains blocked_domains numResults tokensNum livecrawl type contextMaxCharacters limit max_results',
      field.note,
    ),
  },
  account: (input): Result<Account> =>
    ok(webAccount(input, [connect(searchEngine, 'receives')], ownString(input, 'query') ?? '')),
})

const searchEngine = { host: 'web-search', port: null }

const webAccount = (input: JsonObject, effects: readonly Effect[], summary: string): Account => ({
  effects,
  risk: { argv: [], riskLevel: 'low', reason: 'reads from the network' },
  ...sanitise(input),
  summary,
})

export const webTools: Readonly<Record<string, Tool>> = {
  'WebFetch web_fetch webfetch': fetchTool(each('offset max_length start_index raw format timeout', field.note)),
  'WebSearch web_search websearch google_web_search codesearch': searchWeb,
}
