import { isKnown, type Word, withNumbers, wordText } from '../../../core/word.ts'
import { readSql, type SqlDialect } from '../../sql/sql.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/** Records the effects of SQL text for the program that sends it. Statements that only read add none. */
export function applySql(given: Word, dialect: SqlDialect, call: ProgramCall): void {
  const text = withNumbers(given)
  if (!isKnown(text)) return call.opaque(`SQL only known at run time: \`${wordText(text).slice(0, 60)}\``)
  const acts = readSql(text, dialect)
  if (acts.length === 0) return call.opaque('SQL without a statement')
  for (const act of acts) {
    switch (act.act) {
      case 'look':
        break
      case 'reveal':
        call.change('secrets/read', act.statement.slice(0, 60))
        break
      case 'change':
        call.change(`database/${act.action}`, act.statement.slice(0, 60))
        break
      case 'run':
        call.script(act.text, `${call.name} ${act.how}`)
        break
      case 'read':
      case 'write':
        call.touch(act.act, act.path, act.how)
        break
      case 'opaque':
        call.opaque(`${act.why}: \`${act.statement.slice(0, 60)}\``)
        break
    }
  }
}
