import { storedApprover } from '../../approvals/stored-approver.ts'
import { redact } from '../../audit/redaction/redact.ts'
import { redactJson } from '../../audit/redaction/redacted-json.ts'
import { meaningUnder } from '../../core/allow-meaning.ts'
import type { Place } from '../../core/call.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, ownString, takeJson } from '../../core/json.ts'
import { isAutomation } from '../../documents/modes.ts'
import { createGate } from '../../gate/gate.ts'
import type { Approver, Ports } from '../../gate/ports.ts'
import type { CallInput } from '../../gate/take-call.ts'
import { systemClock } from '../../io/clock.ts'
import { isWaitingForm } from '../../io/contain/fenced-form.ts'
import { hasTickets } from '../../io/contain/has-tickets.ts'
import { hasEntries } from '../../io/files/has-entries.ts'
import { openPortsAnyway } from '../../io/open-ports.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { type Asker, openApprovals } from '../../io/stores/approval-store.ts'
import { openFenceSessions } from '../../io/stores/fence-sessions.ts'
import { readPause, underPause } from '../../io/stores/pause.ts'
import { afterVariables } from '../contain/after-variables.ts'
import {
  allowIn,
  block,
  blockReason,
  type CallEvent,
  type Environment,
  faultReason,
  type HookAnswer,
  type HookClient,
  type RanCommand,
  type ResultChange,
  type ResultEvent,
  say,
  silent,
} from './client.ts'
import { hookClients } from './clients.ts'
import { hookFence } from './contain-offer.ts'

/** The process that answers for a hook: its own, or the server that it asked. */
export interface HookHost {
  /** The directory of the hook, for clients that do not send one. */
  readonly cwd: string
  readonly openPorts: (env: Environment) => Promise<Ports>
  /** Answers asks for clients that cannot show a prompt. */
  readonly approver: (asker: Asker, env: Environment) => Approver
  /** Aborted when the client no longer waits for its hook. */
  readonly signal?: AbortSignal
  /** False if no installed hook sent the request. */
  readonly proven?: boolean
}

/** A hook that answers in its own process. A person answers later, with `sallyport approve`. */
const ownProcess = (): HookHost => ({
  cwd: process.cwd(),
  openPorts: env => openPortsAnyway({ env }),
  approver: (asker, env) => storedApprover(openApprovals(ownPaths(env).approvals, systemClock).store(asker)),
})

/** Answers one request that a client sent to its hook. A request that is not understood blocks. */
export const answerHook = (name: string, sent: string, env: Environment): Promise<HookAnswer> =>
  openHook(name, env)(sent)

/** The same in two steps, so that the caller can open the ports while it still reads the request. */
export function openHook(
  name: string,
  env: Environment,
  host: HookHost = ownProcess(),
): (sent: string) => Promise<HookAnswer> {
  const client = Object.hasOwn(hookClients, name) ? hookClients[name] : undefined
  if (client === undefined)
    return async () =>
      block(`unknown client \`${name.slice(0, 80)}\`; known clients: ${Object.keys(hookClients).join(', ')}`)
  const stableEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !client.perRunVariables?.includes(name)))
  const hook = { name, client, env, host, ports: host.openPorts(stableEnv) }
  return sent => answerFor(hook, sent)
}

interface Hook {
  readonly name: string
  readonly client: HookClient
  readonly env: Environment
  readonly host: HookHost
  readonly ports: Promise<Ports>
}

async function answerFor(hook: Hook, sent: string): Promise<HookAnswer> {
  const { client, env } = hook
  const taken = readSent(sent)
  if (!taken.ok) return block(faultReason(taken.faults[0]))
  const event = client.read(taken.value, env)
  if (!event.ok) return blockFor(client, taken.value, event.faults[0])
  switch (event.value.kind) {
    case 'call': {
      if (isOwnForm(event.value, env)) return silent
      const answer = await judgeCall(hook, event.value)
      return answer.ok ? answer.value : blockFor(client, taken.value, answer.faults[0])
    }
    case 'result': {
      const change = await changeOf(hook, event.value)
      return client.amend === null || Object.keys(change).length === 0 ? silent : client.amend(event.value, change)
    }
    case 'other':
      return silent
  }
}

/** The change to a result: hidden secrets, and a note for the model. */
async function changeOf(hook: Hook, event: ResultEvent): Promise<ResultChange> {
  // A hook that is installed for contained calls alone leaves results as they are.
  const { value, secrets } = redactJson(hook.env[afterVariables.results] === '0' ? null : event.output)
  const note = event.ran === undefined ? null : await noteAbout(hook, event.ran)
  if (event.ran !== undefined) await settleCopies(hook, event.ran)
  return {
    ...(secrets.length === 0 ? {} : { output: value }),
    ...(note === null ? {} : { note: redact(note).text }),
  }
}

/** A note for the model about a command that has ended; null if it was not contained. */
async function noteAbout({ env, ports }: Hook, ran: RanCommand): Promise<string | null> {
  if (env[afterVariables.contain] !== '1') return null
  const { afterCommand } = await import('../contain/after-command.ts')
  return afterCommand(ran, { env, ports: await ports })
}

