import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { CallInput } from '../../gate/take-call.ts'
import type { HookClient, ResultEvent } from './client.ts'
import { pluginAnswers, pluginEvent, textsOf, thirdPartyTool, unknownEvent } from './plugin-messages.ts'
import { exitCodeIn } from './ran-command.ts'
import { requiredText, sentCall } from './request-fields.ts'

/**
 * Pi 0.73 and 0.87, through our extension: `tool_call` decides, `tool_result` carries the result. In an interactive session
 * the extension asks the person.
 */
export const pi: HookClient = {
  read: sent => {
    const name = pluginEvent(sent, 'pi')
    if (!name.ok) return name
    switch (name.value) {
      case 'tool_call': {
        const call = sentCall(sent, words)
        const id = requiredText(sent, 'toolCallId')
        if (!call.ok) return call
        if (!id.ok) return id
        const { tool } = call.value
        const isOwn = ownTools.has(tool)
        const input = isOwn ? asPiReads(call.value.input) : ok(call.value.input)
        if (!input.ok) return input
        return ok({
          kind: 'call',
          name: name.value,
          call: { ...call.value, tool: isOwn ? tool : thirdPartyTool(tool), input: input.value, id: id.value },
          canAsk: own(sent, 'hasUI') === true,
          canReplace: true,
          contain: { keepsDirectory: false },
        })
      }
      case 'tool_result': {
        const output = textsOf(sent)
        return output.ok
          ? ok({ kind: 'result', name: name.value, output: output.value, ...ranIn(sent, output.value) })
          : output
      }
      default:
        return unknownEvent(name.value)
    }
  },
  ...pluginAnswers,
}

const words = { tool: 'toolName', input: 'input', session: 'session', cwd: 'cwd' }

/** The contained command that a result is about; nothing for another result. */
function ranIn(sent: JsonObject, texts: readonly string[]): Pick<ResultEvent, 'ran'> {
  const ran = own(sent, 'ran')
  const text = isObject(ran) ? ownString(ran, 'text') : undefined
  const session = isObject(ran) ? ownString(ran, 'session') : undefined
  if (!isObject(ran) || text === undefined || session === undefined) return {}
  const printed = texts.join('\n')
  const call = ownString(ran, 'toolCallId') ?? null
  const exitCode = exitCodeIn(printed, /^Command exited with code (\d+)$/gm)
  return { ran: { session, agents: [], call, text, printed, exitCode } }
}

const ownTools = new Set('read bash edit write grep find ls'.split(' '))

/**
 * The input with its path as Pi's own tools interpret it: without a leading `@`, and with every Unicode space as a plain one.
 * A path with `file:` is refused, because some versions read it as a URL and others as a file name.
 */
function asPiReads(input: CallInput['input']): Result<CallInput['input']> {
  const { path } = input
  if (typeof path !== 'string') return ok(input)
  const plain = path.replace(unicodeSpaces, ' ').replace(/^@/, '')
  return plain.startsWith('file:')
    ? fail('validation', '`path` must be a path, not a URL')
    : ok(plain === path ? input : { ...input, path: plain })
}

const unicodeSpaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
