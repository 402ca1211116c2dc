import type { Fault } from '../../core/fault.ts'
import { type Verification, verifyJournal } from '../../io/journal/journal-verify.ts'
import { defineCommand } from '../define-command.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'
import { auditOptions, journalDirectory } from './audit-options.ts'
import { setJournalAsideCommand } from './set-journal-aside.ts'

export const auditVerifyCommand = defineCommand({
  help: `usage: sallyport audit verify [--dir DIR] [--json]

Reads the whole journal and checks the hash and the position of every record, and the head that
names the last one. If the journal is broken, it prints the first broken record and how to start a
new journal. There is no key: anyone who can write both the journal and its head can forge it.

  --dir DIR   a journal other than your own
  --json      print the result as JSON

exit codes: 0 intact, 2 broken or unreadable, 64 usage
`,
  options: auditOptions,
  operands: { most: 0, otherwise: '`audit verify` takes no operands; name a journal with --dir' },
  run(options) {
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const paint = stdoutPainter()
    const verified = verifyJournal(directory.value)
    if (!verified.ok) return broken(verified.faults[0], directory.value, options)
    return options.flag('json')
      ? printJson({ ok: true, directory: directory.value, ...verified.value })
      : print(verifiedText(verified.value, directory.value, paint))
  },
})

function broken({ code, message, at }: Fault, directory: string, options: ParsedOptions): number {
  const aside = code === 'audit_broken' ? setJournalAsideCommand(directory, new Date()) : null
  if (options.flag('json')) printJson({ ok: false, directory, code, message, at: at ?? null, fix: aside })
  else {
    const paint = stdoutPainter()
    const where = at === undefined ? '' : `${at.file}, line ${at.line}: `
    const lines = [visible(`${where}${message}`), paint.dim(visible(directory)), ...repairAdvice(aside)]
    print(`${paint.deny('BROKEN')}  ${lines.join('\n        ')}\n`)
  }
  return exitCodes.deny
}

/** The advice to a person for a broken journal. */
const repairAdvice = (aside: string | null): readonly string[] =>
  aside === null
    ? []
    : [
        '',
        'The records before this one are as they were written; nothing after it is proven.',
        'While the end of the journal is broken, only reads run. Find out who changed it,',
        'then move it away: the next call starts a new journal. Keep the old one as evidence.',
        '',
        visible(aside),
      ]

function verifiedText(verified: Verification, directory: string, paint: Painter): string {
  const { records, segments, milliseconds, repairs, unfinished, hash } = verified
  const notes = [
    ...(repairs > 0 ? [`${counted(repairs, 'repair')} after a crash, recorded in the journal`] : []),
    ...(unfinished > 0 ? [`${counted(unfinished, 'line')} after the head, not finished`] : []),
  ]
  const lines = [
    `${paint.allow('OK')}  ${counted(records, 'record')} in ${counted(segments, 'segment')}, checked in ${Math.round(milliseconds)} ms`,
    ...notes.map(note => `    ${note}`),
    paint.dim(`    last hash ${hash}`),
    paint.dim(`    ${visible(directory)}`),
  ]
  return `${lines.join('\n')}\n`
}
