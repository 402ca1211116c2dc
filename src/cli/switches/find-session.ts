import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import { type LatestSession, latestSessions } from '../../io/journal/latest-sessions.ts'
import { ownPaths } from '../../io/paths.ts'
import { recordTime } from '../terminal/clock-time.ts'
import { counted } from '../terminal/counted.ts'
import { failed } from '../terminal/outcome.ts'

/**
 * The session whose id starts with the given text. `others` are further ids that may be meant, such as those that are stopped. If
 * there is not exactly one, it prints those that could be meant and returns null.
 */
export function findSession(given: string, others: readonly string[] = []): string | null {
  const { journal, home } = ownPaths()
  const latest = latestSessions(journal)
  const ids = [...new Set([...latest.map(({ id }) => id), ...others])]
  const fitting = ids.includes(given) ? [given] : ids.filter(id => given !== '' && id.startsWith(given))
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return only
  if (only !== undefined) failed(`\`${given}\` fits ${fitting.length} sessions; type more of it`)
  else failed(`no session \`${given}\`; ${latest.length === 0 ? 'no session has made a call yet' : 'the latest are:'}`)
  const rows = only === undefined ? latest.slice(0, shown) : latest.filter(({ id }) => fitting.includes(id))
  process.stderr.write(rows.map(session => sessionRow(session, home)).join(''))
  return null
}

const shown = 5

/** A session on one line. */
const sessionRow = ({ id, client, cwd, lastAt, calls }: LatestSession, home: string): string =>
  `  ${visible(id)}  ${recordTime(lastAt)}  ${visible(client ?? 'unknown client')}, ${counted(calls, 'call')} in ${visible(shortPath(cwd, { workspace: [], home }))}\n`
