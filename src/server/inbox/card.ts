import { unnamedSession } from '../../core/call.ts'
import { isObject, type JsonObject, takeJson } from '../../core/json.ts'
import { shorten } from '../../core/wording/shorten.ts'
import type { WaitingQuestion } from '../../io/stores/waiting-question.ts'
import type { Card } from '../api.ts'
import { opensFence } from './person-answer.ts'

/** The content of a card beside the question itself. */
export type CardContext = Pick<Card, 'id' | 'until' | 'machine' | 'branch' | 'earlier' | 'live'> & {
  readonly home: string
}

/** The card of a question. A waiting call and a stored question have the same card, so that nothing changes when a caller gives up. */
export function cardOf(question: WaitingQuestion, context: CardContext): Card {
  const { at, session, client, cwd, workspace, agents, tool, marks, sentence, danger, radius, proven, grave } = question
  const details = detailsOf(question)
  const { command = null, trial = null } = details
  const short = (text: string): string => shorten(text, { workspace, home: context.home })
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
    sentence: short(sentence),
    danger,
    effects: question.effects.map(effect => ({ ...effect, text: short(effect.text) })),
    radius: radius.map(short),
    keeps: typeof trial === 'string' ? trial : null,
    reasons: question.reasons.map(reason => ({ decision: 'ask', ...reason, text: short(reason.text) })),
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

/**
 * INVARIANT: nothing grave is offered for longer than the session. An opening of the fence is no approval of what is grave: the call
 * runs inside the fence. Without a session there is nothing to remember for its length.
 */
const offersOf = ({ offers, session, grave }: WaitingQuestion): Card['offers'] =>
  offers.flatMap(({ shape, text, also, upTo: longest }, index) => {
    const opens = opensFence({ shape })
    const upTo = grave && !opens && longest === 'always' ? 'session' : longest
    return session === unnamedSession && upTo !== 'always' ? [] : [{ index, opens, text, also, upTo }]
  })

function detailsOf({ request }: WaitingQuestion): JsonObject {
  const taken = takeJson(request)
  return taken.ok && isObject(taken.value) ? taken.value : {}
}
