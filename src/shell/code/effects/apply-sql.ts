import { isKnown, type Word } from '../../../core/word.ts'
import { readSql, type SqlAct, unreadSql } from '../../sql/sql.ts'
import { entriesOf } from '../evaluation/entries.ts'
import { wordOf, wordParts } from '../evaluation/value.ts'
import type { RowCall } from './apply-row.ts'
import type { CodeRecorder } from './recorder.ts'

/**
 * SQL that code passes to a connection. The receiver is rarely known, so a text only counts when it is certainly SQL that
 * destroys data or reaches beyond its database. A database in memory has nothing to lose.
 */
export function recordCodeSql(param: string, { given, recorder, evaluate, source }: RowCall): void {
  if (given.words('self').every(word => isKnown(word) && inMemory.test(word))) return
  const texts = given
    .values(param)
    .flatMap(value => (value.is === 'dict' ? ['text', 'sql'].flatMap(key => entriesOf(value, key, evaluate)) : value))
    .map(value => sqlText(wordOf(value, source)))
  for (const act of texts.flatMap(text => readSql(text, 'sqlite'))) record(act, recorder)
}

const inMemory = /^(:memory:|sqlite(\+\w+)?:\/\/(\/:memory:)?)$/

function record(act: SqlAct, recorder: CodeRecorder): void {
  if (act.act === 'write') recorder.touch('write', act.path, false)
  if (act.act === 'change' && act.action !== 'apply' && destroys.test(act.statement))
    recorder.change(`database/${act.action}`, act.statement.slice(0, 60))
  if (act.act === 'opaque' && (unreadSql.has(act.why) ? destroys : reachesOut).test(act.statement))
    recorder.opaque(`${act.why}: \`${act.statement.slice(0, 60)}\``)
}

/** A part that is only known at run time is read as a name: `f"drop table {name}"`. */
const sqlText = (word: Word): string =>
  wordParts(word)
    .map(part => (typeof part === 'string' ? part : 'x'))
    .join('')

/** Strict on purpose: `run('update the docs')` is an English sentence, not SQL. */
const destroys =
  /\b(drop|alter|create)\s+(or\s+replace\s+)?(table|database|schema|view|materialized|index|sequence|trigger|function|procedure|type|role|user|login|extension|owned)\b|\bdelete\s+from\b|\btruncate\s+(table\s+)?[\w."`,\s]+$|\bupdate\s+\S+\s+set\b|^(grant|revoke)\s.*\s(to|from)\s|^with\b/i

/** Statements and functions that name files, programs or servers. */
const reachesOut = /['(]|\bprogram\b/i
