import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type Json, type JsonObject, own, ownString } from '../../core/json.ts'
import type { HookClient, ResultEvent } from './client.ts'
import { pluginAnswers, pluginEvent, textsOf, thirdPartyTool, unknownEvent } from './plugin-messages.ts'
import { requiredText, sentCall } from './request-fields.ts'

/**
 * OpenCode 1.18, through our plugin: `tool.execute.before` decides, `tool.execute.after` carries the result. A plugin can
 * block a call or let it run; it cannot ask.
 */
export const opencode: HookClient = {
  read: sent => {
    const name = pluginEvent(sent, 'opencode')
    if (!name.ok) return name
    switch (name.value) {
      case 'tool.execute.before': {
        const call = sentCall(sent, words)
        const id = requiredText(sent, 'callID')
        const line = lineOf(sent)
        if (!call.ok) return call
        if (!id.ok) return id
        if (!line.ok) return line
        const [main, ...agents] = line.value
        return ok({
          kind: 'call',
          name: name.value,
          call: {
            ...call.value,
            tool: toolOf(call.value.tool, serversOf(sent)),
            session: main.id,
            id: id.value,
            ...(agents.length === 0 ? {} : { agents: agents.map(one => `${one.agent}:${one.id}`) }),
          },
          canAsk: false,
          canReplace: true,
          contain: { keepsDirectory: false },
        })
      }
      case 'tool.execute.after': {
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
  perRunVariables: ['OPENCODE_PID'],
}

const words = { tool: 'tool', input: 'args', session: 'sessionID', cwd: 'directory' }

interface Session {
  readonly id: string
  readonly agent: string
}

/** The person's session, followed by the sub-agent sessions down to the one that makes the call. */
function lineOf(sent: JsonObject): Result<readonly [Session, ...Session[]]> {
  const read = listOf(sent, 'sessions').map(sessionOf)
  const [main, ...agents] = read.filter(one => one !== null)
  if (main === undefined || read.includes(null) || (agents.at(-1) ?? main).id !== ownString(sent, 'sessionID'))
    return fail('validation', 'the plugin sent no valid list of sessions')
  return ok([main, ...agents])
}

function sessionOf(value: unknown): Session | null {
  if (!isObject(value)) return null
  const id = ownString(value, 'id')
  return id === undefined ? null : { id, agent: ownString(value, 'agent') ?? 'agent' }
}

/** The contained command that a result is about; nothing for another result. */
function ranIn(sent: JsonObject, texts: readonly string[]): Pick<ResultEvent, 'ran'> {
  const ran = own(sent, 'ran')
  if (!isObject(ran)) return {}
  const [main, ...agents] = listOf(ran, 'sessions').flatMap(one => sessionOf(one) ?? [])
  const text = ownString(ran, 'text')
  const exit = own(ran, 'exit')
  if (main === undefined || text === undefined) return {}
  return {
    ran: {
      session: main.id,
      agents: agents.map(one => `${one.agent}:${one.id}`),
      call: ownString(ran, 'callID') ?? null,
      text,
      printed: texts.join('\n'),
      exitCode: typeof exit === 'number' ? exit : null,
    },
  }
}

const listOf = (value: JsonObject, key: string): readonly Json[] => {
  const list = own(value, key)
  return Array.isArray(list) ? list : []
}

const serversOf = (sent: JsonObject): readonly string[] =>
  listOf(sent, 'servers').filter(server => typeof server === 'string')

const ownTools = new Set(
  'bash read write edit multiedit patch apply_patch glob grep list lsp webfetch websearch codesearch todowrite todoread skill question plan_enter plan_exit list_mcp_resources list_mcp_resource_templates read_mcp_resource'.split(
    ' ',
  ),
)

/**
 * An MCP tool is named `server_tool`, so a name that starts with a server's name belongs to that server. Every call of a
 * sub-agent passes the plugin.
 */
function toolOf(name: string, servers: readonly string[]): string {
  const makers = servers.filter(server => name.startsWith(`${asOpenCodeWrites(server)}_`))
  const [maker] = makers
  if (name === 'task') return 'Agent'
  if (maker === undefined && ownTools.has(name)) return name
  if (maker === undefined || makers.length > 1) return thirdPartyTool(name)
  return `mcp__${maker}__${name.slice(asOpenCodeWrites(maker).length + 1)}`
}

const asOpenCodeWrites = (server: string): string => server.replace(/[^a-zA-Z0-9_-]/g, '_')
