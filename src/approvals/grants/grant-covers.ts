import { assertNever } from '../../core/assert-never.ts'
import { type Effect, isTouch } from '../../core/effect.ts'
import { isWithin } from '../../core/path.ts'
import { withinTier } from '../../core/tier.ts'
import type { Verdict } from '../../core/verdict.ts'
import { isKnown } from '../../core/word.ts'
import {
  type AskedCall,
  type AskingEffect,
  askers,
  askingEffects,
  isGrave,
  isSameList,
  startsPrograms,
} from '../asked-call.ts'
import type { Grant, GrantShape, RunShape } from './grant.ts'
import { derivedText, isPlainWord, literalWords, remotesOf, runIndex } from './grant-shape.ts'
import { namesOtherPlace } from './names-other-place.ts'
import { keepsToReading, writesContents } from './touch-use.ts'
import { inputKeys, runsText } from './unknown-input.ts'
import { coversWork } from './work-shape.ts'

/** Whether a grant answers everything that the call asks, at this time. */
export function covers(grant: Grant, asked: AskedCall, now: number): boolean {
  const { place, escalated } = asked
  const { session, workspace, agents, at, until } = grant
  const holdsHere =
    at <= now &&
    now < until &&
    (grant.scope === 'always' ? session === null : session === place.session) &&
    isSameList(workspace, place.workspace) &&
    agents.every((agent, i) => agent === place.agents[i])
  // In automation, a person's earlier answer does not count (C28).
  if (!holdsHere || escalated || place.automation) return false
  // Inside the repository that a person agreed to, the rules decide again.
  if (grant.shape.does !== 'work' && askers(asked).some(asker => !grant.answers.includes(asker))) return false
  if (agents.length < place.agents.length && askingOrAll(asked).some(isGrave)) return false
  return coversShape(grant.shape, asked)
}

const askingOrAll = ({ verdict }: AskedCall): readonly Effect[] =>
  askingEffects(verdict)?.map(({ effect }) => effect) ?? verdict.effects

/** INVARIANT: true only if the shape names every effect that asks. */
export function coversShape(shape: GrantShape, asked: AskedCall): boolean {
  const { tool, verdict } = asked
  if (shape.does === 'call') {
    if (shape.tool !== tool || startsPrograms(asked)) return false
    return shape.key === null ? coversWhole(shape, asked) : shape.key === verdict.key
  }
  const asking = askingEffects(verdict)
  if (asking === null || asking.length === 0) return false
  switch (shape.does) {
    case 'work':
      return coversWork(shape, asked)
    case 'run':
      return asking.every(one => coversRun(shape, one, asked))
    case 'read':
    case 'write':
    case 'delete':
      return asking.every(({ effect }) => coversTouch(shape, effect, verdict)) && mayUse(shape, asked)
    case 'connect':
      return asking.every(
        ({ effect }) =>
          effect.kind === 'connect' &&
          effect.where.at === 'local' &&
          effect.host === shape.host &&
          effect.port === shape.port &&
          (shape.sends || !effect.sends),
      )
    case 'fence':
      return false
    default:
      return assertNever(shape)
  }
}

function coversRun(shape: RunShape, asking: AskingEffect, { verdict, commands }: AskedCall): boolean {
  const index = runIndex(asking)
  const run = index === null ? undefined : verdict.effects[index]
  if (run?.kind !== 'run' || run.cwd !== shape.cwd || run.code !== shape.code) return false
  const leadsTo = remotesOf(index, verdict.effects)
  if (leadsTo === null || !isSameList(leadsTo, shape.leadsTo ?? [])) return false
  if (!withinTier(run.tier, shape.tier) || !isSameCommand(shape, literalWords(run, commands))) return false
  return asking.effect === run || shape.derives.includes(derivedText(asking.effect))
}

function isSameCommand({ words, open }: RunShape, given: readonly string[] | null): boolean {
  if (given === null || given.length !== words.length + (open ? 1 : 0)) return false
  return words.every((word, i) => word === given[i]) && (!open || isPlainWord(given.at(-1) ?? ''))
}

type TouchShape = Extract<GrantShape, { readonly paths: unknown }>

function coversTouch(shape: TouchShape, effect: Effect, verdict: Verdict): boolean {
  if (!isTouch(effect) || effect.kind !== shape.does || effect.where.at !== 'local') return false
  const { path } = effect
  if (!isKnown(path)) return false
  if (!shape.below)
    return (
      shape.paths.includes(path) && !effect.recursive && (effect.kind !== 'write' || writesContents(effect, verdict))
    )
  return !isGrave(effect) && shape.paths.some(folder => isWithin(path, folder))
}

/** A file that may be read by name, such as a secret, may be shown, but not copied, sent or loaded. */
const mayUse = ({ does, below }: TouchShape, asked: AskedCall): boolean =>
  does !== 'read' || below || keepsToReading(asked)

/** Any input of the tool, except sensitive and destructive effects and paths outside the workspace. */
function coversWhole({ keys }: Extract<GrantShape, { readonly tool: string }>, asked: AskedCall): boolean {
  const { category, verdict, tool, unknownInput, place, seen } = asked
  if (unknownInput !== null) {
    if (keys === undefined || !isSameList(keys, inputKeys(unknownInput)) || runsText(tool, unknownInput)) return false
    if (namesOtherPlace(unknownInput, { ...seen, place })) return false
  }
  return verdict.effects.every((effect, index) => {
    if (effect.kind === 'opaque') return category === 'custom' && index === 0
    if (isGrave(effect)) return false
    if (isTouch(effect)) return effect.zone === 'workspace' || effect.zone === 'scratch'
    return effect.kind === 'connect' && (category === 'network' || category === 'custom') && !effect.sends
  })
}
