import { assertNever } from '../../core/assert-never.ts'
import type { Place } from '../../core/call.ts'
import type { Effect, Run } from '../../core/effect.ts'
import { baseName, isWithin } from '../../core/path.ts'
import type { Reason, Verdict } from '../../core/verdict.ts'
import { isKnown } from '../../core/word.ts'
import type { FenceDenial } from '../../fence/explain/denial.ts'
import { denialText } from '../../fence/explain/denial.ts'
import type { FenceAllowance } from '../../fence/profile.ts'
import type { FenceMode } from '../../fence/settings.ts'
import type { Blocked, FenceFailure } from './contain-memory.ts'

/** A program and its verb: `bd sync`. Failures in the fence are remembered by it. */
export type Tried = Pick<FenceFailure, 'program' | 'verb'>

/** The programs that a call asks about, each once. */
export function triedPrograms({ effects, reasons }: Pick<Verdict, 'effects' | 'reasons'>): readonly Tried[] {
  const asking = reasons.flatMap(({ decision, effect }) =>
    decision === 'ask' && effect !== null ? [effects[effect]] : [],
  )
  const tried = asking.flatMap(effect => (effect === undefined ? [] : [triedBy(runOf(effect, effects))]))
  return tried.filter((one, index) => tried.findIndex(other => isSame(one, other)) === index)
}

const runOf = (effect: Effect, effects: readonly Effect[]): Run | null => {
  const run = effect.kind === 'run' ? effect : effect.by === null ? undefined : effects[effect.by]
  return run?.kind === 'run' ? run : null
}

const triedBy = (run: Run | null): Tried => {
  if (run === null || !isKnown(run.program)) return { program: 'sh', verb: null }
  const [first] = run.args
  return {
    program: baseName(run.program),
    verb: first !== undefined && isKnown(first) && /^[a-z][\w:-]{0,40}$/i.test(first) ? first : null,
  }
}

const isSame = (a: Tried, b: Tried): boolean => a.program === b.program && a.verb === b.verb

/** The remembered failure that a call would repeat; null if there is none, or if the fence has been opened since. */
export function failedBefore(
  tried: readonly Tried[],
  failures: readonly FenceFailure[],
  { place, opened }: { readonly place: Pick<Place, 'workspace'>; readonly opened: readonly FenceAllowance[] },
): FenceFailure | null {
  return (
    failures.find(
      failure =>
        place.workspace.includes(failure.workspace) &&
        tried.some(one => isSame(one, failure)) &&
        !failure.blocked.some(blocked => opened.some(one => isOpened(blocked, one))),
    ) ?? null
  )
}

function isOpened({ opens, what }: Blocked, allowance: FenceAllowance): boolean {
  if (opens !== allowance.opens) return false
  return opens === 'path'
    ? isWithin(what, allowance.what)
    : what === allowance.what || what.replace(/:\d+$/, '') === allowance.what
}

/** The question that a failure leads to: what was blocked, and what a yes means now. */
export function failureReason(
  { program, verb, blocked }: FenceFailure,
  mode: FenceMode,
  effect: number | null,
): Reason {
  const name = `\`${[program, verb].filter(word => word !== null).join(' ')}\``
  const more = mode === 'enforce' ? '' : '; without the fence it may do more than it showed inside'
  return {
    layer: 'sandbox',
    decision: 'ask',
    code: null,
    because: `${name} failed in the fence last time: ${blocked.map(({ text }) => text).join('; ')}${more}`,
    effect,
    rule: null,
    instead: null,
  }
}

/**
 * Things that the fence kept from a run: a host, a path, a variable or a system call. INVARIANT: a denial that only the output
 * of the program hints at is left out, or the program could choose what a person is offered.
 */
export const blockedBy = (denials: readonly FenceDenial[]): readonly Blocked[] =>
  denials.flatMap(denial => (denial.hint === true ? [] : (blockedOf(denial) ?? [])))

function blockedOf(denial: FenceDenial): Blocked | null {
  const text = denialText(denial)
  switch (denial.kind) {
    case 'write':
      return { opens: 'path', what: denial.path, text }
    case 'network':
      return { opens: 'host', what: denial.port === null ? denial.host : `${denial.host}:${denial.port}`, text }
    case 'variable':
      return { opens: 'variable', what: denial.name, text }
    case 'hidden':
      return { opens: null, what: denial.path, text }
    case 'action':
      return { opens: null, what: denial.what, text }
    case 'limit':
      return null
    default:
      return assertNever(denial)
  }
}
