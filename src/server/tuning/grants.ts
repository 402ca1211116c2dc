import type { Hono } from 'hono'
import type { Grant } from '../../approvals/grants/grant.ts'
import { alsoText, shapeText } from '../../approvals/grants/grant-text.ts'
import { countGrantUses, type GrantUse } from '../../audit/history/grant-uses.ts'
import { scanJournal } from '../../io/journal/scan-journal.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { faultReply } from './answers.ts'
import type { TuningContext } from './context.ts'
import { onceFor } from './projects.ts'
import type { GrantList, GrantRow, Revoked } from './shapes.ts'

/** Lists grants with the calls that they answered, and revokes them. */
export function addGrants(app: Hono, { clock, record }: TuningContext): void {
  app.get('/api/grants', async c => {
    const paths = ownPaths()
    const listed = openGrants(paths, clock).list()
    if (!listed.ok) return faultReply(c, listed.faults[0])
    const { uses, since } = await usesOf(paths.journal)
    const grants = listed.value.map(grant => grantLine(grant, uses.get(grant.id) ?? null, paths.home))
    return c.json({ grants, since } satisfies GrantList)
  })

  /** Revoking makes the gate stricter, so it happens even if it cannot be recorded. */
  app.post('/api/grants/:id/revoke', async c => {
    const id = c.req.param('id')
    if (!/^[0-9a-z]{8}$/.test(id))
      return faultReply(c, { code: 'validation', message: 'this is not the id of a grant' })
    const paths = ownPaths()
    const revoked = await openGrants(paths, clock).revoke(id)
    if (!revoked.ok) return faultReply(c, revoked.faults[0])
    if (revoked.value === null)
      return faultReply(c, { code: 'not_found', message: `no grant \`${id}\`; it was revoked, or it has expired` })
    const { shape, workspace } = revoked.value
    const text = shapeText(shape, { workspace, home: paths.home })
    const recorded = await record('revoke', `${id}: ${text}`)
    return c.json({ id, text, isRecorded: recorded.ok } satisfies Revoked)
  })
}

interface GrantHistory {
  readonly uses: ReadonlyMap<string, GrantUse>
  readonly since: string | null
}

const usesOf = (journal: string): Promise<GrantHistory> =>
  onceFor(journal)('grant uses', async () => {
    const uses = countGrantUses()
    const { since } = await scanJournal(journal, '', uses.add)
    return { uses: uses.total(), since }
  })

/** A grant in words, with its use. Pure. */
export function grantLine(grant: Grant, use: GrantUse | null, home: string): GrantRow {
  const { id, shape, scope, session, workspace, agents, by, at, until } = grant
  return {
    id,
    text: shapeText(shape, { workspace, home }),
    also: alsoText(shape),
    does: shape.does,
    scope,
    session,
    workspace,
    agents,
    by,
    at,
    until,
    uses: use?.count ?? 0,
    lastUse: use?.lastAt ?? null,
    lastCall: use?.lastCall ?? null,
  }
}
