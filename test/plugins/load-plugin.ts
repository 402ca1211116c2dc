import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const dist = resolve(import.meta.dirname, '..', '..', 'dist')
let count = 0

/** The outcome of a call: the input that would run, or the reason for the block. */
export type Outcome = { readonly runs: object } | { readonly blocked: string }

export interface Plugin {
  readonly call: (input: object, host?: Host) => Promise<Outcome>
  /** The text that the model sees when a tool returns this text. */
  readonly result: (text: string) => Promise<string>
}

/** The parts of the client that a test overrides. */
export interface Host {
  readonly confirm?: () => Promise<boolean>
  readonly getSession?: (id: string) => Promise<{ readonly data?: object }>
  readonly cwd?: string
  readonly servers?: readonly string[]
}

export interface Installing {
  readonly folder: string
  readonly command: string
  readonly results?: boolean
  /** The plugin's deadline in milliseconds. */
  readonly patience?: number
}

/** Loads the shipped plugin, as installed, into a minimal client that has only what the plugin uses. */
export async function loadPlugin(client: string, installing: Installing): Promise<Plugin> {
  const { folder, command, results = false, patience = 335_000 } = installing
  count += 1
  const file = join(folder, `${client}-${count}.mjs`)
  const source = readFileSync(join(dist, 'plugins', `${client}.js`), 'utf8')
  const hurried = source.replace('deadlineMs = 335e3', `deadlineMs = ${patience}`)
  if (patience !== 335_000 && hurried === source) throw new Error('the deadline was not found in the plugin')
  writeFileSync(file, `const installed = ${JSON.stringify({ command, results })}\n${hurried}`)
  const { default: plugin } = await import(pathToFileURL(file).href)
  return client === 'pi' ? inPi(plugin) : inOpenCode(plugin)
}

const session = { id: 'ses_1', agent: 'build' }

async function inOpenCode(plugin: (host: object) => Promise<Hooks>): Promise<Plugin> {
  const called = { tool: 'bash', sessionID: 'ses_1', callID: 'call_1' }
  const load = async ({ getSession = async () => ({ data: session }), cwd = process.cwd(), servers = [] }: Host) => {
    const get = ({ path }: { readonly path: { readonly id: string } }) => getSession(path.id)
    const hooks = await plugin({ client: { session: { get } }, directory: cwd })
    await hooks.config({ mcp: Object.fromEntries(servers.map(name => [name, {}])) })
    return hooks
  }
  let loaded: Hooks | null = null
  return {
    call: async (input, host = {}) => {
      const args = structuredClone(input)
      try {
        loaded = await load(host)
        await loaded['tool.execute.before'](called, { args })
        return { runs: args }
      } catch (error) {
        return { blocked: reasonOf(error) }
      }
    },
    result: async output => {
      const returned = { title: 'x', metadata: {}, output }
      try {
        loaded ??= await load({})
        await loaded['tool.execute.after'](called, returned)
        return returned.output
      } catch (error) {
        return reasonOf(error)
      }
    },
  }
}

interface Hooks {
  readonly config: (config: object) => Promise<void>
  readonly 'tool.execute.before': (call: object, output: object) => Promise<void>
  readonly 'tool.execute.after': (call: object, output: object) => Promise<void>
}

function inPi(extension: (pi: object) => void): Plugin {
  const handlers = new Map<string, Handler>()
  extension({ on: (name: string, handler: Handler) => handlers.set(name, handler) })
  return {
    call: async (given, { confirm, cwd = process.cwd() } = {}) => {
      const input = structuredClone(given)
      const event = { type: 'tool_call', toolName: 'bash', toolCallId: 'call_1', input }
      const sessionManager = { getSessionId: () => 'ses_1' }
      try {
        const context = { cwd, hasUI: confirm !== undefined, ui: { confirm }, sessionManager }
        const said = await handlers.get('tool_call')?.(event, context)
        return said?.block === true ? { blocked: said.reason ?? '' } : { runs: input }
      } catch (error) {
        return { blocked: reasonOf(error) }
      }
    },
    result: async text => {
      const content = [{ type: 'text', text }]
      try {
        const said = await handlers.get('tool_result')?.({ type: 'tool_result', toolCallId: 'call_1', content }, {})
        return (said?.content ?? content).map(part => part.text).join('\n')
      } catch {
        // Pi shows the result when its handler fails.
        return text
      }
    },
  }
}

type Handler = (event: object, context: object) => Promise<Handled | undefined>

interface Handled {
  readonly block?: boolean
  readonly reason?: string
  readonly content?: readonly { readonly text: string }[]
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
