import { keywordIndex } from './keyword-index.ts'
import { vendorSecrets } from './vendor-secrets.ts'

/** The kinds of vendor tokens in a text, such as `github-token`. */
export const tokensIn = (text: string): readonly string[] =>
  rowsIn(text).flatMap(row => {
    const kind = vendorSecrets[row]
    return kind === undefined || text.search(kind.pattern) < 0 ? [] : [kind.id]
  })

const rowsIn = keywordIndex(vendorSecrets.map(({ keywords, pattern }) => ({ keywords, anyCase: pattern.ignoreCase })))
