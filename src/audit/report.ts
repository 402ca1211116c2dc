import type { Decision } from '../core/decision.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { baseName } from '../core/path.ts'
import type { Reason } from '../core/verdict.ts'
import type { CallJudged, CallReplaced, CallRequested, RecordedEffect } from './event.ts'
import { countFencedRuns, type FencedRuns } from './fenced-runs.ts'
import { frequencies } from './frequencies.ts'

/** Counts of calls by result. `watched`: the call would have been stopped, but the policy only watched. */
export interface Tally {
  readonly calls: number
  readonly allowed: number
  readonly asked: number
  readonly denied: number
  readonly watched: number
}

export interface Report extends Tally {
  /** How many of the asks a person or a rule as code approved. */
  readonly approved: number
  /** How many of the allowed calls were left to the client's own checks. */
  readonly left: number
  /** The rules and layers that stopped calls, or would have, most frequent first. */
  readonly rules: readonly (Named & Tally)[]
  readonly programs: readonly (Named & Tally)[]
  /** The most frequent questions, with the `when` of a rule that would settle them; null where no rule is advisable. */
  readonly asks: readonly Ask[]
  /** Calls that ran only because the policy watched or was paused, most frequent first. */
  readonly passed: readonly Passed[]
  /** The commands that Sallyport started itself. Clients start theirs without telling how they ran. */
  readonly fence: FencedRuns
}

interface Named {
  readonly name: string
}

export interface Ask {
  readonly count: number
  /** The first such effect, as the journal has it. */
  readonly example: string
  readonly by: string
  readonly when: string | null
}

export interface Passed {
  readonly count: number
  readonly example: string
  readonly by: string
  /** The decision that was not enforced. */
  readonly would: Exclude<Decision, 'allow'>
}

/** The `when` of a rule for one effect of a call; null where no rule is advisable. */
export type Suggest = (call: CallRequested, effect: number) => string | null

/** Summarises the calls in a journal. */
export function reportOn(events: Iterable<JsonObject>, suggest: Suggest): Report {
  const report = openReport(suggest)
  for (const event of events) report.add(event)
  return report.total()
}

/** The same, event by event, for a journal that is read in parts. */
export function openReport(suggest: Suggest): {
  readonly add: (event: JsonObject) => void
  readonly total: () => Report
} {
  const whole = newCounter()
  const rules = newTable<Counter>(newCounter)
  const programs = newTable<Counter>(newCounter)
  const asks = frequencies<Omit<Ask, 'count'>>()
  const passed = frequencies<Omit<Passed, 'count'>>()
  let approved = 0
  let left = 0
  const runs = countFencedRuns()
  const judgedCall = collectCalls()

  function count(call: ReportedCall): void {
    const { became, wouldBe, judged } = call
    whole.add(became)
    programs.get(programOf(call)).add(became)
    if (became === 'asked' && judged.decision === 'allow') approved += 1
    if (became === 'allowed' && judged.meaning === 'no-objection') left += 1
    const stopped = wouldBe === 'allow' ? [] : judged.reasons.filter(reason => reason.decision === wouldBe)
    for (const name of new Set(stopped.map(ruleName))) rules.get(name).add(became)
    if (became === 'watched' && wouldBe !== 'allow') {
      const one = passedOf(call, stopped, wouldBe)
      passed.add(`${one.would}\n${one.by}\n${programOf(call)}`, one)
    }
    if (wouldBe !== 'ask') return
    for (const [key, ask] of asksOf(call, stopped, suggest)) asks.add(key, ask)
  }

  return {
    add: event => {
      runs.add(event)
      const call = judgedCall(event)
      if (call !== null) count(call)
    },
    total: () => ({
      ...whole.tally(),
      approved,
      left,
      rules: rows(rules.all()),
      programs: rows(programs.all()),
      asks: asks.most(maxAsks),
      passed: passed.most(maxAsks),
      fence: runs.total(),
    }),
  }
}

const maxAsks = 10

/** A call and its verdict, as the journal has them. */
export interface ReportedCall {
  readonly requested: CallRequested
  readonly judged: CallJudged
  readonly became: Became
  /** The decision before any answer, and without watch mode. */
  readonly wouldBe: Decision
}

type Became = Exclude<keyof Tally, 'calls'>

