import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { type SqlKind, sqlKind } from '../sql.ts'
import { cutPrefix } from './arguments.ts'
import type { ProgramCall } from './run.ts'
import type { Programs } from './table.ts'

/** SQL clients: the statement decides. */
export const databases: Programs = {
  'psql mysql mariadb sqlite3 duckdb sqlcmd clickhouse-client': { tier: 'execute', custom: runSql },
  dropdb: { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain', operands: 'plain' },
  'redis-cli mongosh mongo': { tier: 'execute', otherOptions: 'plain', operands: 'opaque a database command' },
}

const codeFlags = ['-c', '--command', '-e', '--execute', '-Q', '-q', '--query', '-cmd']

function runSql(call: ProgramCall): void {
  const statements = statementsOf(call)
  if (statements.length === 0) return call.opaque(`an interactive \`${call.name}\``)
  for (const statement of statements) {
    const kind: SqlKind = isKnown(statement) ? sqlKind(statement) : 'unknown'
    if (kind === 'read') continue
    if (kind === 'unknown') call.opaque(`SQL that is not read: \`${wordText(statement).slice(0, 60)}\``)
    else call.change(`database/${kind}`, wordText(statement).slice(0, 60))
  }
  call.amend({ tier: 'read' })
}

function statementsOf(call: ProgramCall): readonly Word[] {
  const found: Word[] = []
  const { args } = call
  for (let i = 0; i < args.length; i += 1) {
    const text = knownPrefix(args[i] ?? '')
    const flag = codeFlags.find(one => text === one || text.startsWith(`${one}=`))
    if (flag === undefined) continue
    found.push(text === flag ? (args[i + 1] ?? '') : cutPrefix(args[i] ?? '', flag.length + 1))
  }
  const operands = args.filter(arg => !knownPrefix(arg).startsWith('-'))
  if (found.length === 0 && ['sqlite3', 'duckdb'].includes(call.name) && operands.length > 1)
    found.push(operands[1] ?? '')
  if (found.length === 0 && call.frame.stdin.from === 'text') found.push(call.frame.stdin.text)
  return found
}
