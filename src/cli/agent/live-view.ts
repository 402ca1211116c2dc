import { isObject, type Json, type JsonObject, ownString } from '../../core/json.ts'
import { agentPath } from '../../core/wording/agent-path.ts'
import { visible } from '../../core/wording/visible.ts'
import type { AgentEvent } from '../../runtime/agent/agent-event.ts'
import { counted } from '../terminal/counted.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText } from '../terminal/wrap-text.ts'

export interface ViewSetting {
  readonly write: (text: string) => void
  readonly paint: Painter
  readonly width: () => number
  /** Whether a progress line at the bottom is drawn again and again. */
  readonly progress: boolean
  readonly now: () => number
}

/** Shows a run as it happens: the text of the main agent, each call with its verdict, and a line of progress. */
export interface LiveView {
  show(event: AgentEvent): void
  /** Draws the progress line again. */
  tick(): void
  /** Leaves the screen to a question. Events that arrive meanwhile are shown after it. */
  aside<T>(ask: () => Promise<T>): Promise<T>
  /** Clears the progress line. */
  end(): void
}

export function newLiveView({ write, paint, width, progress, now }: ViewSetting): LiveView {
  const start = now()
  const calls = new Map<string, string>()
  const agents = new Set<string>()
  const waiting: AgentEvent[] = []
  let [steps, most, tokens, questions] = [0, 0, 0, 0]
  let isMidLine = false
  let isDrawn = false

  function clear(): void {
    if (isDrawn) write('\r\u001b[K')
    isDrawn = false
  }

  function line(text: string): void {
    clear()
    if (isMidLine) write('\n')
    isMidLine = false
    write(`${text}\n`)
  }

  function draw(): void {
    if (!progress || isMidLine || questions > 0) return
    clear()
    const busy = agents.size === 0 ? '' : ` · ${counted(agents.size, 'sub-agent')}`
    const seconds = Math.round((now() - start) / 1_000)
    const text = `step ${steps} of ${most}${busy} · ${tokens.toLocaleString('en')} tokens · ${seconds} s`
    write(paint.dim(cutText(text, width() - 1)))
    isDrawn = true
  }

  const by = (path: readonly string[]): string => (path.length === 0 ? '' : paint.dim(`  ${agentPath(path)}`))
  const oneLine = (text: string): string => cutText(visible(text.replaceAll(/\s+/g, ' ')), Math.max(width() - 12, 20))

  function print(event: AgentEvent): void {
    switch (event.type) {
      case 'step_started':
        if (event.agents.length === 0) [steps, most] = [event.step, event.of]
        break
      case 'text':
        if (event.agents.length > 0) break
        clear()
        write(visible(event.text))
        isMidLine = !event.text.endsWith('\n')
        break
      case 'step_retried':
        line(paint.ask(`  the model failed, next try in ${event.waitMs / 1_000} s: ${oneLine(event.reason)}`))
        break
      case 'step_finished':
        tokens += event.usage.inputTokens + event.usage.outputTokens
        if (isMidLine) write('\n')
        isMidLine = false
        break
      case 'tool_call_requested':
        calls.set(event.call, `${event.tool}  ${requestText(event.request)}`)
        break
      case 'tool_call_judged': {
        const call = oneLine(calls.get(event.call) ?? event.tool)
        line(`${paint[event.decision](`  ${event.decision.padEnd(7)}`)}${call}${by(event.agents)}`)
        if (event.decision === 'deny') line(paint.dim(`         ${oneLine(event.reasons[0]?.because ?? '')}`))
        break
      }
      case 'tool_call_finished':
        if (event.outcome === 'failed') line(paint.dim(`         failed: ${event.errorKind ?? 'unknown'}`))
        calls.delete(event.call)
        break
      case 'run_started':
        if (event.agents !== undefined) agents.add(event.agents.join('/'))
        break
      case 'run_completed':
      case 'run_failed':
      case 'run_cancelled':
        if (event.agents === undefined) break
        agents.delete(event.agents.join('/'))
        if (event.type !== 'run_completed')
          line(paint.deny(`  ${agentPath(event.agents)}: ${oneLine(event.reason ?? '')}`))
        break
      default:
    }
  }

  function show(event: AgentEvent): void {
    if (questions > 0) return void waiting.push(event)
    print(event)
    draw()
  }

  async function aside<T>(ask: () => Promise<T>): Promise<T> {
    // The events that led to the question come before it.
    await new Promise(setImmediate)
    questions += 1
    clear()
    if (isMidLine) write('\n')
    isMidLine = false
    try {
      return await ask()
    } finally {
      questions -= 1
      if (questions === 0) for (const event of waiting.splice(0)) show(event)
    }
  }

  return { show, aside, tick: draw, end: clear }
}

/** The command, the path, or all of the input. */
function requestText(request: JsonObject): string {
  const { argv } = request
  if (Array.isArray(argv)) return argv.map(String).join(' ')
  for (const key of ['command', 'cmd', 'path', 'file_path', 'prompt', 'question', 'url', 'more']) {
    const value: Json | undefined = request[key]
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.map(String).join(' ')
  }
  return isObject(request) ? (ownString(request, 'name') ?? JSON.stringify(request)) : ''
}
