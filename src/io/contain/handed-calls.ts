import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Effect } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { HandedPlan } from '../../gate/contain/contain-call.ts'
import { type Tried, triedPrograms } from '../../gate/contain/failed-before.ts'
import { readPrivate } from '../files/private-file.ts'
import { ownPaths } from '../paths.ts'
import { isTicketName } from './has-tickets.ts'
import { wasUsed } from './ticket.ts'

/** A contained call that a client was given, until its result arrives. A ticket is gone by then. */
export interface KeptCall {
  readonly client: string
  readonly session: string
  /** The client's id of the call; null if it sends none. */
  readonly call: string | null
  readonly tool: string
  /** The id under which the journal has the call. */
  readonly record: string
  /** The command that the agent called. */
  readonly original: string
  readonly cwd: string
  readonly home: string
  readonly workspace: readonly string[]
  readonly tried: readonly Tried[]
  readonly plan: FencePlan
  readonly effects: readonly Effect[]
  readonly expires: number
}

/** The call with what is known about its end. */
export interface EndedCall extends KeptCall {
  readonly ticket: string
  readonly isUsed: boolean
  /** How its command ended; null if it has not. */
  readonly exitCode: number | null
}

interface Keeping extends Pick<HandedPlan, 'planned' | 'record' | 'verdict'> {
  readonly text: string
  readonly client: string
}

/** Keeps what is needed when the result arrives. Throws file system errors. */
export function keepHanded(env: NodeJS.ProcessEnv, ticket: string, keeping: Keeping): void {
  const { planned, text, record, client, verdict } = keeping
  const { call, plan } = planned
  const { session, cwd, home, workspace } = call.place
  const kept: KeptCall = {
    ...{ client, session, call: call.id, tool: call.tool, record, original: text, cwd, home, workspace },
    tried: triedPrograms(verdict),
    plan: { ...plan, seccomp: null },
    effects: verdict.effects.filter(effect => isTouch(effect) || effect.kind === 'connect').slice(0, mostEffects),
    expires: Date.now() + limits.ticketSeconds * 1_000,
  }
  const { handed } = ownPaths(env)
  mkdirSync(handed, { recursive: true, mode: 0o700 })
  removeOldest(handed)
  writeFileSync(`${handed}/${ticket}.json`, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: 'wx' })
}

const mostEffects = 100

/** Keeps how the command of a ticket ended, before the ticket is removed. */
export function endHanded(env: NodeJS.ProcessEnv, ticket: string, isUsed: boolean): void {
  const { handed, tickets } = ownPaths(env)
  try {
    const end = { isUsed, exitCode: exitCodeOf(tickets, ticket) }
    if (statSync(`${handed}/${ticket}.json`, { throwIfNoEntry: false }) !== undefined)
      writeFileSync(`${handed}/${ticket}.end`, `${JSON.stringify(end)}\n`, { mode: 0o600 })
  } catch {
    // Without it, the call counts as one that did not start, so that the next one asks.
  }
}

export function dropHanded(env: NodeJS.ProcessEnv, ticket: string): void {
  const { handed } = ownPaths(env)
  for (const end of ['json', 'end']) rmSync(`${handed}/${ticket}.${end}`, { force: true })
}

/** The calls of a session whose results have not arrived. */
export function handedIn(env: NodeJS.ProcessEnv, session: string): readonly EndedCall[] {
  const { handed } = ownPaths(env)
  return ticketsIn(handed).flatMap(ticket => {
    const kept = readKept(`${handed}/${ticket}.json`)
    return kept === null || kept.session !== session ? [] : [{ ...kept, ticket, ...endOf(env, ticket) }]
  })
}

function endOf(env: NodeJS.ProcessEnv, ticket: string): Pick<EndedCall, 'isUsed' | 'exitCode'> {
  const { handed, tickets } = ownPaths(env)
  const text = readPrivate(`${handed}/${ticket}.end`, 200)
  const parsed = text === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), endSchema), text)
  return parsed?.success === true
    ? parsed.output
    : { isUsed: wasUsed(tickets, ticket), exitCode: exitCodeOf(tickets, ticket) }
}

const endSchema = v.object({ isUsed: v.boolean(), exitCode: v.nullable(v.number()) })

/** The sandbox writes down how the command ended. */
function exitCodeOf(tickets: string, ticket: string): number | null {
  try {
    const [, code] = /"exit-code"\s*:\s*(\d+)/.exec(readFileSync(`${tickets}/${ticket}/status`, 'utf8')) ?? []
    return code === undefined ? null : Number(code)
  } catch {
    return null
  }
}

const texts = v.pipe(v.array(v.string()), v.readonly())
const schema = v.object({
  ...{ client: v.string(), session: v.string(), call: v.nullable(v.string()), tool: v.string(), record: v.string() },
  ...{ original: v.string(), cwd: v.string(), home: v.string(), workspace: texts, expires: v.number() },
  tried: v.array(v.object({ program: v.string(), verb: v.nullable(v.string()) })),
  plan: v.looseObject({
    argv: texts,
    env: texts,
    mounts: v.array(v.looseObject({ path: v.string(), how: v.string() })),
  }),
  effects: v.array(v.looseObject({ kind: v.string() })),
})

/** Null if the file is damaged or not this user's own. */
function readKept(path: string): KeptCall | null {
  const text = readPrivate(path, limits.handedBytes)
  const parsed = text === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed?.success === true ? (parsed.output as unknown as KeptCall) : null
}

function ticketsIn(handed: string): readonly string[] {
  try {
    return readdirSync(handed).flatMap(name => {
      const ticket = name.replace(/\.json$/, '')
      return name.endsWith('.json') && isTicketName(ticket) ? [ticket] : []
    })
  } catch {
    return []
  }
}

/** A client that denies a call sends no result. */
function removeOldest(handed: string): void {
  const tickets = ticketsIn(handed)
  if (tickets.length < limits.handedCalls) return
  const dated = tickets.map(ticket => ({ ticket, at: statSync(`${handed}/${ticket}.json`).mtimeMs }))
  for (const { ticket } of dated.sort((a, b) => b.at - a.at).slice(limits.handedCalls - 1))
    for (const end of ['json', 'end']) rmSync(`${handed}/${ticket}.${end}`, { force: true })
}
