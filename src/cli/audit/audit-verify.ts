import type { Fault } from '../../core/fault.ts'
import { type Verification, verifyJournal } from '../../io/journal/journal-verify.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'
import { auditOptions, journalDirectory } from './audit-options.ts'
import { setJournalAsideCommand } from './set-journal-aside.ts'

export const auditVerifyCommand = defineCommand({
  help: `usage: sallyport audit verify [--dir DIR] [--json]

Reads the whole journal: every record's hash, its place, and the head that names the last one.
There is no key: whoever may write both the journal and its head can write a new, valid one.
Where it is broken, it says since which record, and how to begin a new one.

exit codes: 0 unbroken, 2 broken or unreadable, 64 usage
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
    const lines = [visible(`${where}${message}`), paint.dim(visible(directory)), ...wayOut(aside)]
    print(`${paint.deny('BROKEN')}  ${lines.join('\n        ')}\n`)
  }
  return exitCodes.deny
}

/** What a person can do about it. */
const wayOut = (aside: string | null): readonly string[] =>
  aside === null
    ? []
    : [
        '',
        'What stands before that is as it was written; nothing after it is proven.',
        'While its end is broken only reads run. Find out who changed it, then put it',
        'aside: the next call begins a new journal. Keep the old one as evidence.',
        '',
        visible(aside),
      ]

function verifiedText(verified: Verification, directory: string, paint: Painter): string {
  const { records, segments, milliseconds, repairs, unfinished, hash } = verified
  const notes = [
    ...(repairs > 0 ? [`${repairs} repairs after a crash, recorded in it`] : []),
    ...(unfinished > 0 ? [`${unfinished} lines behind the head are unfinished`] : []),
  ]
  const lines = [
    `${paint.allow('OK')}  ${records} records in ${segments} ${segments === 1 ? 'segment' : 'segments'}, checked in ${Math.round(milliseconds)} ms`,
    ...notes.map(note => `    ${note}`),
    paint.dim(`    last ${hash}`),
    paint.dim(`    ${visible(directory)}`),
  ]
  return `${lines.join('\n')}\n`
}
