import { askAboutCall, askAboutResult, type Installed, replaceInput } from './ask-hook.ts'
import { putTexts, textAt, textSpots } from './texts.ts'

declare const installed: Installed

/** The part of Pi's extension interface that is used here. */
interface Pi {
  readonly on: (event: string, handler: (event: never, context: Context) => Promise<object | undefined>) => void
}
interface Context {
  readonly cwd: string
  readonly hasUI: boolean
  readonly ui: { readonly confirm: (title: string, message: string) => Promise<boolean> }
  readonly sessionManager: { readonly getSessionId: () => string }
}
interface ToolCall {
  readonly toolName: string
  readonly toolCallId: string
  readonly input: Record<string, unknown>
}

interface ToolResult {
  readonly toolCallId: string
  readonly content: readonly object[]
  /** The input that the tool really got. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** The gate before every tool call of Pi. An error in it blocks the call. */
export default (pi: Pi): void => {
  /** Notes to show with the results of replaced calls, by call id. */
  const notes = new Map<string, string>()
  /** The calls that were given a fence, by their ids. */
  const contained = new Set<string>()

  pi.on('tool_call', async ({ toolName, toolCallId, input }: ToolCall, context) => {
    const { cwd, hasUI, ui, sessionManager } = context
    const session = sessionManager.getSessionId()
    const sent = { event: 'tool_call', toolName, toolCallId, input, cwd, session, hasUI }
    const answer = await askAboutCall(installed.command, sent)
    const { decision, reason } = answer
    if (decision === 'deny') return { block: true, reason }
    if (decision === 'ask' && (await ui.confirm('Sallyport asks', reason)) !== true)
      return { block: true, reason: `The person at the prompt said no. ${reason}` }
    if (answer.input !== undefined) replaceInput(input, answer.input)
    if (answer.note !== undefined) notes.set(toolCallId, answer.note)
    if (answer.contained === true) contained.add(toolCallId)
    return undefined
  })

  pi.on('tool_result', async ({ toolCallId, content, input }: ToolResult, context) => {
    const note = notes.get(toolCallId)
    notes.delete(toolCallId)
    const isContained = contained.delete(toolCallId)
    if (note === undefined && !installed.results && !isContained) return undefined
    try {
      const shown = [...(note === undefined ? [] : [{ type: 'text', text: note }]), ...structuredClone(content)]
      const spots = installed.results || isContained ? textSpots(shown) : []
      const session = () => context.sessionManager.getSessionId()
      const said = await askAboutResult(installed.command, {
        event: 'tool_result',
        texts: spots.map(textAt),
        ...(isContained ? { ran: { toolCallId, text: input?.['command'], session: session() } } : {}),
      })
      putTexts(spots, said.texts)
      return { content: [...shown, ...(said.note === null ? [] : [{ type: 'text', text: said.note }])] }
    } catch (error) {
      // Pi shows the original result when a handler throws.
      const text = `The result is withheld. ${error instanceof Error ? error.message : ''}`
      return { content: [{ type: 'text', text }], isError: true }
    }
  })
}
