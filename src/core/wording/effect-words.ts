import { assertNever } from '../assert-never.ts'
import type { Connect, Effect, Run } from '../effect.ts'
import { whereText } from '../effect-text.ts'
import { baseName } from '../path.ts'
import { isKnown, wordText } from '../word.ts'
import { changeWords, quoteText } from './change-words.ts'

/**
 * The effect as a person reads it: "deletes `/x`", "sends data to `x.example`". Where the call starts several programs,
 * the one that causes the effect comes first: "`git push -f` overwrites history on the remote".
 */
export function effectWords(effect: Effect, effects: readonly Effect[]): string {
  return effect.kind === 'run' ? placed(`runs ${runText(effect)}`, effect) : caused(effect, effects)
}

/** The same, but a run is described by the worst that it can do: "`frobnicate` is not a program Sallyport knows". */
export function worstWords(effect: Effect, effects: readonly Effect[]): string {
  return effect.kind === 'run' ? placed(worstOf(effect), effect) : caused(effect, effects)
}

function caused(effect: Exclude<Effect, Run>, effects: readonly Effect[]): string {
  const starter = effect.by === null ? undefined : effects[effect.by]
  const words = doing(effect, starter)
  const isClear = starter?.kind !== 'run' || effect.kind === 'opaque' || !startsSeveral(effects)
  const subject = isClear ? '' : `${runText(starter)} `
  return placed(`${subject}${words}`, effect)
}

/** Whether the call starts more than one program. Kept per call, so that a call with many effects takes linear time. */
function startsSeveral(effects: readonly Effect[]): boolean {
  const known = several.get(effects) ?? effects.filter(({ kind }) => kind === 'run').length > 1
  several.set(effects, known)
  return known
}

const several = new WeakMap<readonly Effect[], boolean>()

function placed(words: string, { where }: Effect): string {
  const place = whereText(where)
  return place === '' ? words : `${words} ${place}`
}

/** The effect itself, without the program that causes it. */
export function doing(effect: Exclude<Effect, Run>, starter: Effect | undefined): string {
  switch (effect.kind) {
    case 'read':
    case 'write':
    case 'delete':
      return `${effect.kind}s \`${wordText(effect.path)}\``
    case 'connect':
      return connecting(effect, starter)
    case 'change':
      return changeWords(effect)
    case 'spawn':
      return `starts another agent, \`${effect.agent}\``
    case 'opaque':
      return `Sallyport cannot tell what this does: ${effect.why}`
    default:
      return assertNever(effect)
  }
}

function worstOf(run: Run): string {
  const text = runText(run)
  if (run.code === 'unknown') return `${quoteText(wordText(run.program))} is not a program Sallyport knows`
  if (run.code === 'project') return `${text} runs code of this project`
  switch (run.tier) {
    case 'read':
      return `${text} only reads`
    case 'write':
      return `${text} makes changes`
    case 'execute':
      return `${text} acts beyond this project's files`
    case 'destructive':
      return `${text} can destroy data that cannot be recovered`
    default:
      return assertNever(run.tier)
  }
}

function connecting(connect: Connect, starter: Effect | undefined): string {
  const { sends, byDefault } = connect
  const note = byDefault === undefined ? '' : ` (${byDefault})`
  return `${sends ? 'sends data to' : 'fetches from'} ${hostWords(connect, starter)}${note}`
}

/** A program may connect without naming a host: git has its remotes, other programs have a server of their own. */
function hostWords({ host, port, leadsTo }: Connect, starter: Effect | undefined): string {
  if (isKnown(host)) return `\`${host}${port === null ? '' : `:${port}`}\``
  const text = wordText(host)
  if (text !== '…') return `${quoteText(text)}, a host that is only known at run time`
  if (leadsTo !== undefined && leadsTo !== null) return `${leadsTo.map(quoteText).join(', ')}, the configured remote`
  const isGit = starter?.kind === 'run' && baseName(wordText(starter.program)) === 'git'
  return isGit ? 'the configured remote' : 'a server that the command does not name'
}

const runText = ({ program, args }: Run): string => quoteText([program, ...args].map(wordText).join(' '))
