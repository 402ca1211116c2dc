import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordByPerson } from '../../io/journal/record-setting.ts'
import { settleOld } from '../../io/overlay/settle-copies.ts'
import { trialPaths } from '../../io/overlay/trials.ts'
import { undo } from '../../io/overlay/undo.ts'
import { type UndoPoint, undoPoints } from '../../io/overlay/undo-store.ts'
import { readLineage } from '../../io/processes/lineage.ts'
import { roundSize } from '../../trial/diff-words.ts'
import { defineCommand } from '../define-command.ts'
import { whyNoPerson } from '../run/why-no-person.ts'
import { hasTerminal } from '../terminal/confirm.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'

export const undoCommand = defineCommand({
  help: `usage: sallyport undo [--force] [CALL|ID]
       sallyport undo --list [--json]

Restores the files that the last committed trial, or the last delete or discard of an agent, changed:
content, modes and times. If a file was changed since, nothing is undone.
Name the call as the journal and the console do, or the undo point, or nothing for the last one.

  --list    show the undo points, the newest first
  --force   undo even if files were changed since, and lose those changes; only at a terminal
  --json    print the list as JSON

exit codes: 0 restored, 2 nothing was undone, 64 usage
`,
  options: { list: { type: 'boolean' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  operands: { most: 1, otherwise: '`undo` takes one id, or none for the last point' },
  async run(options) {
    await settleOld(process.env, { now: true })
    const points = undoPoints(trialPaths().undo)
    if (options.flag('list')) return options.flag('json') ? printJson(points) : print(listText(points))
    const force = options.flag('force')
    if (force && (!hasTerminal() || whyNoPerson(readLineage()) !== null))
      return failed('only a person at a terminal can use `--force`; nothing was undone')
    const undone = await undo({ id: options.operands[0], force, record: recordByPerson })
    if (!undone.ok) return failed(faultText(undone.faults[0]))
    const { point, summary } = undone.value
    return print(`undone: \`${visible(point.title)}\`, which ${point.summary}; the undo ${summary}\n`)
  },
})

const listText = (points: readonly UndoPoint[]): string =>
  points.length === 0 ? 'there is nothing to undo\n' : points.map(pointLine).join('')

const pointLine = ({ id, at, title, summary, bytes }: UndoPoint): string =>
  `${id.slice(0, 8)}  ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}  ${roundSize(bytes).padStart(8)}  ${visible(title).slice(0, 40)}: ${summary}\n`
