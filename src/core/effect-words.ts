import { assertNever } from './assert-never.ts'
import type { Connect, Effect, Run } from './effect.ts'
import { whereText } from './effect-text.ts'
import { isKnown, type Word, wordText } from './word.ts'

/** What an effect would do, in words for whoever is asked about it: "`git push` sends data to a host that it does not name". */
export function effectWords(effect: Effect, effects: readonly Effect[]): string {
  const starter = effect.by === null ? undefined : effects[effect.by]
  const who = starter?.kind === 'run' ? runText(starter) : 'it'
  const where = whereText(effect.where)
  return `${doing(effect, who)}${where === '' ? '' : ` ${where}`}`
}

function doing(effect: Effect, who: string): string {
  switch (effect.kind) {
    case 'run':
      return running(effect)
    case 'read':
    case 'write':
    case 'delete':
      return `${who} ${effect.kind}s \`${wordText(effect.path)}\``
    case 'connect':
      return `${who} ${connecting(effect)}`
    case 'change':
      return `${who} makes the change \`${effect.system}/${effect.action}${targetText(effect.target)}\``
    case 'spawn':
      return `${who} starts another agent, \`${effect.agent}\``
    case 'opaque':
      return `what it does cannot be known beforehand: ${effect.why}`
    default:
      return assertNever(effect)
  }
}

function running(run: Run): string {
  const text = runText(run)
  if (run.code === 'unknown') return `nobody knows what ${text} does`
  if (run.code === 'project') return `${text} runs code of this project`
  switch (run.tier) {
    case 'read':
      return `${text} reads`
    case 'write':
      return `${text} changes something`
    case 'execute':
      return `${text} can do more than change files here`
    case 'destructive':
      return `${text} can destroy what nobody brings back`
    default:
      return assertNever(run.tier)
  }
}

function connecting({ host, port, sends, unasked }: Connect): string {
  const named = isKnown(host) ? `\`${host}${port === null ? '' : `:${port}`}\`` : 'a host that is not named'
  return `${sends ? 'sends data to' : 'fetches from'} ${named}${unasked === undefined ? '' : ` (${unasked})`}`
}

const targetText = (target: Word | null): string => (target === null ? '' : ` ${wordText(target)}`)

const longest = 60

function runText({ program, args }: Run): string {
  const text = [program, ...args].map(wordText).join(' ')
  return `\`${text.length <= longest ? text : `${text.slice(0, longest - 1)}…`}\``
}
