import { readFileSync } from 'node:fs'
import { type KnownRoots, shorten } from '../../core/wording/shorten.ts'
import { visible } from '../../core/wording/visible.ts'
import { denialText } from '../../fence/explain/denial.ts'
import type { ReviewedTrial, ReviewTrial, TrialAnswer, TrialOutcome } from '../../gate/run-trial.ts'
import { personName } from '../../io/journal/record-setting.ts'
import type { TreeChange } from '../../trial/change.ts'
import { type DiffRow, diffRows, diffSummary } from '../../trial/diff-words.ts'
import { notUndoable } from '../../trial/undo-ceiling.ts'
import { readLine, type Terminal } from '../prompt/read-line.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { cutText } from '../terminal/wrap-text.ts'

/** The changes of a trial as lines of a terminal: a sentence, then one line for each change. */
export function trialLines(
  { diff, verdict, canUndo, trial }: ReviewedTrial,
  known: KnownRoots,
  most: number,
): readonly string[] {
  const rows = diffRows(diff.changes, trial.roots)
  const width = 80
  return [
    `the command ${diffSummary(diff)}`,
    ...rows.slice(0, most).map(row => rowLine(row, known, width)),
    ...(rows.length > most ? [`  and ${rows.length - most} more`] : []),
    ...diff.leftOut
      .slice(0, most)
      .map(({ path, because }) => cutText(`  left out: ${shown(path, known)} (${because})`, width)),
    ...diff.conflicts.slice(0, most).map(path => cutText(`  changed by another program: ${shown(path, known)}`, width)),
    ...(verdict.decision === 'allow' ? [] : [cutText(`${visible(verdict.reasons[0]?.because ?? '')}`, width)]),
    ...(canUndo || diff.changes.length === 0 ? [] : [notUndoable]),
  ]
}

function rowLine({ sign, path, says, marked }: DiffRow, known: KnownRoots, width: number): string {
  const end = marked === null ? `  ${visible(says)}` : `  ! ${visible(marked)}`
  return `  ${sign} ${cutText(shown(path, known), Math.max(width - 4 - end.length, 20))}${end}`
}

const shown = (path: string, known: KnownRoots): string => visible(shorten(path, known))

interface Reviewing {
  /** Whether a person can be asked. */
  readonly isAsked: boolean
  /** Whether changes that the policy allows are kept without a question. */
  readonly mayCommit: boolean
  /** Whether the person said yes on the command line. */
  readonly isYes: boolean
}

/** Decides about the changes of `--trial`: the policy if it allows them and may, else the person, else nothing is kept. */
export const reviewFor =
  (known: KnownRoots, { isAsked, mayCommit, isYes }: Reviewing): ReviewTrial =>
  async reviewed => {
    const { verdict, diff } = reviewed
    const isAllowed = verdict.decision === 'allow' && diff.conflicts.length === 0
    if (isAsked && verdict.decision !== 'deny' && !(mayCommit && isAllowed)) return reviewAtTerminal(reviewed, known)
    process.stderr.write(`${trialLines(reviewed, known, rowsAtFirst).join('\n')}\n`)
    const why = verdict.reasons.find(({ decision }) => decision !== 'allow')?.because
    if (isYes && verdict.decision !== 'deny') return { keeps: true, because: '--yes' }
    return mayCommit && isAllowed
      ? { keeps: true, because: 'the policy allows each change' }
      : { keeps: false, because: why ?? 'there was no one to ask' }
  }

/** Says what happened to the changes of a command, and returns the exit code. */
export function trialExitCode(code: number, trial: TrialOutcome | undefined): number {
  if (trial === undefined || trial.changes.length === 0) return code
  for (const denial of trial.denials) process.stderr.write(`sallyport: ${visible(denialText(denial))}\n`)
  const undo = trial.canUndo ? `\`sallyport undo ${trial.id.slice(0, 8)}\` takes it back` : 'this cannot be undone'
  process.stderr.write(
    trial.committed
      ? `sallyport: kept: the command ${trial.summary}; ${undo}\n`
      : `sallyport: discarded: the command ${trial.summary} (${visible(trial.because)})\n`,
  )
  return trial.committed ? code : exitCodes.ask
}

/** Shows the changes to the person at the terminal and asks whether to keep them. */
export async function reviewAtTerminal(
  reviewed: ReviewedTrial,
  known: KnownRoots,
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<TrialAnswer> {
  const { output } = terminal
  const by = personName()
  const write = (lines: readonly string[]) => output.write(`${lines.join('\n')}\n`)
  const never = new AbortController().signal
  if (output.isTTY) output.write(usualTerminal)
  write(trialLines(reviewed, known, rowsAtFirst))
  if (reviewed.diff.changes.length === 0) return { keeps: false, because: 'nothing changed' }
  for (;;) {
    const line = await readLine(terminal, 'c commit  d discard  v show the text  l list all > ', never)
    switch (line?.trim().toLowerCase()) {
      case 'c':
      case 'commit':
        return { keeps: true, because: by }
      case 'v':
        write(await textDiff(reviewed))
        break
      case 'l':
        write(trialLines(reviewed, known, Number.POSITIVE_INFINITY))
        break
      case undefined:
      case 'd':
      case 'discard':
        return { keeps: false, because: by }
      default:
        write(['type one of c, d, v or l'])
    }
  }
}

/**
 * Turns off what the command may have left on: hidden or coloured text, a scroll region, the second screen, another character
 * set. Otherwise it could hide its changes. A scroll region moves the cursor, so its place is kept.
 */
const usualTerminal = '\u001b7\u001b[r\u001b8\u001b7\u001b[?1049l\u001b8\u001b[0m\u001b(B\u000f\u001b[?25h'

const rowsAtFirst = 20

/** The changed lines of the text files in a diff. */
export async function textDiff({ diff, trial }: ReviewedTrial): Promise<readonly string[]> {
  const { createTwoFilesPatch } = await import('diff')
  const lines = diff.changes.flatMap(change => {
    if (change.within === true || !change.content || !isText(change)) return []
    const before = change.was === null ? '' : textOf(change.path)
    const after = change.now === null ? '' : textOf(trial.newText(change.path))
    const name = visible(change.path)
    if (before === null || after === null) return [`  ${name}: not text, or too large to show`]
    const patch = createTwoFilesPatch(name, name, before, after, undefined, undefined, { context: 3 })
    return patch.split('\n').slice(1).map(visible)
  })
  return lines.length <= mostLines
    ? lines
    : [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more lines`]
}

const isText = ({ was, now }: TreeChange): boolean => [was, now].every(one => one === null || one.kind === 'file')

const mostLines = 2_000
const mostBytes = 262_144

function textOf(path: string): string | null {
  try {
    const bytes = readFileSync(path)
    return bytes.length > mostBytes || bytes.includes(0) ? null : bytes.toString('utf8')
  } catch {
    return null
  }
}
