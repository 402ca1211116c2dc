import type { JournalEvent } from '../../audit/event.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Tools that wait for a person while they run. */
const askingTools: ReadonlySet<string> = new Set(['ask_human', 'request_user_input'])

/** Pauses the watch of an agent while a person answers one of its questions. The returned function stops that. */
export function pauseWhileAsked(
  events: Gate['events'],
  { session, agents }: { readonly session: string; readonly agents: readonly string[] },
  watch: Stopwatch,
): () => void {
  const open = new Map<string, () => void>()
  const isOwn = (event: JournalEvent): event is CallEvent =>
    'clientCall' in event && event.session === session && event.agents.join('\0') === agents.join('\0')
  const goOn = (call: string) => {
    open.get(call)?.()
    open.delete(call)
  }
  const stop = events.on(event => {
    if (!isOwn(event)) return
    if (asks(event) && !open.has(event.call)) open.set(event.call, watch.pause())
    else if (!asks(event)) goOn(event.call)
  })
  return () => {
    stop()
    for (const call of [...open.keys()]) goOn(call)
  }
}

type CallEvent = Extract<JournalEvent, { readonly call: string }>

const asks = (event: CallEvent): boolean =>
  event.type === 'approval_requested' || (event.type === 'tool_call_started' && askingTools.has(event.tool))
