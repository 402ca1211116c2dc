import { redact } from '../../audit/redaction/redact.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { type JsonObject, own } from '../../core/json.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say } from './client.ts'
import { protocol } from './plugin-protocol.ts'
import { reasonText, replacementText } from './reason-text.ts'
import { requiredText } from './request-fields.ts'

/** The name of the event that a plugin sent. */
export function pluginEvent(sent: JsonObject, client: string): Result<string> {
  return own(sent, 'protocol') === protocol
    ? requiredText(sent, 'event')
    : fail('validation', `the installed plugin is from another version; run \`sallyport install ${client}\` again`)
}

export const unknownEvent = (name: string): Result<never> =>
  fail('validation', `the plugin sent an unknown event \`${name.slice(0, 80)}\``)

/** How the hook answers a plugin. An allow does not suppress the client's own prompts, so a call in watch mode gets one too. */
export const pluginAnswers: Pick<HookClient, 'answer' | 'approvesIn' | 'amend'> = {
  answer: (event, verdict) => {
    const { canAsk, fenced } = event
    const input = replacedInput(verdict, event)
    const note = redact(replacementText(verdict)).text
    const replaced =
      input === null
        ? {}
        : { input, ...(note === '' ? {} : { note }), ...(fenced === undefined ? {} : { contained: true }) }
    if (verdict.decision === 'allow') return say({ protocol, decision: 'allow', ...replaced })
    const reason = reasonText(verdict)
    return verdict.decision === 'ask' && canAsk
      ? say({ protocol, decision: 'ask', reason, ...replaced })
      : say({ protocol, decision: 'deny', reason })
  },
  approvesIn: null,
  amend: (_, { output, note }) =>
    say({
      protocol,
      ...(output === undefined ? {} : { texts: output }),
      ...(note === undefined ? {} : { note }),
    }),
}

/** Marks a tool as not the client's own, so that its name is not taken as evidence of what it does. */
export const thirdPartyTool = (name: string): string => (name.startsWith('mcp__') ? name : `mcp__${name}`)

/** The texts of a result, without the structure around them. */
export function textsOf(sent: JsonObject): Result<readonly string[]> {
  const texts = own(sent, 'texts')
  return Array.isArray(texts) && texts.every(text => typeof text === 'string')
    ? ok(texts)
    : fail('validation', 'the plugin sent a result without `texts`')
}