/** Makes an undo point of what the command lost. */
async function settleCopies({ env, ports }: Hook, ran: RanCommand): Promise<void> {
  if (!hasEntries(ownPaths(env).copies)) return
  const events = await (await hookParts()).settleEnded(ran, env)
  if (events.length > 0) await (await ports).journal.append(events).catch(() => null)
}

const hookParts = () => import('../../io/contain/hook-parts.ts')

/** The files that a call loses are copied before it runs. The overlay and its undo need Linux. */
const lostCopies = (env: Environment): Pick<Ports, 'copies'> =>
  process.platform === 'linux' ? { copies: { keep: async lost => (await hookParts()).keepCopies(lost, env) } } : {}

/** Blocks a request that could be read, with a reason that reaches the model where the client has a way to pass it on. */
function blockFor(client: HookClient, sent: JsonObject, fault: Fault): HookAnswer {
  const reason = faultReason(fault)
  const answer = client.block?.(sent, blockReason(reason)) ?? null
  return answer === null ? block(reason) : say(answer)
}

function readSent(sent: string): Result<JsonObject> {
  let value: unknown
  try {
    // Some clients on Windows send a byte order mark first.
    value = JSON.parse(sent.startsWith('\ufeff') ? sent.slice(1) : sent)
  } catch {
    return fail('validation', 'the request is not valid JSON')
  }
  const taken = takeJson(value)
  if (!taken.ok) return taken
  return isObject(taken.value)
    ? { ok: true, value: taken.value }
    : fail('validation', 'the request is not a JSON object')
}

async function judgeCall(hook: Hook, event: CallEvent): Promise<Result<HookAnswer>> {
  const { name, client, env, host, ports: opening } = hook
  const { call, canAsk, canReplace = false, mode, contain } = event
  const place = findPlace({
    cwd: call.cwd ?? host.cwd,
    ...(call.workspace === undefined ? {} : { workspace: call.workspace }),
    ...(call.session === undefined ? {} : { session: call.session }),
    client: name,
    ...(host.proven === false ? { proven: false } : {}),
    automation: isAutomation({ env }),
    env,
  })
  await finishContained(env)
  const policies = await loadPolicies({ place, env })
  if (!policies.ok) return policies
  const approvers = canAsk ? [] : [host.approver(askerOf(place, call), env)]
  const opened = await opening
  const allows = allowIn(client, mode)
  const isOffered =
    contain !== undefined &&
    mayContain(call, env) &&
    // If an allow does not approve, the client's own checks go on, and a person is better asked there.
    (contain.hasChecks !== true || meaningUnder(policies.value.allow, allows) === 'approve')
  const fence = isOffered
    ? hookFence({ client: name, env, workspace: place.workspace, ports: opened, containing: contain })
    : null
  const ports = { ...opened, ...fence?.ports, ...lostCopies(env), approvers }
  const pause = readPause(ownPaths(env).pause, ports.clock.now().getTime())
  const gate = createGate({ policies: underPause(policies.value, pause), ports, place })
  const signal = host.signal === undefined ? {} : { signal: host.signal }
  const verdict = await gate.check(call, {
    ...{ asks: canAsk ? 'client' : 'gate', canReplace, allows, ...signal },
    ...(fence === null ? {} : { contain: fence.caller }),
  })
  const fenced = fence?.fenced() ?? null
  // INVARIANT: a contained call runs in its fenced form or not at all.
  if (verdict.contained === true && verdict.decision === 'allow' && fenced === null)
    return fail('internal', 'the fenced form of the call is missing')
  return ok(client.answer(fenced === null ? event : { ...event, fenced }, verdict))
}

/** Whether the fence may answer: the hook sees how commands end, and no contained call of the session ran without its fence. */
const mayContain = ({ session }: CallInput, env: Environment): boolean =>
  env[afterVariables.contain] === '1' &&
  session !== undefined &&
  openFenceSessions(ownPaths(env)).lost(session) === null

/**
 * Whether the client's own prompt is about the fenced form that this hook gave it for the same call. The person at the prompt
 * decides; nothing new is to be judged. INVARIANT: only for prompts, since an agent that makes such a call is denied before.
 */
const isOwnForm = ({ name, call }: CallEvent, env: Environment): boolean => {
  const command = name === 'PermissionRequest' && isObject(call.input) ? ownString(call.input, 'command') : undefined
  return command?.includes('; exit; ') === true && isWaitingForm(ownPaths(env).tickets, command)
}

/** Finishes contained calls whose command has ended, so that this call is judged by what they left behind. */
async function finishContained(env: Environment): Promise<void> {
  if (!hasTickets(ownPaths(env).tickets)) return
  await (await hookParts()).finishEnded(env)
}

const askerOf = ({ client, cwd, workspace, proven }: Place, { agents = [], id }: CallInput): Asker => ({
  client,
  cwd,
  workspace,
  agents,
  call: id ?? null,
  proven: proven !== false,
})
