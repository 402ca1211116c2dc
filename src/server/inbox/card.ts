import { unnamedSession } from '../../core/call.ts'
import { isObject, type JsonObject, takeJson } from '../../core/json.ts'
import type { WaitingQuestion } from '../../io/stores/waiting-question.ts'
import type { Card } from '../api.ts'

/** The content of a card beside the question itself. */
export type CardContext = Pick<Card, 'id' | 'until' | 'machine' | 'branch' | 'earlier' | 'live'>

/** The card of a question. A waiting call and a stored question have the same card, so that nothing changes when a caller gives up. */
export function cardOf(question: WaitingQuestion, context: CardContext): Card {
  const { at, session, client, cwd, workspace, agents, tool, marks, sentence, danger, radius, proven, grave } = question
  const details = detailsOf(question)
  const { command = null } = details
  return {
    id: context.id,
    at,
    until: context.until,
    session,
    client,
    machine: context.machine,
    workspace: workspace[0] ?? cwd,
    cwd,
    branch: context.branch,
    agents,
    tool,
    command: typeof command === 'string' ? command : null,
    details,
    marks,
    sentence,
    danger,
    effects: question.effects,
    radius,
    reasons: question.reasons.map(reason => ({ decision: 'ask', ...reason })),
    binds: context.live ? bindsNow : bindsLater,
    offers: offersOf(question),
    earlier: context.earlier,
    grave,
    proven,
    live: context.live,
  }
}

const bindsNow = 'exactly this call, once; the agent waits for the answer'
const bindsLater =
  'exactly this call, once: same input, session, directory, environment and files; the agent must repeat it within ten minutes'

/** INVARIANT: nothing grave is offered for longer than the session. Without a session there is nothing to remember for its length. */
const offersOf = ({ offers, session, grave }: WaitingQuestion): Card['offers'] =>
  offers.flatMap(({ text, also, upTo }) =>
    session === unnamedSession && (grave || upTo !== 'always')
      ? []
      : [{ text, also, upTo: grave && upTo === 'always' ? 'session' : upTo }],
  )

function detailsOf({ request }: WaitingQuestion): JsonObject {
  const taken = takeJson(request)
  return taken.ok && isObject(taken.value) ? taken.value : {}
}
