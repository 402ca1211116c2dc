import { fail, ok } from '../../core/fault.ts'
import type { RegexEngine } from './compile.ts'

/** The linear-time engine, loaded when the first rule needs it: agents choose the text that it searches. */
export async function loadRegex(): Promise<RegexEngine> {
  const { RE2JS } = await import('re2js')
  return source => {
    try {
      const pattern = RE2JS.compile(source)
      return ok(text => pattern.matcher(text).find())
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it does not compile'
      return fail('policy_invalid', `\`${source.slice(0, 80)}\` is no regular expression: ${why}`)
    }
  }
}
