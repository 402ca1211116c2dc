import { resolve } from 'node:path'
import type { Link } from '../../audit/chain.ts'
import type { Fault } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { type Outside, type Verification, verifyJournal } from '../../io/journal/journal-verify.ts'
import { ownPaths } from '../../io/paths.ts'
import { defineCommand } from '../define-command.ts'
import { recordTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, noJournal } from './audit-options.ts'
import { breakText } from './break-text.ts'

export const auditVerifyCommand = defineCommand({
  help: `usage: sallyport audit verify [--checkpoint N:HASH] [--dir DIR] [--json]

Reads the whole journal and checks the hash and the position of every record, and the head that
names the last one. If the journal is broken, it prints the first broken record and how to go on.
There is no key: anyone who can write both the journal and its head can forge it. To detect that,
keep the last record that this command prints where agents cannot write, and check it later.

  --checkpoint N:HASH   a record that you noted earlier: the journal must still contain it
  --dir DIR             a journal other than your own
  --json                print the result as JSON

exit codes: 0 intact, 2 broken or unreadable, 3 intact, but a person continued after a break, 64 usage
`,
  options: { ...auditOptions, checkpoint: { type: 'string' } },
  operands: { most: 0, otherwise: '`audit verify` takes no operands; name a journal with --dir' },
  run(options) {
    const checkpoints = parseCheckpoint(options.text('checkpoint'))
    if (checkpoints === null)
      return usageError('--checkpoint must be a record number and a hash, as `audit verify` prints them')
    const own = ownPaths()
    const directory = resolve(options.text('dir') ?? own.journal)
    const outside: Outside = { checkpoints, ...(directory === own.journal ? { anchor: own.journalAnchor } : {}) }
    // Without the anchor too, there never was a journal here.
    if (![directory, outside.anchor ?? directory].some(path => fileFacts.kind(path) !== 'missing'))
      return failed(noJournal(directory))
    const verified = verifyJournal(directory, outside)
    if (!verified.ok) return broken(verified.faults[0], directory, options)
    if (options.flag('json')) printJson({ ok: true, directory, ...verified.value })
    else print(verifiedText(verified.value, directory, stdoutPainter()))
    return verified.value.breaks.length > 0 ? exitCodes.ask : exitCodes.allow
  },
})

function parseCheckpoint(text: string | undefined): readonly Link[] | null {
  if (text === undefined) return []
  const [, digits = '', hash = ''] = /^([1-9][0-9]{0,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return hash === '' ? null : [{ sequence: Number(digits), hash }]
}

function broken({ code, message, at }: Fault, directory: string, options: ParsedOptions): number {
  const fix = code === 'audit_broken' && directory === ownPaths().journal ? 'sallyport audit continue' : null
  if (options.flag('json')) printJson({ ok: false, directory, code, message, at: at ?? null, fix })
  else {
    const paint = stdoutPainter()
    const where = at === undefined ? '' : `${at.file}, line ${at.line}: `
    const lines = [visible(`${where}${message}`), paint.dim(visible(directory)), ...repairAdvice(fix)]
    print(`${paint.deny('BROKEN')}  ${lines.join('\n        ')}\n`)
  }
  return exitCodes.deny
}

/** The advice to a person for a broken journal. */
const repairAdvice = (fix: string | null): readonly string[] =>
  fix === null
    ? []
    : [
        '',
        'The records before this one are as they were written; nothing after it is proven.',
        'While the end of the journal is broken, only reads run. Find out who changed it, then',
        `run \`${fix}\`: it keeps the broken journal and starts a new one that says so.`,
      ]

function verifiedText(verified: Verification, directory: string, paint: Painter): string {
  const { records, segments, milliseconds, repairs, unfinished, hash, since, breaks } = verified
  const notes = [
    ...breaks.map(breakText),
    ...(repairs > 0 ? [`${counted(repairs, 'repair')} after a crash, recorded in the journal`] : []),
    ...(unfinished > 0 ? [`${counted(unfinished, 'line')} after the head, not finished`] : []),
  ]
  const state = breaks.length > 0 ? paint.ask('CONTINUED') : paint.allow('OK')
  const lines = [
    `${state}  ${counted(records, 'record')} in ${counted(segments, 'segment')}, checked in ${Math.round(milliseconds)} ms`,
    ...notes.map(note => `    ${note}`),
    paint.dim(`    since ${recordTime(since)} UTC, last record ${records}:${hash}`),
    paint.dim(`    ${visible(directory)}`),
  ]
  return `${lines.join('\n')}\n`
}
