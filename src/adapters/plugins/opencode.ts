import { askAboutCall, askAboutResult, type Installed, inTime, replaceInput } from './ask-hook.ts'
import { putTexts, textAt, textSpots } from './texts.ts'

declare const installed: Installed

/** The part of OpenCode's plugin interface that is used here. */
interface Host {
  readonly client: { readonly session: { readonly get: (request: object) => Promise<{ readonly data?: Session }> } }
  readonly directory: string
}
interface Session {
  readonly id: string
  readonly agent?: string
  readonly parentID?: string
}
interface ToolCall {
  readonly tool: string
  readonly sessionID: string
  readonly callID: string
}

interface EndedCall extends ToolCall {
  /** The input that the tool really got. */
  readonly args?: Readonly<Record<string, unknown>>
}

/** The gate before every tool call of OpenCode and its sub-agents. It does nothing while it loads, because an error there would disable it. */
export default async (host: Host) => {
  let servers: readonly string[] = []
  const lines = new Map<string, readonly Session[]>()
  /** Notes to show with the results of replaced calls, by call id. */
  const notes = new Map<string, string>()
  /** The calls that were given a fence, by their ids. */
  const contained = new Set<string>()

  async function lineOf(id: string): Promise<readonly Session[]> {
    const line = lines.get(id) ?? (await inTime(lineFrom(host, id)))
    lines.set(id, line)
    return line
  }

  return {
    config: async (config: { readonly mcp?: object }) => {
      servers = Object.keys(config.mcp ?? {})
    },

    'tool.execute.before': async ({ tool, sessionID, callID }: ToolCall, output: { args: Record<string, unknown> }) => {
      const answer = await askAboutCall(installed.command, {
        event: 'tool.execute.before',
        tool,
        sessionID,
        callID,
        args: output.args,
        directory: host.directory,
        sessions: await lineOf(sessionID),
        servers,
      })
      const { decision, reason, input, note } = answer
      if (decision !== 'allow') throw new Error(reason)
      if (input !== undefined) replaceInput(output.args, input)
      if (note !== undefined) notes.set(callID, note)
      if (answer.contained === true) contained.add(callID)
    },

    'tool.execute.after': async (call: EndedCall, output: Record<string, unknown> | undefined) => {
      const { callID, sessionID, args } = call
      const isContained = contained.delete(callID)
      if (output === undefined) return
      const note = notes.get(callID)
      notes.delete(callID)
      if (note !== undefined && typeof output['output'] === 'string') output['output'] = `${note}\n${output['output']}`
      if (!installed.results && !isContained) return
      const { output: text, content, structuredContent, metadata } = output
      const spots = [
        ...(typeof text === 'string' ? [{ holder: output, key: 'output' }] : []),
        ...textSpots(content),
        ...textSpots(structuredContent),
      ]
      const ran = { callID, text: args?.['command'], exit: exitIn(metadata), sessions: lines.get(sessionID) ?? [] }
      const said = await askAboutResult(installed.command, {
        event: 'tool.execute.after',
        texts: spots.map(textAt),
        ...(isContained ? { ran } : {}),
      })
      putTexts(spots, said.texts)
      if (said.note !== null && typeof output['output'] === 'string')
        output['output'] = `${output['output']}\n\n${said.note}`
    },
  }
}

/** OpenCode's shell tool puts the exit code beside its output. */
const exitIn = (metadata: unknown): unknown =>
  typeof metadata === 'object' && metadata !== null && 'exit' in metadata ? metadata.exit : null

const deepest = 16

/** The sessions from the person's own down to this one. */
async function lineFrom({ client }: Host, id: string): Promise<readonly Session[]> {
  const line: Session[] = []
  for (let next: string | undefined = id; next !== undefined; ) {
    const { data }: { readonly data?: Session } = await client.session.get({ path: { id: next } })
    if (data?.id !== next || line.length === deepest)
      throw new Error(`sallyport: OpenCode does not know the session ${id}, so the call is blocked`)
    line.unshift({ id: next, ...(data.agent === undefined ? {} : { agent: data.agent }) })
    next = data.parentID
  }
  return line
}
