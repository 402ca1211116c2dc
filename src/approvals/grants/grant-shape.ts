import { type Connect, type Effect, isTouch, type Run, type Touch, type Zone } from '../../core/effect.ts'
import { effectText } from '../../core/effect-text.ts'
import { isWithin, parentOf } from '../../core/path.ts'
import { withinTier } from '../../core/tier.ts'
import { isKnown } from '../../core/word.ts'
import { isGround } from '../../guard/zone.ts'
import { nameArguments } from '../../shell/programs/name-arguments.ts'
import { type AskedCall, type AskingEffect, askingEffects, isSameList, startsPrograms } from '../asked-call.ts'
import type { GrantShape, RunShape } from './grant.ts'
import { inputKeys } from './unknown-input.ts'

/** The narrowest useful shape that covers everything that asks; null if only this one call can be approved. */
export function shapeOf(asked: AskedCall): GrantShape | null {
  const { category, tool, verdict } = asked
  if (category === 'custom') return startsPrograms(asked) ? null : { does: 'call', tool, key: verdict.key }
  const asking = askingEffects(verdict)
  if (asking === null || asking.length === 0) return null
  switch (category) {
    case 'shell_exec':
      return runShape(asking, asked)
    case 'file_read':
    case 'file_write':
      return touchShape(asking, asked)
    case 'network':
      return connectShape(asking)
    default:
      return null
  }
}

/** Any input of a tool; if its fields are not known, any input with the same keys. */
export const wholeShape = ({ tool, unknownInput }: AskedCall): GrantShape => ({
  does: 'call',
  tool,
  key: null,
  ...(unknownInput === null ? {} : { keys: inputKeys(unknownInput) }),
})

/** One program that the call starts directly, as it was typed, with the effects that its table derives. */
function runShape(asking: readonly AskingEffect[], { verdict, commands }: AskedCall): RunShape | null {
  const [first] = asking
  if (first === undefined) return null
  const index = runIndex(first)
  const run = index === null ? undefined : verdict.effects[index]
  if (run?.kind !== 'run' || !asking.every(one => runIndex(one) === index)) return null
  const words = literalWords(run, commands)
  if (words === null || !isKnown(run.cwd)) return null
  // Another file may be at that path tomorrow.
  if (run.code === 'unknown' && words[0]?.includes('/') !== false) return null
  const leadsTo = remotesOf(index, verdict.effects)
  if (leadsTo === null) return null
  const derived = asking.filter(one => one.index !== index).map(({ effect }) => effect)
  const open =
    run.code === 'known' &&
    [run, ...derived].every(({ tier }) => withinTier(tier, 'write')) &&
    endsOpen(run) &&
    !namesHost(index, verdict.effects)
  return {
    does: 'run',
    words: open ? words.slice(0, -1) : words,
    open,
    cwd: run.cwd,
    code: run.code,
    tier: run.tier,
    derives: [...new Set(derived.map(derivedText))],
    ...(leadsTo.length === 0 ? {} : { leadsTo }),
  }
}

/** The addresses that the remotes of a run lead to, each once; null if one of them is not known. */
export function remotesOf(run: number | null, effects: readonly Effect[]): readonly string[] | null {
  const found: string[] = []
  for (const effect of effects) {
    if (effect.by !== run || effect.kind !== 'connect' || effect.leadsTo === undefined) continue
    if (effect.leadsTo === null) return null
    found.push(...effect.leadsTo)
  }
  return [...new Set(found)].sort()
}

/** Whether the words of a run name a host: its last word could be the port, or what is done there. */
const namesHost = (run: number | null, effects: readonly Effect[]): boolean =>
  effects.some(effect => effect.by === run && effect.kind === 'connect' && isKnown(effect.host))

/** The text of a derived effect in a stored grant, without the sentence about what is sent by default: it may be reworded. */
export const derivedText = (effect: Effect): string =>
  effectText(
    effect.kind === 'connect' && effect.byDefault !== undefined ? { ...effect, byDefault: 'by default' } : effect,
  )

/** The run that an effect belongs to: itself, or the one whose table derived it. */
export const runIndex = ({ index, effect }: AskingEffect): number | null => (effect.kind === 'run' ? index : effect.by)

/** The words of a plain command: no wrapper, no other machine, no variables, each word as it was typed; null for any other. */
export function literalWords(
  { program, args, chain, env, where }: Run,
  commands: AskedCall['commands'],
): readonly string[] | null {
  if (chain.length > 0 || env.length > 0 || where.at !== 'local') return null
  const words = [program, ...args]
  return words.every(isKnown) && commands.some(typed => isSameList(words, typed)) ? words : null
}

/** Whether the last word is a plain operand after another operand: `main` in `git push origin main`. */
function endsOpen({ program, args, table }: Run): boolean {
  const last = args.at(-1)
  if (table !== undefined || !isKnown(program) || last === undefined || !isKnown(last) || !isPlainWord(last))
    return false
  const { words, commands } = nameArguments(program, args)
  return words.length - commands >= 2 && words.at(-1) === last && !args.includes('--')
}

/** A plain name: not an option, not an absolute path, no `..`, no characters that programs treat specially. */
export const isPlainWord = (word: string): boolean =>
  /^[A-Za-z0-9_][\w./-]{0,99}$/.test(word) && !word.split('/').some(part => part === '..' || part.startsWith('-'))

function touchShape(asking: readonly AskingEffect[], { place }: AskedCall): GrantShape | null {
  const touches = asking.flatMap(({ effect }) => (isTouch(effect) && effect.where.at === 'local' ? [effect] : []))
  const [first] = touches
  if (first === undefined || touches.length < asking.length || touches.some(({ kind }) => kind !== first.kind))
    return null
  const paths = touches.flatMap(({ path }) => (isKnown(path) ? [path] : []))
  if (paths.length < touches.length || touches.some(({ zone }) => zone === 'unknown')) return null
  const folders = [...new Set(paths.map(parentOf))]
  const below = touches.every(isMild) && folders.every(folder => isFolder(folder, place))
  return { does: first.kind, paths: below ? withoutNested(folders) : [...new Set(paths)], below }
}

/** Whether a grant may cover the whole folder: for reads, and for writes in the workspace or scratch space. */
const isMild = ({ kind, sensitive, recursive, zone }: Touch): boolean =>
  sensitive === null && !recursive && (kind === 'read' || (kind === 'write' && ownZones.has(zone)))

const ownZones: ReadonlySet<Zone> = new Set(['workspace', 'scratch'])

/** Whether a grant may name the folder: it is not `/`, a home, a top-level directory or a parent of the workspace. */
const isFolder = (folder: string, { workspace, home }: AskedCall['place']): boolean =>
  isGround(folder, home) && folder.split('/').length > 2 && !workspace.some(root => isWithin(root, folder))

const withoutNested = (folders: readonly string[]): string[] =>
  folders.filter(folder => !folders.some(other => other !== folder && isWithin(folder, other)))

function connectShape(asking: readonly AskingEffect[]): GrantShape | null {
  const connects = asking.flatMap(({ effect }) => (isPlainConnect(effect) ? [effect] : []))
  const [first] = connects
  if (first === undefined || connects.length < asking.length || !isKnown(first.host)) return null
  const { host, port } = first
  if (!connects.every(one => one.host === host && one.port === port)) return null
  return { does: 'connect', host, port, sends: connects.some(({ sends }) => sends) }
}

const isPlainConnect = (effect: AskingEffect['effect']): effect is Connect =>
  effect.kind === 'connect' && effect.where.at === 'local' && effect.chain.length === 0
