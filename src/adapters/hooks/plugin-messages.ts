import { redact } from '../../audit/redaction/redact.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { type JsonObject, own } from '../../core/json.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say } from './client.ts'
import { protocol } from './plugin-protocol.ts'
import { reasonText, replacementText } from './reason-text.ts'
import { requiredText } from './request-fields.ts'

/** The event that a plugin tells of. */
export function pluginEvent(sent: JsonObject, client: string): Result<string> {
  return own(sent, 'protocol') === protocol
    ? requiredText(sent, 'event')
    : fail('validation', `its plugin is of another version; run \`sallyport install ${client}\` again`)
}

export const unknownEvent = (name: string): Result<never> =>
  fail('validation', `the plugin told of \`${name.slice(0, 80)}\`, which nobody knows`)

/** How the hook answers a plugin. Its allow opens nothing that the client itself would ask about, so a watched call has one too. */
export const pluginAnswers: Pick<HookClient, 'answer' | 'replace'> = {
  answer: ({ canAsk }, verdict) => {
    const input = replacedInput(verdict)
    const replaced = input === null ? {} : { input, note: redact(replacementText(verdict)).text }
    if (verdict.watched !== null) return say({ protocol, decision: 'allow' })
    if (verdict.decision === 'allow') return say({ protocol, decision: 'allow', ...replaced })
    const reason = reasonText(verdict)
    return verdict.decision === 'ask' && canAsk
      ? say({ protocol, decision: 'ask', reason, ...replaced })
      : say({ protocol, decision: 'deny', reason })
  },
  replace: (_, texts) => say({ protocol, texts }),
}

/** A tool that is not the client's own, whatever it is called: its name promises nothing about what it does. */
export const thirdPartyTool = (name: string): string => (name.startsWith('mcp__') ? name : `mcp__${name}`)

/** The texts of a result, apart from what holds them. */
export function textsOf(sent: JsonObject): Result<readonly string[]> {
  const texts = own(sent, 'texts')
  return Array.isArray(texts) && texts.every(text => typeof text === 'string')
    ? ok(texts)
    : fail('validation', 'the plugin sent a result without `texts`')
}
