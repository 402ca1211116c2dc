import { type GrantScope, grantScopes } from '../../approvals/grants/grant.ts'
import { type GrantOffer, grantFrom } from '../../approvals/grants/grant-offer.ts'
import { unnamedSession } from '../../core/call.ts'
import { sha256 } from '../../core/digest.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { systemClock } from '../../io/clock.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { tryRead } from '../audit/audit-options.ts'
import { defineCommand } from '../define-command.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { endText, offerText } from './grant-text.ts'
import { type LastAsked, lastAsked } from './last-asked.ts'

export const grantsAddCommand = defineCommand({
  help: `usage: sallyport grants add --last [--scope hour|session|always]

For someone who just said yes in the client's own prompt and does not want to be asked again. Finds
the last call of this project that the client asked about, shows which calls a grant would let
through, and asks you. Only a person at a terminal can add a grant.

  --last          the last call that the client asked about
  --scope SCOPE   \`hour\` for one hour of that session, \`session\` (the default) for that session,
                  \`always\` for this project, for 90 days

exit codes: 0 granted, 2 not granted, 64 usage
`,
  options: { last: { type: 'boolean' }, scope: { type: 'string' } },
  operands: { most: 0, otherwise: '`grants add` takes no operands; use `--last`' },
  async run(options) {
    if (!options.flag('last')) return usageError('use `--last`: a grant is made from a call that was asked about')
    const given = options.text('scope') ?? 'session'
    const scope = grantScopes.find(one => one === given)
    if (scope === undefined) return usageError(`--scope must be ${grantScopes.join(', ')}, not \`${given}\``)
    if (!hasTerminal()) return failed('only a person at a terminal can add a grant; run it there')
    const { journal } = ownPaths()
    const records = tryRead(journal, () => lastRecords(journal, newestRecords))
    const found = records.ok ? await lastAsked(records.value, process.cwd()) : records
    if (!found.ok) return failed(found.faults[0].message)
    const offer = found.value.offers[0]
    const why = offer === undefined ? 'approval of this call cannot be remembered' : whyNot(offer, scope)
    const paint = stdoutPainter()
    print(`${askedText(found.value)}\n`)
    if (offer === undefined || why !== null) return failed(why ?? '')
    print(offerText(offer, scope, paint))
    if (!(await confirm('Not ask about these calls again?'))) return failed('nothing was granted')
    return grant(offer, scope)
  },
})

const newestRecords = 5_000

const askedText = ({ row }: LastAsked): string =>
  `${visible(row.client ?? 'The client')} asked at ${row.at.slice(11, 16)} UTC:\n  ${visible(`${row.tool} ${row.text}`)}\n${visible(row.sentence)}\n`

/** Why the offer is not for that long; null if it is. */
function whyNot({ upTo, session }: GrantOffer, scope: GrantScope): string | null {
  if (scope === 'always' && upTo !== 'always')
    return 'this call can be remembered for the session at most; use `--scope session`'
  return scope !== 'always' && session === unnamedSession
    ? 'this client does not name its sessions; use `--scope always`'
    : null
}

/** INVARIANT: the grant is recorded before it takes effect. */
async function grant(offer: GrantOffer, scope: GrantScope): Promise<number> {
  const at = systemClock.now().getTime()
  const made = grantFrom(offer, { id: sha256(randomId()).slice(0, 8), scope, by: personName(), at })
  const recorded = await recordSetting('grant', `${made.id} ${scope}: ${offer.text}`)
  if (!recorded.ok) return failed(`not granted, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const saved = await openGrants(ownPaths(), systemClock).save(made)
  return saved.ok ? print(`granted as ${made.id}, ${endText(made)}\n`) : failed(faultText(saved.faults[0]))
}
