import { fail, ok } from '../../core/fault.ts'
import type { RegexEngine } from './compile.ts'

/** Loads the regex engine. Agents choose the text that it searches, so matching must take linear time. */
export async function loadRegex(): Promise<RegexEngine> {
  const { RE2JS } = await import('re2js')
  return source => {
    try {
      const pattern = RE2JS.compile(source)
      return ok(text => pattern.matcher(text).find())
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it does not compile'
      return fail('policy_invalid', `\`${source.slice(0, 80)}\` is not a valid regular expression: ${why}`)
    }
  }
}
