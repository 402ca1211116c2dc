import { fail, ok, type Result } from '../../core/fault.ts'
import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import { type LatestSession, latestSessions } from '../../io/journal/latest-sessions.ts'
import { ownPaths } from '../../io/paths.ts'
import { recordTime } from '../terminal/clock-time.ts'

/** The session whose id starts with the given text. `others` are further ids that may be meant, such as those that are stopped. */
export function findSession(given: string, others: readonly string[] = []): Result<string> {
  const { journal, home } = ownPaths()
  const latest = latestSessions(journal)
  const ids = [...new Set([...latest.map(({ id }) => id), ...others])]
  const fitting = ids.includes(given) ? [given] : ids.filter(id => given !== '' && id.startsWith(given))
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return ok(only)
  const known = latest.slice(0, shown).map(session => sessionRow(session, home))
  const list = known.length === 0 ? 'no session has made a call yet' : `the latest sessions are:\n${known.join('\n')}`
  return only === undefined
    ? fail('not_found', `no session \`${given}\`; ${list}`)
    : fail('validation', `\`${given}\` fits ${fitting.length} sessions, type more of it:\n${fitting.join('\n')}`)
}

const shown = 5

/** A session on one line. */
const sessionRow = ({ id, client, cwd, lastAt, calls }: LatestSession, home: string): string =>
  `  ${visible(id)}  ${recordTime(lastAt)}  ${visible(client ?? 'unknown client')}, ${calls} call${calls === 1 ? '' : 's'} in ${visible(shortPath(cwd, { workspace: [], home }))}`
