import type { Grant, GrantScope } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { shapeText } from '../../approvals/grants/grant-text.ts'
import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import { clockTime } from '../terminal/clock-time.ts'
import type { Painter } from '../terminal/painter.ts'

/** The grant that is offered: the calls that it covers, then the others that it allows as well. */
export const offerText = ({ text, also }: GrantOffer, scope: GrantScope, paint: Painter): string =>
  [
    paint.bold(`Allowed without asking ${scopeText[scope]}`),
    `  ${visible(text)}`,
    `  ${paint.dim(`also covered: ${visible(also)}`)}`,
    '',
    '',
  ].join('\n')

const scopeText = {
  hour: 'in this session, for one hour',
  session: 'in this session',
  always: 'in this project',
} as const satisfies Readonly<Record<GrantScope, string>>

/** A grant on one line: its id, its end, the calls that it covers, the workspace. */
export function grantRow(grant: Grant, home: string): string {
  const place = { workspace: grant.workspace, home }
  const where = grant.workspace.map(root => shortPath(root, { workspace: [], home })).join(', ')
  const who = grant.agents.length === 0 ? '' : ` for ${grant.agents.join(' › ')}`
  return `${grant.id}  ${endText(grant).padEnd(32)}  ${visible(shapeText(grant.shape, place))}  ${visible(`[${where}${who}]`)}\n`
}

/** The scope of a grant, and when it ends. */
export const endText = ({ scope, until }: Grant): string => {
  return scope !== 'always'
    ? `this session, until ${clockTime(until)}`
    : `always, until ${new Date(until).toISOString().slice(0, 10)}`
}
