import { randomUUID } from 'node:crypto'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { systemClock } from '../../io/clock.ts'
import { continueJournal } from '../../io/journal/journal-continue.ts'
import { verifyJournal } from '../../io/journal/journal-verify.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { defineCommand } from '../define-command.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { failed, print } from '../terminal/outcome.ts'
import { breakText } from './break-text.ts'

export const auditContinueCommand = defineCommand({
  help: `usage: sallyport audit continue

Starts a new journal after a break, so that calls run again. The broken journal is moved aside and
kept as it is. The first records of the new one say who continued, when, and what was missing;
\`audit verify\` and \`doctor\` report this from then on. Find out first who changed the journal.
Only a person at a terminal can continue.

exit codes: 0 continued, 2 not continued, 64 usage
`,
  operands: { most: 0, otherwise: '`audit continue` takes no operands' },
  async run() {
    const { journal, journalAnchor: anchor } = ownPaths()
    const verified = verifyJournal(journal, { anchor })
    if (verified.ok) return failed('the journal is intact, so there is nothing to continue')
    const [fault] = verified.faults
    if (fault.code !== 'audit_broken') return failed(`${faultText(fault)}; run \`sallyport doctor\``)
    if (!hasTerminal()) return failed('only a person at a terminal can continue a broken journal; run it there')
    print(visible(`The journal is broken: ${faultText(fault)}\n`))
    if (!(await confirm('Accept that records may be missing, and start a new journal?')))
      return failed('not continued; nothing has changed')
    return start(journal, anchor)
  },
})

async function start(dir: string, anchor: string): Promise<number> {
  const continued = await continueJournal({ dir, anchor, clock: systemClock, newId: randomUUID, by: personName() })
  return continued.ok
    ? print(`${breakText(continued.value)}\n`)
    : failed(`not continued: ${faultText(continued.faults[0])}`)
}
