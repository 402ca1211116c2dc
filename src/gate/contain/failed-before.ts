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

/** The question that a failure leads to. */
export const failureReason = (failure: FenceFailure, effect: number | null): Reason => ({
  layer: 'sandbox',
  decision: 'ask',
  code: null,
  because: failureText(failure),
  effect,
  rule: null,
  instead: null,
})

const failureText = ({ program, verb, blocked }: FenceFailure): string =>
  `\`${[program, verb].filter(word => word !== null).join(' ')}\` failed in the fence last time: ${blocked.map(({ text }) => text).join('; ')}`

/** The evidence, and what a plain yes means now, for the person who is asked. */
export const failureLines = (failure: FenceFailure, mode: FenceMode): readonly string[] => [
  failureText(failure),
  mode === 'enforce'
    ? 'a plain yes runs it once in the fence that the policy sets; it does not run without a fence here'
    : 'a plain yes runs it without the fence, where it may do more than it showed inside',
]

/**
 * Things that the fence kept from a run: a host, a path, a variable or a system call.
 *
 * The output of a program is never evidence. It only nominates a path, and the explanation names a path only if Sallyport has
 * checked it: the run failed, the plan forbids the path, and this user could write to it outside the fence. A program that
 * prints a path instead of trying to write there gains nothing: both lead to the same question, a person decides, and what is
 * protected or sensitive is not offered. A host cannot be checked like that, so only the proxy names one. What is left of a
 * printed host is that the kernel counted a connection.
 */
export const blockedBy = (denials: readonly FenceDenial[]): readonly Blocked[] => {
  const all = denials.flatMap(denial => (denial.hint === true ? hintedAt(denial) : blockedOf(denial)) ?? [])
  return all.filter(({ text }, index) => all.findIndex(other => other.text === text) === index)
}

function hintedAt(denial: FenceDenial): Blocked | null {
  switch (denial.kind) {
    case 'write':
    case 'hidden':
      return blockedOf(denial)
    case 'network':
      return { opens: null, what: 'network', text: 'the fence blocked network access' }
    case 'variable':
    case 'action':
    case 'limit':
      return null
    default:
      return assertNever(denial)
  }
}

/** Changes that were made in the overlay and not kept: the run did its work in vain. */
export const discardedChanges = (reasons: readonly Reason[]): readonly Blocked[] =>
  reasons.length === 0
    ? []
    : [
        {
          opens: null,
          what: 'changes',
          text: `its changes were discarded: ${reasons.map(({ because }) => because).join('; ')}`,
        },
      ]

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
