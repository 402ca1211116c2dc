import type { Place } from '../../core/call.ts'
import { type Effect, isTouch, type Run } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { withinTier } from '../../core/tier.ts'
import type { Verdict } from '../../core/verdict.ts'
import { isKnown } from '../../core/word.ts'
import { hostRefusal } from '../../fence/network-access.ts'
import type { FenceAllowance } from '../../fence/profile.ts'
import type { FenceSettings } from '../../fence/settings.ts'
import type { Policies } from '../../policy/policies.ts'
import { leftToFence } from '../../policy/rules/evaluate.ts'
import { shellChanges } from '../../shell/syntax/changes-shell.ts'
import { parseShell } from '../../shell/syntax/parse.ts'
import type { Description } from '../../tools/descriptor.ts'
import type { FenceFailure } from './contain-memory.ts'
import { failedBefore, triedPrograms } from './failed-before.ts'

/** How the caller runs the fenced form of a call. Null in its place: it cannot. */
export interface ContainOffer {
  /** Whether the shell of the call goes on to the next call with its directory. */
  readonly keepsDirectory: boolean
}

/** Whether the fence answers an ask. */
export interface Containment {
  readonly answers: boolean
  /** Why it does not. */
  readonly why: string | null
  /** The earlier run that makes another one in the fence pointless. */
  readonly failure: FenceFailure | null
}

/** Whether the fence answers an ask, considering earlier runs. */
export function containmentOf(
  question: ContainQuestion,
  memory: { readonly failures: readonly FenceFailure[]; readonly opened: readonly FenceAllowance[] },
): Containment {
  const why = whyNotContained(question)
  if (why !== null) return { answers: false, why, failure: null }
  const failure = failedBefore(triedPrograms(question.verdict), memory.failures, {
    place: question.place,
    opened: memory.opened,
  })
  return failure === null
    ? { answers: true, why: null, failure }
    : { answers: false, why: 'it failed in the fence before', failure }
}

/** Everything that decides whether the fence answers an ask. */
export interface ContainQuestion {
  readonly verdict: Verdict
  readonly description: Description
  /** Including what the policies add. */
  readonly place: Pick<Place, 'careful' | 'workspace'>
  readonly policies: Pick<Policies, 'fence' | 'watches'>
  readonly offer: ContainOffer
}

/**
 * Why the fence does not answer an ask; null if it does. INVARIANT: it answers only asks that every voice leaves to it, about
 * calls that can do nothing inside which a person would have to judge.
 */
export function whyNotContained(question: ContainQuestion): string | null {
  const { verdict, description, place, policies, offer } = question
  const { effects } = verdict
  if (verdict.decision !== 'ask') return 'the call does not ask'
  if (policies.watches) return 'the policy only watches'
  if (!leftToFence(verdict.reasons)) return 'a rule, a mode or a boundary asks a person'
  if (place.careful) return 'careful mode asks a person'
  if (description.escalated || description.fence === 'none') return 'it asks for more rights'
  if (description.fence === null || description.typing !== null) return 'it starts no command of its own'
  if (!canBeFenced(policies.fence)) return `\`fence.mode: ${policies.fence.mode}\` turns the fence off`
  const asking = verdict.reasons.flatMap(({ decision, effect }) => (decision === 'ask' ? [effect] : []))
  if (asking.some(index => index === null || !isContainable(effects[index], effects)))
    return 'it asks about something that the fence does not limit'
  return (
    effects.map(effect => unheld(effect, policies.fence)).find(why => why !== null) ?? shellReason(description, offer)
  )
}

/** In the other modes nothing is fenced, so nothing can be contained. */
const canBeFenced = ({ mode }: FenceSettings): boolean => mode === 'auto' || mode === 'enforce'

/** The asks that a fence answers: code that is not known, and a write to a place that is not known. */
function isContainable(effect: Effect | undefined, effects: readonly Effect[]): boolean {
  if (effect === undefined || effect.where.at !== 'local' || !withinTier(effect.tier, 'execute')) return false
  switch (effect.kind) {
    case 'run':
      // A known interpreter with code that cannot be read is no better known than that code.
      return (
        effect.code !== 'known' || effects.some(({ kind, by }) => kind === 'opaque' && effects[by ?? -1] === effect)
      )
    case 'opaque':
      return true
    case 'write':
      return effect.zone === 'unknown'
    default:
      return false
  }
}

/** Why the fence is no answer to a call with this effect, even if the effect itself is allowed; null if it is. */
function unheld(effect: Effect, settings: FenceSettings): string | null {
  if (effect.where.at !== 'local') return 'it acts on another machine'
  if (isTouch(effect)) {
    if (effect.sensitive !== null) return 'it touches a sensitive path'
    return effect.kind === 'delete' && effect.zone !== 'scratch' ? 'it deletes files outside scratch space' : null
  }
  switch (effect.kind) {
    case 'connect':
      if (effect.sends) return 'it sends data'
      return isListed(effect, settings) ? null : 'it connects to a host that the policy does not list'
    case 'change':
      return effect.system === 'git' ? gitKept : 'it changes more than files'
    case 'spawn':
      return 'it starts another agent'
    case 'run':
      if (isGitWrite(effect)) return gitKept
      return effect.args.some(word => isKnown(word) && localService.test(word)) ? usesService : null
    case 'opaque':
      return null
  }
}

const gitKept = 'git cannot change its files in the fence'

/** The address of a service on this machine, which the network of the fence does not reach. */
const localService = /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?![\w.-])/i
const usesService = 'it uses a service of this machine'

/** A contained call sees the repository read-only, so that it would only fail. */
const isGitWrite = ({ program, tier }: Run): boolean =>
  isKnown(program) && baseName(program) === 'git' && !withinTier(tier, 'read')

const isListed = (
  { host, port }: Extract<Effect, { readonly kind: 'connect' }>,
  { profile: { network } }: FenceSettings,
): boolean =>
  isKnown(host) && network !== null && network !== 'full' && hostRefusal({ host, port: port ?? 443 }, network) === null

/** Why the text of a call cannot run in a shell inside the fence; null if it can. */
function shellReason({ text, textKey }: Description, { keepsDirectory }: ContainOffer): string | null {
  if (text === null || textKey === null) return null
  if (localService.test(text)) return usesService
  const parsed = parseShell(text)
  if (!parsed.ok || (parsed.value.errors?.length ?? 0) > 0) return 'the command does not parse'
  const changes = shellChanges(parsed.value)
  if (changes.settings) return 'it changes its shell'
  return changes.directory && keepsDirectory ? 'it changes the directory of its shell' : null
}
