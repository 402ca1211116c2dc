import { visible } from '../../../src/core/wording/visible.ts'
import type { CallResult } from './compare-call.ts'

export type Ending = 'alike, succeeded' | 'alike, failed' | 'alike but for the home' | 'different' | 'left out'

export const endingOf = (result: CallResult): Ending => {
  if (result.kind === 'left out') return 'left out'
  // A contained call never writes to the home; many programs note something there and do not mind.
  if (result.differences.length > 0)
    return result.differences.every(({ what }) => what.startsWith('home/')) ? 'alike but for the home' : 'different'
  return result.exitCode === 0 ? 'alike, succeeded' : 'alike, failed'
}

/** One result for a person: the ending, the command, and what differs. */
export function reportLine(result: CallResult): string {
  const short = (text: string, most: number) => visible(text.length > most ? `${text.slice(0, most)}…` : text)
  const shown =
    result.kind === 'left out'
      ? []
      : result.differences.slice(0, 4).map(({ what, inside, outside }) => {
          const [within, without] = fromFirstDifference(inside, outside)
          return `    ${what}: inside \`${short(within, 160)}\`, outside \`${short(without, 160)}\``
        })
  const notes = /different|left out/.test(endingOf(result)) ? result.notes.slice(0, 3) : []
  return [
    `${endingOf(result)}: ${result.call.id}: ${short(result.call.command, 120)}`,
    ...shown,
    ...notes.map(note => `    ${short(note, 240)}`),
  ].join('\n')
}

/** Both texts from shortly before the place where they part. */
function fromFirstDifference(a: string, b: string): readonly [string, string] {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const from = Math.max(0, at - 40)
  return [a.slice(from), b.slice(from)]
}

/** The counts of all endings. The share counts the calls that were compared. */
export function summaryOf(results: readonly CallResult[]): { readonly text: string; readonly alikeShare: number } {
  const count = (ending: Ending) => results.filter(result => endingOf(result) === ending).length
  const [succeeded, failed, different] = [count('alike, succeeded'), count('alike, failed'), count('different')]
  const home = count('alike but for the home')
  const compared = succeeded + failed + home + different
  const alikeShare = compared === 0 ? 0 : (succeeded + failed + home) / compared
  const unstable = results.filter(result => result.kind === 'compared' && result.unstable.length > 0).length
  const text = [
    `${results.length} calls, ${compared} contained: ${succeeded} alike and succeeded, ${failed} alike and failed,`,
    `${home} alike but for files in the home, ${different} different (${(alikeShare * 100).toFixed(1)} % alike); ${count('left out')} left out,`,
    `${unstable} with parts that change from run to run`,
  ].join(' ')
  return { text, alikeShare }
}