/** Groups events by call. Returns a call when its verdict comes; calls without a verdict are left out. */
export function collectCalls(): (event: JsonObject) => ReportedCall | null {
  const open = new Map<string, CallRequested>()
  const questions = new Set<string>()
  return event => {
    if (isCallRequested(event)) open.set(event.call, event)
    else if (isCallReplaced(event)) {
      const requested = open.get(event.call)
      if (requested !== undefined) open.set(event.call, { ...requested, effects: event.effects })
    } else if (event['type'] === 'approval_requested' && typeof event['call'] === 'string') questions.add(event['call'])
    else if (isCallJudged(event)) {
      const requested = open.get(event.call)
      open.delete(event.call)
      const asked = questions.delete(event.call) || event.decision === 'ask'
      const wouldBe = event.watched ?? (asked ? 'ask' : event.decision)
      const became = event.watched !== null ? 'watched' : ended[wouldBe]
      if (requested !== undefined) return { requested, judged: event, became, wouldBe }
    }
    return null
  }
}

const ended = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const satisfies Record<Decision, Became>

/** A record with a correct hash has the shape that Sallyport wrote, but a reduced one may lack its lists. */
const isCallRequested = (event: JsonObject): event is JsonObject & CallRequested =>
  event['type'] === 'tool_call_requested' && Array.isArray(event['effects']) && Array.isArray(event['workspace'])

const isCallReplaced = (event: JsonObject): event is JsonObject & CallReplaced =>
  event['type'] === 'tool_call_replaced' && Array.isArray(event['effects'])

const isCallJudged = (event: JsonObject): event is JsonObject & CallJudged =>
  event['type'] === 'tool_call_judged' && Array.isArray(event['reasons']) && event['reasons'].every(isObject)

/** The first program that the call starts, or the tool. */
function programOf({ requested: { tool, effects } }: ReportedCall): string {
  const run = effects.find(effect => effect.kind === 'run')
  return run === undefined ? tool : baseName(run.text.split(' ')[1] ?? tool)
}

const ruleName = ({ layer, rule }: Reason): string => (rule === null ? layer : `${layer} ${rule.id}`)

/** A call that ran although its first reason would have stopped it. */
function passedOf(
  { requested }: ReportedCall,
  [first]: readonly Reason[],
  would: Passed['would'],
): Omit<Passed, 'count'> {
  const effect = first === undefined || first.effect === null ? undefined : requested.effects[first.effect]
  return { example: effect?.text ?? requested.tool, by: first === undefined ? '' : ruleName(first), would }
}

/** The questions of one call, each once. No rule can settle a question of the organisation. */
function asksOf(
  { requested }: ReportedCall,
  reasons: readonly Reason[],
  suggest: Suggest,
): ReadonlyMap<string, Omit<Ask, 'count'>> {
  const asks = new Map<string, Omit<Ask, 'count'>>()
  for (const reason of reasons) {
    const effect = reason.effect === null ? undefined : requested.effects[reason.effect]
    const when = reason.effect === null || reason.layer === 'organisation' ? null : suggest(requested, reason.effect)
    const by = ruleName(reason)
    const example = effect?.text ?? requested.tool
    asks.set(`${by}\n${when ?? sortOf(effect)}`, { example, by, when })
  }
  return asks
}

/** Groups questions that no rule would settle by program or name, not by path: there are too many paths. */
const sortOf = (effect: RecordedEffect | undefined): string =>
  effect === undefined
    ? ''
    : effect.text
        .split(' ')
        .slice(0, counted.has(effect.kind) ? 2 : 1)
        .join(' ')

const counted: ReadonlySet<string> = new Set(['run', 'change', 'connect'])

interface Counter {
  readonly add: (became: Became) => void
  readonly tally: () => Tally
}

function newCounter(): Counter {
  const counts = { calls: 0, allowed: 0, asked: 0, denied: 0, watched: 0 }
  return {
    add: became => {
      counts.calls += 1
      counts[became] += 1
    },
    tally: () => ({ ...counts }),
  }
}

/** Values by name, created on first use. */
function newTable<T>(make: () => T): { readonly get: (name: string) => T; readonly all: () => ReadonlyMap<string, T> } {
  const values = new Map<string, T>()
  return {
    get: name => {
      const value = values.get(name) ?? make()
      values.set(name, value)
      return value
    },
    all: () => values,
  }
}

const rows = (counters: ReadonlyMap<string, Counter>): readonly (Named & Tally)[] =>
  [...counters].map(([name, counter]) => ({ name, ...counter.tally() })).sort((a, b) => b.calls - a.calls)
