import { askAboutCall, hideSecrets, type Installed, replaceInput } from './ask-hook.ts'
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

/** The gate before every tool call of Pi. An error in it blocks the call. */
export default (pi: Pi): void => {
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
    return undefined
  })

  if (!installed.results) return
  pi.on('tool_result', async ({ content }: { readonly content: object }) => {
    try {
      const shown: unknown = structuredClone(content)
      const spots = textSpots(shown)
      putTexts(spots, await hideSecrets(installed.command, 'tool_result', spots.map(textAt)))
      return { content: shown }
    } catch (error) {
      // Pi shows a result whose handler fails.
      const text = `The result is withheld. ${error instanceof Error ? error.message : ''}`
      return { content: [{ type: 'text', text }], isError: true }
    }
  })
}
